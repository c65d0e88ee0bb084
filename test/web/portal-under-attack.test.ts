import { describe, expect, it } from 'vitest';
import { Authenticator } from '../helpers/authenticator.ts';
import { linkedIn, ORIGIN, tokenIn, type HttpBrowser } from './http-browser.ts';
import { optionsIn } from './passkeys.ts';
import { payForTwo } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';

/**
 * Enters a wrong password and a wrong code for a user. Returns the address of the first redirect.
 */
async function guess(browser: HttpBrowser, user: string): Promise<string> {
  const { location } = await browser.sendTo('/my', '/my/password', { user, password: 'wrong' });
  await browser.sendTo('/my', '/my/code', { code: '000000' });
  return location;
}

/** Guesses passwords from another address until the user is locked out. */
async function attack(user: string): Promise<void> {
  const { bank } = newCustomer();
  bank.moveTo(ELSEWHERE);
  const led: string[] = [];
  for (let tried = 0; tried < 11; tried += 1) led.push(await guess(newCustomer().browser, user));
  bank.moveTo(HOME);
  expect(led.at(-1)).toBe('/my?problem=busy');
  const until = (await bank.service.store.findCredential(user))?.lockedUntil ?? 0;
  expect(until).toBeGreaterThan(bank.service.clock.now());
}

/** Returns the known-browser cookies of a browser. */
const knownIn = ({ cookies }: HttpBrowser) =>
  [...cookies].filter(([name]) => name.startsWith('__Host-known-'));

describe('a signed-in customer whose user name is under attack', () => {
  it('can approve a payment and sees the lockout', async () => {
    const { bank, browser, shown } = newCustomer();
    const payment = await payForTwo(bank.tpp, 'dora');
    await browser.signInToPortal('dave');
    await attack('dave');
    expect(await shown('/my/account')).toContain('New sign-ins are locked until');
    const path = `/my/approvals/${payment}`;
    const { text } = await browser.open(`${path}/approve`);
    const code = await bank.nextCodeOf('dave');
    const fields = { token: tokenIn(text), linked: linkedIn(text), code };
    expect((await browser.postTo(`${path}/approve`, fields)).location).toBe(path);
    expect((await bank.service.store.findPayment(payment))?.approval?.status).toBe('approved');
  });

  it('can add a passkey', async () => {
    const { bank, browser } = newCustomer();
    await browser.signInToPortal('dora');
    await attack('dora');
    const { text } = await browser.open('/my/account/passkeys/add');
    const passkey = new Authenticator(ORIGIN).create(optionsIn(text));
    const code = await bank.nextCodeOf('dora');
    const fields = { token: tokenIn(text), name: 'Telephone', passkey, code };
    const { location } = await browser.postTo('/my/account/passkeys/add', fields);
    expect(location).toBe('/my/account');
    expect(await bank.service.store.passkeysOf('dora')).toHaveLength(1);
  });
});

describe('the cookie of a known browser', () => {
  it('is set for this host by a sign-in with both factors, and lasts long', async () => {
    const { browser } = newCustomer();
    await guess(browser, 'clara');
    expect(knownIn(browser)).toEqual([]);
    await browser.sendTo('/my', '/my/password', { user: 'clara', password: 'clara-password' });
    expect(knownIn(browser)).toEqual([]);
    const code = await newCustomer().bank.nextCodeOf('clara');
    const { response } = await browser.sendTo('/my', '/my/code', { code });
    const [, known = ''] = response.headers.getSetCookie();
    const [pair = '', ...attributes] = known.split('; ');
    expect(pair).toMatch(/^__Host-known-[0-9a-f]{32}=\d+\.[\w-]{43}$/);
    expect(attributes).toEqual([
      ...['Path=/', 'Max-Age=15552000', 'HttpOnly', 'Secure', 'SameSite=Strict'],
    ]);
    expect(known).not.toContain('clara');
  });

  it('does not sign anybody in', async () => {
    const { browser } = newCustomer();
    await browser.signInToPortal('clara');
    const other = newCustomer().browser;
    for (const [name, value] of knownIn(browser)) other.cookies.set(name, value);
    expect((await other.open('/my')).text).toContain('Sign in to your own pages');
  });

  it('gives a sign-in allowance that attackers cannot use up', async () => {
    const { bank, browser } = newCustomer();
    await browser.signInToPortal('colin');
    bank.moveTo(ELSEWHERE);
    const stranger = newCustomer().browser;
    for (let tried = 0; tried < 10; tried += 1) {
      await stranger.sendTo('/my', '/my/password', { user: 'colin', password: 'wrong' });
    }
    const fields = { user: 'colin', password: 'colin-password' };
    const refused = await newCustomer().browser.sendTo('/my', '/my/password', fields);
    expect(refused.location).toBe('/my?problem=busy');
    await browser.sendTo('/my/account', '/my/sign-out');
    expect((await browser.sendTo('/my', '/my/password', fields)).location).toBe('/my');
    const code = await bank.nextCodeOf('colin');
    expect((await browser.sendTo('/my', '/my/code', { code })).location).toBe('/my');
    expect((await browser.open('/my/account')).text).toContain('Signed in as');
    bank.moveTo(HOME);
  });
});
