import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { HttpBrowser, ORIGIN, tokenIn, wordsOf } from './http-browser.ts';
import { useInteractions } from './use-interactions.ts';

const IDLE_MS = 5 * MINUTE_MS;
const NORTHWIND = '11280001234567';

const newInteraction = useInteractions();

describe('a sign-in', () => {
  it('requires a password to see the request, and answers every form with 303', async () => {
    const { uid, shown, tryPassword } = await newInteraction();
    const first = await tryPassword('clara', 'clara-password');
    expect([first.status, first.location]).toEqual([303, `/interaction/${uid}`]);
    expect(await shown()).toContain('Choose the account');
  });

  it('does not reveal whether the user name or the password is wrong', async () => {
    const { uid, browser, shown, tryPassword } = await newInteraction();
    const wrong = `/interaction/${uid}?problem=password`;
    for (const user of ['sam', 'nobody', 'sam'.repeat(50), '\u202e']) {
      expect((await tryPassword(user, 'wrong')).location).toBe(wrong);
    }
    const { text } = await browser.open(wrong);
    expect(wordsOf(text)).toContain('or the password is wrong');
    expect(text).toContain('<title>Error: Sign in');
    expect(text).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(await shown()).toContain('Sign in to see');
  });

  it('ignores every form after a wrong password', async () => {
    const { bank, uid, browser, shown, tryPassword } = await newInteraction();
    await tryPassword('clara', 'wrong');
    const token = tokenIn((await browser.open(`/interaction/${uid}`)).text);
    const code = await bank.nextCodeOf('clara');
    for (const step of ['account', 'approve', 'reject']) {
      const { location } = await browser.post(uid, step, { token, code, account: NORTHWIND });
      expect(location).toBe(`/interaction/${uid}?problem=ended`);
    }
    expect(await shown()).toContain('Sign in to see');
  });

  it('reports an empty field and links to it', async () => {
    const { browser, tryPassword } = await newInteraction();
    for (const [user, password, field] of [
      ['', 'a', 'user'],
      ['sam', '', 'password'],
    ] as const) {
      const { location } = await tryPassword(user, password);
      const { text } = await browser.open(location);
      expect(text).toContain('<title>Error: Sign in');
      expect(text).toContain(`<a href="#${field}">`);
      expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    }
  });

  it('asks again after a malformed code, and counts no failure', async () => {
    const { bank, uid, browser, tryPassword, tryCode } = await newInteraction();
    await tryPassword('sam', 'sam-password');
    bank.asked.length = 0;
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      const location = await tryCode(code);
      expect(location).toBe(`/interaction/${uid}/approve?problem=noCode`);
      expect((await browser.open(location)).text).toContain('<a href="#code">');
    }
    expect(bank.asked).not.toContain('consumeFactor');
    expect((await browser.approve(uid, 'sam')).location).toContain('then=code');
  });

  it('accepts a code with a space', async () => {
    const { bank, tryPassword, tryCode } = await newInteraction();
    await tryPassword('sam', 'sam-password');
    const code = await bank.nextCodeOf('sam');
    expect(await tryCode(`${code.slice(0, 3)} ${code.slice(3)}`)).toContain('then=code');
  });

  it('gets a new session id after the password, and the old one is invalid', async () => {
    const { uid, browser, tryPassword } = await newInteraction();
    await browser.open(`/interaction/${uid}`);
    const before = browser.copy();
    await tryPassword('clara', 'clara-password');
    const ids = [before, browser].map(({ cookies }) => [...cookies.values()].join());
    expect(new Set(ids).size).toBe(2);
    expect(wordsOf((await before.open(`/interaction/${uid}`)).text)).toContain('Sign in to see');
  });

  it('is valid for one interaction only', async () => {
    const { uid, browser } = await newInteraction();
    const other = await newInteraction();
    await browser.signIn(uid);
    const [id = ''] = browser.cookies.values();
    other.browser.cookies.set(`__Host-visit-${other.uid}`, id);
    expect(await other.shown()).toContain('Sign in to see');
  });

  it('ends after 5 minutes without activity, and then permits no decision', async () => {
    const { bank, uid, browser, shown } = await newInteraction();
    await browser.signIn(uid);
    await browser.send(uid, 'account', { account: NORTHWIND });
    bank.service.passMachineTime(IDLE_MS - 1);
    const fields = await browser.approvalOf(uid);
    bank.service.passMachineTime(IDLE_MS);
    const { location } = await browser.post(uid, 'approve', fields);
    expect(location).toBe(`/interaction/${uid}?problem=ended`);
    expect(await shown()).toContain('Sign in to see');
  });

  it('shows that it has ended when the page is reloaded', async () => {
    const { bank, browser, uid, shown } = await newInteraction();
    expect(await shown()).not.toContain('You have been signed out');
    await browser.signIn(uid);
    bank.service.passMachineTime(IDLE_MS);
    for (const rest of ['', '/account', '/payments']) {
      const { text } = await browser.open(`/interaction/${uid}${rest}`);
      expect(wordsOf(text)).toContain('You have been signed out');
    }
  });

  it('is not extended by requests that another site can trigger', async () => {
    const { bank, browser, uid, shown } = await newInteraction();
    await browser.signIn(uid);
    const stylesheet = /href="([^"]*\.css)"/.exec((await browser.open(`/interaction/${uid}`)).text);
    const other = await newInteraction();
    bank.service.passMachineTime(IDLE_MS - 1000);
    await browser.open(stylesheet?.[1] ?? '');
    await browser.open(`/interaction/${other.uid}`);
    for (const origin of ['https://elsewhere.example', 'null']) {
      expect((await browser.post(uid, 'account', {}, { origin })).status).toBe(403);
    }
    bank.service.passMachineTime(1000);
    expect(await shown()).toContain('You have been signed out');
  });

  it('is extended by activity, but to at most 10 minutes in total', async () => {
    const { bank, uid, browser, shown } = await newInteraction();
    await browser.signIn(uid);
    for (let visit = 0; visit < 2; visit += 1) {
      bank.service.passMachineTime(IDLE_MS - MINUTE_MS);
      expect(await shown()).toContain('Choose the account');
    }
    bank.service.passMachineTime(2 * MINUTE_MS);
    expect(await shown()).toContain('Sign in to see');
  });

  it('hides the session id from scripts, other hosts and other sites', async () => {
    const { uid, tryPassword } = await newInteraction();
    const { response } = await tryPassword('clara', 'clara-password');
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(new RegExp(`^__Host-visit-${uid}=[\\w-]{43}; `));
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=600']) {
      expect(cookie.split('; ')).toContain(flag);
    }
    expect(cookie).not.toContain('Domain');
  });
});

describe('a form', () => {
  it('from another site is refused', async () => {
    const { browser, uid, shown } = await newInteraction();
    const fields = { user: 'clara', password: 'clara-password' };
    for (const origin of ['https://elsewhere.example', 'null', '']) {
      const { status } = await browser.send(uid, 'password', fields, { origin });
      expect(status).toBe(403);
    }
    expect(await shown()).toContain('Sign in to see');
  });

  it('that is interrupted while it is sent is not logged as an error', async () => {
    const { bank, uid } = await newInteraction();
    const failures = () => bank.events.filter(({ kind }) => kind === 'failure').length;
    const send = (incoming: IncomingMessage): Promise<Response> => {
      const body = new ReadableStream({
        pull: () => Promise.reject(new Error('aborted')),
      });
      const sent = { method: 'POST', headers: { origin: ORIGIN }, body, duplex: 'half' };
      return bank.fetch(`/interaction/${uid}/password`, sent as RequestInit, incoming);
    };
    const broken = new IncomingMessage(new Socket());
    broken.on('error', () => undefined).destroy(new Error('aborted'));
    expect((await send(broken)).status).toBe(503);
    expect(failures()).toBe(0);
    // A failure that the client has not caused must be logged.
    expect((await send(new IncomingMessage(new Socket()))).status).toBe(503);
    expect(failures()).toBe(1);
  });

  it('without its CSRF token does nothing', async () => {
    const { browser, uid, bank, shown } = await newInteraction();
    const other = await newInteraction();
    const foreign = tokenIn((await other.browser.open(`/interaction/${other.uid}`)).text);
    const fields = { user: 'clara', password: 'clara-password' };
    await browser.open(`/interaction/${uid}`);
    for (const token of ['', 'wrong', foreign]) {
      const { location } = await browser.post(uid, 'password', { token, ...fields });
      expect(location).toBe(`/interaction/${uid}?problem=ended`);
    }
    expect(await shown()).toContain('Sign in to see');
    const ended = bank.ended.length;
    await browser.post(uid, 'return', {});
    expect(bank.ended).toHaveLength(ended);
  });

  it('without a cookie does nothing', async () => {
    const { browser, uid, bank } = await newInteraction();
    const token = tokenIn((await browser.open(`/interaction/${uid}`)).text);
    const stranger = new HttpBrowser(bank);
    const { location } = await stranger.post(uid, 'return', { token });
    expect(location).toBe(`/interaction/${uid}?problem=ended`);
  });

  it('that is too large or has an unknown action does nothing', async () => {
    const { browser, uid } = await newInteraction();
    const long = { user: 'a'.repeat(9000), password: 'b' };
    expect((await browser.send(uid, 'password', long)).status).toBe(403);
    const unknown = await browser.send(uid, 'toString', {});
    expect(unknown.location).toBe(`/interaction/${uid}?problem=ended`);
  });
});
