import { describe, expect, it } from 'vitest';
import { IDLE_MINUTES, SESSION_HOURS } from '../../src/console/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { OperatorBrowser, useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';
import { optionsIn } from './passkeys.ts';

const bank = useConsole();

const newBrowser = () => new OperatorBrowser(bank());

/** Returns true if the page is shown to a signed-in operator. */
const isIn = async (browser: OperatorBrowser, path = '/') =>
  (await browser.open(path)).text.includes('Sign out');

/** Returns the actions and actors in the audit log about an operator. */
async function audited(subject: string) {
  const entries = await bank().service.auditLog();
  return entries.filter((entry) => entry.subject === subject).map(({ action }) => action);
}

describe('an enrolment link', () => {
  it('adds one passkey, and the operator signs in with it', async () => {
    const browser = newBrowser();
    const link = await bank().invite('olga', 'read', 'operate');
    expect(wordsOf((await browser.open(link)).text)).toContain('Olga Smith');
    expect(await browser.enrol(link)).toBe('/');
    expect(await browser.signIn('/work')).toBe('/work');
    expect(wordsOf((await browser.open('/')).text)).toMatch(/Olga Smith\s+\(read, operate\)/);
    expect(await audited('olga')).toEqual([
      'operatorAdded',
      'operatorEnrolled',
      'operatorSignedIn',
    ]);
  });

  it('works once', async () => {
    const [first, second] = [newBrowser(), newBrowser()];
    const link = await bank().invite('oscar', 'read');
    const { text } = await second.open(link);
    await first.enrol(link);
    const passkey = second.authenticator.create(optionsIn(text));
    const replayed = await second.post(link, { token: tokenIn(text), passkey });
    expect(replayed.location).toBe('/enrol/used');
    expect((await second.open(replayed.location)).status).toBe(404);
    expect((await second.open(link)).status).toBe(404);
    expect(await bank().service.store.passkeysOfOperator('oscar')).toHaveLength(1);
  });

  it('expires after one hour, and does not accept a passkey of another link', async () => {
    const browser = newBrowser();
    const [link, other] = [await bank().invite('ola', 'read'), await bank().invite('omar', 'read')];
    const { text } = await browser.open(other);
    const passkey = browser.authenticator.create(optionsIn(text));
    const crossed = await browser.post(link, { token: tokenIn(text), passkey });
    expect(crossed.location).toBe(`${link}?problem=notEnrolled`);
    expect(wordsOf((await browser.open(crossed.location)).text)).toContain('No passkey was added');
    bank().service.passMachineTime(HOUR_MS);
    expect((await browser.open(link)).status).toBe(404);
    expect(await bank().service.store.passkeysOfOperator('ola')).toEqual([]);
  });
});

describe('the sign-in of an operator', () => {
  it('shows the sign-in page for every page, and nothing else', async () => {
    const browser = newBrowser();
    for (const path of ['/', '/work']) {
      const { status, text } = await browser.open(path);
      expect(status).toBe(200);
      expect(wordsOf(text)).toContain('Sign in to the console');
      expect(text).not.toContain('<nav');
    }
  });

  it('sets a cookie that only this host and no script can read', async () => {
    const { response } = await newBrowser().open('/');
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-console=[^;]+; Path=\/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a passkey that is not known, and records it', async () => {
    const browser = newBrowser();
    const stranger = await bank().invite('otis', 'read');
    await browser.enrol(stranger);
    const { text } = await browser.open('/');
    const passkey = browser.authenticator.get(optionsIn(text), { challenge: 'AAAA' });
    const fields = { token: tokenIn(text), to: '/', passkey };
    expect((await browser.post('/sign-in', fields)).location).toBe('/?problem=passkey');
    expect((await browser.post('/sign-in', { ...fields, passkey: '{}' })).location).toBe(
      '/?problem=passkey',
    );
    expect(await isIn(browser)).toBe(false);
    expect((await audited('otis')).at(-1)).toBe('operatorSignInFailed');
    expect((await audited('unknown')).at(-1)).toBe('operatorSignInFailed');
  });

  it('accepts the signature for a challenge once, and only in the browser that got it', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    await browser.enrol(await bank().invite('otto', 'read'));
    const { text } = await browser.open('/');
    const visit = browser.cookie;
    // Without a counter, only the challenge prevents a second use.
    const passkey = browser.authenticator.get(optionsIn(text), { counter: 0 });
    const { text: page } = await other.open('/');
    expect((await other.post('/sign-in', { token: tokenIn(page), passkey })).location).toBe(
      '/?problem=passkey',
    );
    const again = browser.authenticator.get(optionsIn(text), { counter: 7 });
    await browser.post('/sign-in', { token: tokenIn(text), passkey: again });
    expect(await isIn(browser)).toBe(true);
    other.cookie = visit;
    const later = browser.authenticator.get(optionsIn(text), { counter: 9 });
    expect((await other.post('/sign-in', { token: tokenIn(text), passkey: later })).location).toBe(
      '/?problem=passkey',
    );
    expect(await isIn(other)).toBe(false);
  });

  it('accepts a page that was open for 9 minutes, and refuses it after 10', async () => {
    const browser = newBrowser();
    await browser.enrol(await bank().invite('ofelia', 'read'));
    const signInAfter = async (minutes: number) => {
      browser.cookie = '';
      const { text } = await browser.open('/');
      bank().service.passMachineTime(minutes * MINUTE_MS);
      const passkey = browser.authenticator.get(optionsIn(text));
      await browser.post('/sign-in', { token: tokenIn(text), passkey });
      return isIn(browser);
    };
    expect(await signInAfter(9)).toBe(true);
    expect(await signInAfter(10)).toBe(false);
  });

  it('shows another challenge after 5 minutes, so that there is time to use it', async () => {
    const browser = newBrowser();
    const first = optionsIn((await browser.open('/')).text);
    expect(optionsIn((await browser.open('/')).text)).toBe(first);
    bank().service.passMachineTime(5 * MINUTE_MS);
    expect(optionsIn((await browser.open('/')).text)).not.toBe(first);
  });

  it('refuses a form of another visit', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    await browser.enrol(await bank().invite('orla', 'read'));
    const { text } = await browser.open('/');
    const passkey = browser.authenticator.get(optionsIn(text));
    const token = tokenIn((await other.open('/')).text);
    expect((await browser.post('/sign-in', { token, passkey })).location).toBe('/?problem=passkey');
    const link = await bank().invite('orla');
    const sent = await browser.post(link, { token, passkey: '{}' });
    expect(sent.location).toBe(`${link}?problem=notEnrolled`);
  });

  it('is limited, without limiting operators at other addresses', async () => {
    bank().moveTo('192.0.2.77');
    const locations = [];
    for (let guessed = 0; guessed < 12; guessed += 1) {
      const passkey = JSON.stringify({ guessed });
      locations.push((await newBrowser().send('/', '/sign-in', { passkey })).location);
    }
    expect(locations.at(-1)).toBe('/?problem=busy');
    bank().moveTo('192.0.2.78');
    expect(await isIn(await bank().signedIn('octavia', 'read'))).toBe(true);
    bank().moveTo('192.0.2.1');
  });

  it('returns only to pages of the console', async () => {
    const browser = newBrowser();
    await browser.enrol(await bank().invite('oona', 'read'));
    const { text } = await browser.open('/');
    const passkey = browser.authenticator.get(optionsIn(text));
    const to = '//evil.example/';
    expect((await browser.post('/sign-in', { token: tokenIn(text), to, passkey })).location).toBe(
      '/',
    );
  });
});

describe('the session of an operator', () => {
  it(`ends after ${String(IDLE_MINUTES)} minutes without activity`, async () => {
    const browser = await bank().signedIn('idle', 'read');
    bank().service.passMachineTime(IDLE_MINUTES * MINUTE_MS - 5000);
    expect(await isIn(browser)).toBe(true);
    bank().service.passMachineTime(IDLE_MINUTES * MINUTE_MS - 5000);
    expect(await isIn(browser)).toBe(true);
    bank().service.passMachineTime(IDLE_MINUTES * MINUTE_MS);
    expect(wordsOf((await browser.open('/')).text)).toContain('You have been signed out');
  });

  it(`ends after ${String(SESSION_HOURS)} hours, also with activity`, async () => {
    const browser = await bank().signedIn('busy', 'read');
    const step = 10 * MINUTE_MS;
    for (let passed = step; passed < SESSION_HOURS * HOUR_MS; passed += step) {
      bank().service.passMachineTime(step);
      await browser.open('/');
    }
    expect(await isIn(browser)).toBe(true);
    bank().service.passMachineTime(step);
    expect(await isIn(browser)).toBe(false);
  });

  it('ends at once if the operator ends, and the passkey does not work again', async () => {
    const browser = await bank().signedIn('eric', 'operate');
    await bank().ended('eric');
    expect(await isIn(browser)).toBe(false);
    expect(await browser.signIn()).toBe('/?problem=passkey');
  });

  it('loses a role at once', async () => {
    const browser = await bank().signedIn('rolf', 'read', 'operate');
    const { text } = await browser.open('/work');
    await bank().changeRoles('rolf', 'read');
    const sent = await browser.post('/work/retry', { token: tokenIn(text), step: 'all' });
    expect(sent.status).toBe(403);
    expect(wordsOf(sent.text)).toContain('You do not have the role for this');
    expect(await isIn(browser)).toBe(true);
  });

  it('ends when the operator signs out, also for a copy of the cookie', async () => {
    const browser = await bank().signedIn('sara', 'read');
    const copied = browser.cookie;
    expect((await browser.send('/', '/sign-out')).location).toBe('/?signed-out');
    const { text } = await browser.open('/?signed-out');
    expect(wordsOf(text)).toContain('You have signed out.');
    expect(wordsOf(text)).not.toContain('There is a problem');
    browser.cookie = copied;
    expect(await isIn(browser)).toBe(false);
    expect((await audited('sara')).at(-1)).toBe('operatorSignedOut');
  });

  it('begins with a new id, which is stored only as a hash', async () => {
    const browser = newBrowser();
    await browser.enrol(await bank().invite('nora', 'read'));
    const before = browser.cookie;
    await browser.signIn();
    expect(browser.cookie).not.toBe(before);
    expect(await bank().service.store.findOperatorSession(browser.cookie)).toBeUndefined();
  });
});

describe('a form of the console', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', {}],
    ['the origin null', { origin: 'null' }],
  ])('is refused with %s', async (name, headers) => {
    const browser = await bank().signedIn(`form${String(name.length)}`, 'operate');
    const token = tokenIn((await browser.open('/')).text);
    const sent = await browser.post('/sign-out', { token }, headers);
    expect(sent.status).toBe(403);
    expect(await isIn(browser)).toBe(true);
  });

  it('is refused with a forged token, or with that of another session', async () => {
    const [browser, other] = [
      await bank().signedIn('fred', 'operate'),
      await bank().signedIn('frida', 'operate'),
    ];
    const others = tokenIn((await other.open('/')).text);
    for (const token of ['', 'forged', others]) {
      expect((await browser.post('/sign-out', { token })).location).toBe('/?problem=ended');
      const searched = await browser.post('/payments', { token, search: 'x' });
      expect(searched.location).toBe('/?problem=ended');
    }
    expect(await isIn(browser)).toBe(true);
  });

  it('is refused before the sign-in', async () => {
    const browser = newBrowser();
    expect((await browser.send('/', '/work/retry', { step: 'all' })).location).toBe(
      '/?problem=ended',
    );
    expect((await browser.send('/', '/payments', { search: 'x' })).location).toBe(
      '/?problem=ended',
    );
  });
});

describe('a link from another site', () => {
  it('does not overwrite the session', async () => {
    const browser = await bank().signedIn('lena', 'read');
    const { cookie } = browser;
    browser.cookie = '';
    const { text } = await browser.open('/work', { 'sec-fetch-site': 'cross-site' });
    expect(text).toContain('<a href="/work">Continue to the console</a>');
    expect(browser.cookie).toBe('');
    browser.cookie = cookie;
    expect(await isIn(browser, '/work')).toBe(true);
  });

  it('does not overwrite the session if it is an enrolment link', async () => {
    const browser = newBrowser();
    const link = await bank().invite('mona', 'read');
    const { text } = await browser.open(link, { 'sec-fetch-site': 'cross-site' });
    expect(text).toContain(`<a href="${link}">Continue to the console</a>`);
    expect(browser.cookie).toBe('');
  });
});
