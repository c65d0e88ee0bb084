import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { MINUTE_MS } from '../../src/kernel/time.ts';
import { BrowserByHand, ORIGIN, tokenIn, wordsOf } from './browser-by-hand.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const IDLE_MS = 5 * MINUTE_MS;
const NORTHWIND = '11280001234567';

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
});
afterAll(async () => {
  await opened?.close();
});

async function newVisit() {
  const bank = present(opened, 'the bank');
  const uid = bank.begin(await askForPayment(bank.tpp));
  const browser = new BrowserByHand(bank);
  const shown = async () => wordsOf((await browser.open(`/interaction/${uid}`)).text);
  const tryPassword = (user: string, password: string) =>
    browser.send(uid, 'password', { user, password });
  return { bank, uid, browser, shown, tryPassword };
}

describe('signing in', () => {
  it('needs a password and then a code, and ends every form with 303', async () => {
    const { bank, uid, browser, shown, tryPassword } = await newVisit();
    const first = await tryPassword('clara', 'clara-password');
    expect([first.status, first.location]).toEqual([303, `/interaction/${uid}`]);
    expect(await shown()).toContain('Enter your code');
    const second = await browser.send(uid, 'code', { code: await bank.nextCodeOf('clara') });
    expect(second.status).toBe(303);
    expect(await shown()).toContain('Choose the account');
  });

  it('takes a code that was written with a space', async () => {
    const { bank, uid, browser, shown, tryPassword } = await newVisit();
    await tryPassword('clara', 'clara-password');
    const code = await bank.nextCodeOf('clara');
    await browser.send(uid, 'code', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await shown()).toContain('Choose the account');
  });

  it('says the same of a wrong password and of a user who does not exist', async () => {
    const { uid, tryPassword } = await newVisit();
    const expected = `/interaction/${uid}?problem=credentials`;
    expect((await tryPassword('sam', 'wrong')).location).toBe(expected);
    expect((await tryPassword('nobody', 'wrong')).location).toBe(expected);
    expect((await tryPassword('sam'.repeat(50), 'wrong')).location).toBe(expected);
    expect((await tryPassword('sam', 'sam-password')).location).toBe(`/interaction/${uid}`);
  });

  it('tells which field is empty, and leads to it', async () => {
    const { browser, tryPassword } = await newVisit();
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

  it('never takes a code twice, in no session', async () => {
    const { bank, uid, browser, tryPassword } = await newVisit();
    const other = await newVisit();
    await tryPassword('sam', 'sam-password');
    await other.tryPassword('sam', 'sam-password');
    const code = await bank.nextCodeOf('sam');
    expect((await browser.send(uid, 'code', { code })).location).toBe(`/interaction/${uid}`);
    const replayed = await other.browser.send(other.uid, 'code', { code });
    expect(replayed.location).toBe(`/interaction/${other.uid}?problem=code`);
    expect(await other.shown()).toContain('Enter your code');
  });

  it('gives a new id with each factor, and an old one is worth nothing', async () => {
    const { bank, uid, browser, tryPassword } = await newVisit();
    await browser.open(`/interaction/${uid}`);
    const before = browser.copy();
    await tryPassword('clara', 'clara-password');
    const between = browser.copy();
    await browser.send(uid, 'code', { code: await bank.nextCodeOf('clara') });
    const ids = [before, between, browser].map(({ cookies }) => [...cookies.values()].join());
    expect(new Set(ids).size).toBe(3);
    for (const old of [before, between]) {
      expect(wordsOf((await old.open(`/interaction/${uid}`)).text)).toContain('Sign in to read');
    }
  });

  it('is good for one visit alone', async () => {
    const { uid, browser } = await newVisit();
    const other = await newVisit();
    await browser.signIn(uid);
    const [id = ''] = browser.cookies.values();
    other.browser.cookies.set(`__Host-visit-${other.uid}`, id);
    expect(await other.shown()).toContain('Sign in to read');
  });

  it('ends after five minutes without activity, and can then neither decide nor go on', async () => {
    const { bank, uid, browser, shown } = await newVisit();
    await browser.signIn(uid);
    await browser.send(uid, 'account', { account: NORTHWIND });
    bank.service.passMachineTime(IDLE_MS - 1);
    const token = tokenIn((await browser.open(`/interaction/${uid}`)).text);
    bank.service.passMachineTime(IDLE_MS);
    const approve = { token, decision: 'approve', account: NORTHWIND };
    const { location } = await browser.post(uid, 'decision', approve);
    expect(location).toBe(`/interaction/${uid}?problem=ended`);
    expect(await shown()).toContain('Sign in to read');
  });

  it('is kept by activity, but never for more than ten minutes in all', async () => {
    const { bank, uid, browser, shown } = await newVisit();
    await browser.signIn(uid);
    for (let visit = 0; visit < 2; visit += 1) {
      bank.service.passMachineTime(IDLE_MS - MINUTE_MS);
      expect(await shown()).toContain('Choose the account');
    }
    bank.service.passMachineTime(2 * MINUTE_MS);
    expect(await shown()).toContain('Sign in to read');
  });

  it('keeps the id out of reach of scripts, other hosts and other sites', async () => {
    const { uid, tryPassword } = await newVisit();
    const { response } = await tryPassword('clara', 'clara-password');
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(new RegExp(`^__Host-visit-${uid}=[\\w-]{43}; `));
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=600']) {
      expect(cookie.split('; ')).toContain(flag);
    }
    expect(cookie).not.toContain('Domain');
  });
});

describe('too many failures', () => {
  it('lock the user out for a quarter of an hour, whatever the password', async () => {
    const { bank, uid, shown, tryPassword } = await newVisit();
    for (let failure = 0; failure < 5; failure += 1) {
      await tryPassword('rita', `wrong ${String(failure)}`);
    }
    const locked = await tryPassword('rita', 'rita-password');
    expect(locked.location).toBe(`/interaction/${uid}?problem=credentials`);
    expect(await shown()).toContain('Sign in to read');
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    expect((await tryPassword('rita', 'rita-password')).location).toBe(`/interaction/${uid}`);
  });

  it('are counted over both factors, and a right password does not forget them', async () => {
    const { bank, uid, browser, tryPassword } = await newVisit();
    for (let failure = 0; failure < 4; failure += 1) {
      await tryPassword('colin', `wrong ${String(failure)}`);
    }
    await tryPassword('colin', 'colin-password');
    await browser.send(uid, 'code', { code: '1' });
    const code = await bank.nextCodeOf('colin');
    const locked = await browser.send(uid, 'code', { code });
    expect(locked.location).toBe(`/interaction/${uid}?problem=code`);
    bank.service.passMachineTime(QUARTER_HOUR_MS);
  });

  it('from one address turn everybody there away for a while, and nobody elsewhere', async () => {
    const { bank, uid, tryPassword } = await newVisit();
    bank.moveTo('198.51.100.7');
    for (let failure = 0; failure < 50; failure += 1) {
      await tryPassword(`user-${String(failure)}`, 'wrong');
    }
    const busy = `/interaction/${uid}?problem=busy`;
    expect((await tryPassword('clara', 'clara-password')).location).toBe(busy);
    bank.moveTo('192.0.2.1');
    expect((await tryPassword('clara', 'clara-password ')).location).not.toBe(busy);
  });
});

describe('a form', () => {
  it('of another site is refused', async () => {
    const { browser, uid, shown } = await newVisit();
    const fields = { user: 'clara', password: 'clara-password' };
    for (const origin of ['https://elsewhere.example', 'null', '']) {
      const { status } = await browser.send(uid, 'password', fields, { origin });
      expect(status).toBe(403);
    }
    expect(await shown()).toContain('Sign in to read');
  });

  it('without the token of its visit does nothing', async () => {
    const { browser, uid, bank, shown } = await newVisit();
    const other = await newVisit();
    const foreign = tokenIn((await other.browser.open(`/interaction/${other.uid}`)).text);
    const fields = { user: 'clara', password: 'clara-password' };
    await browser.open(`/interaction/${uid}`);
    for (const token of ['', 'wrong', foreign]) {
      const { location } = await browser.post(uid, 'password', { token, ...fields });
      expect(location).toBe(`/interaction/${uid}?problem=ended`);
    }
    expect(await shown()).toContain('Sign in to read');
    const ended = bank.ended.length;
    await browser.post(uid, 'return', {});
    expect(bank.ended).toHaveLength(ended);
  });

  it('without a cookie does nothing', async () => {
    const { browser, uid, bank } = await newVisit();
    const token = tokenIn((await browser.open(`/interaction/${uid}`)).text);
    const stranger = new BrowserByHand(bank);
    const { location } = await stranger.post(uid, 'return', { token });
    expect(location).toBe(`/interaction/${uid}?problem=ended`);
  });

  it('that is too large or for no step does nothing', async () => {
    const { browser, uid } = await newVisit();
    const long = { user: 'a'.repeat(9000), password: 'b' };
    expect((await browser.send(uid, 'password', long)).status).toBe(403);
    const unknown = await browser.send(uid, 'toString', {});
    expect(unknown.location).toBe(`/interaction/${uid}?problem=ended`);
  });
});
