import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { tokenIn, wordsOf } from './http-browser.ts';
import { askForVrp } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

describe('a sign-in to the portal', () => {
  it('requires both factors and leads to the requested page', async () => {
    const { browser, bank } = newCustomer();
    const page = '/my/permissions';
    expect(wordsOf((await browser.open(page)).text)).toContain('Sign in to your own pages');
    const first = await browser.sendTo(page, '/my/password', {
      user: 'clara',
      password: 'clara-password',
    });
    expect(first).toMatchObject({ status: 303, location: page });
    const code = await bank.nextCodeOf('clara');
    const second = await browser.sendTo(page, '/my/code', { code });
    expect(second).toMatchObject({ status: 303, location: page });
    expect(wordsOf((await browser.open(page)).text)).toContain('Sign out');
  });

  it.each(['https://evil.example/', '//evil.example', '/my/../as/authorize', '/interaction/x'])(
    'does not redirect outside the portal: %s',
    async (to) => {
      const { browser } = newCustomer();
      const { location } = await browser.sendTo('/my', '/my/password', { to, user: '' });
      expect(location).toBe('/my?problem=noUser');
    },
  );

  it('gets a new session id after each factor, in a cookie for this host that scripts cannot read', async () => {
    const { browser, bank } = newCustomer();
    const id = () => browser.cookies.get('__Host-visit-own');
    await browser.open('/my');
    const planted = id();
    const first = await browser.sendTo('/my', '/my/password', {
      user: 'clara',
      password: 'clara-password',
    });
    expect(first.response.headers.get('set-cookie')).toMatch(
      /^__Host-visit-own=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; Secure; SameSite=Strict$/,
    );
    const between = id();
    await browser.sendTo('/my', '/my/code', { code: await bank.nextCodeOf('clara') });
    expect(new Set([planted, between, id()]).size).toBe(3);
    // An attacker may have set the session id before, or seen it between the two factors. It must
    // not be signed in.
    for (const old of [planted, between]) {
      const other = newCustomer().browser;
      other.cookies.set('__Host-visit-own', old ?? '');
      expect(wordsOf((await other.open('/my')).text)).toContain('Sign in');
      expect(wordsOf((await other.open('/my')).text)).not.toContain('Sign out');
    }
  });

  it('answers a wrong password like an unknown user', async () => {
    const answers = await Promise.all(
      ['clara', 'nobody'].map(async (user) => {
        const { browser } = newCustomer();
        await browser.sendTo('/my', '/my/password', { user, password: 'a guess' });
        const { location } = await browser.sendTo('/my', '/my/code', { code: '000000' });
        return [location, (await browser.open(location)).text.replace(/value="[^"]*"/g, '')];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe('/my?problem=credentials');
  });

  it('is refused for a user name after ten attempts, but not for others', async () => {
    const { browser, bank } = newCustomer();
    const tryIt = (user: string) =>
      browser.sendTo('/my', '/my/password', { user, password: 'a guess' });
    for (let index = 0; index < 10; index += 1) await tryIt('somebody');
    expect((await tryIt('somebody')).location).toBe('/my?problem=busy');
    expect((await tryIt('somebody else')).location).toBe('/my');
    bank.service.passMachineTime(20 * MINUTE_MS);
    expect((await tryIt('somebody')).location).toBe('/my');
  });

  it('ends after 5 minutes without activity, and after 30 in total', async () => {
    const { browser, bank } = newCustomer();
    const isIn = async () => (await browser.open('/my/payments')).text.includes('Sign out');
    await browser.signInToPortal();
    for (let minutes = 0; minutes < 28; minutes += 4) {
      expect(await isIn()).toBe(true);
      bank.service.passMachineTime(4 * MINUTE_MS);
    }
    bank.service.passMachineTime(2 * MINUTE_MS);
    expect(wordsOf((await browser.open('/my/payments')).text)).toContain(
      'after 30 minutes in total',
    );
    await browser.signInToPortal();
    expect(await isIn()).toBe(true);
    bank.service.passMachineTime(5 * MINUTE_MS);
    expect(await isIn()).toBe(false);
  });

  it('ends with signing out, even for a copy of the cookie', async () => {
    const { browser } = newCustomer();
    await browser.signInToPortal();
    const stolen = browser.copy();
    const out = await browser.sendTo('/my/payments', '/my/sign-out');
    expect(wordsOf((await browser.open(out.location)).text)).toContain('You have signed out.');
    expect((await stolen.open('/my/payments')).text).not.toContain('Sign out');
    expect((await stolen.open('/my')).text).not.toContain('You have signed out.');
    await browser.signInToPortal();
    expect((await browser.open(out.location)).text).not.toContain('You have signed out.');
  });

  it('ignores a form from another site or without its token', async () => {
    const { browser } = newCustomer();
    await browser.signInToPortal();
    const { text } = await browser.open('/my/payments');
    const token = tokenIn(text);
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const sent = await browser.postTo('/my/sign-out', { token }, headers);
      expect(sent.status).toBe(403);
    }
    const without = await browser.postTo('/my/sign-out', { token: `${token}x` });
    expect(without.location).toBe('/my?problem=portalEnded');
    expect((await browser.open('/my/payments')).text).toContain('Sign out');
  });

  it('is listed with failed ones, and can be ended from another browser', async () => {
    const [{ browser, bank, shown }, other] = [newCustomer(), newCustomer()];
    await other.browser.sendTo('/my', '/my/password', { user: 'rita', password: 'a guess' });
    await other.browser.sendTo('/my', '/my/code', { code: '000000' });
    bank.moveTo('192.0.2.77');
    await other.browser.signInToPortal('rita');
    bank.moveTo('192.0.2.1');
    await browser.signInToPortal('rita');
    const page = await shown('/my/account');
    expect(page).toMatch(/Signed in elsewhere .* From 192\.0\.2\.77 .*Sign out of 1 other place/);
    expect(page).toMatch(/Signed in\. .*192\.0\.2\.77 .* Failed: a password, a code or a passkey/);
    await browser.sendTo('/my/account', '/my/account/end-others');
    expect(await shown('/my/account')).toContain('signed in to your own pages nowhere else');
    expect((await other.browser.open('/my')).text).not.toContain('Sign out');
  });

  it('is not valid in a consent journey, nor the reverse', async () => {
    const { browser, bank } = newCustomer();
    const uid = bank.begin(await askForVrp(bank.tpp));
    await browser.signIn(uid);
    expect((await browser.open('/my/payments')).text).not.toContain('Sign out');
  });
});
