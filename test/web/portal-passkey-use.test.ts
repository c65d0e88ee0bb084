import { describe, expect, it } from 'vitest';
import type { Flaws } from '../helpers/authenticator.ts';
import { linkedIn, type HttpBrowser } from './http-browser.ts';
import { optionsIn, withPasskey } from './passkeys.ts';
import { payForTwo } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

function enterPassword(browser: HttpBrowser, user: string, password = `${user}-password`) {
  return browser.sendTo('/my', '/my/password', { user, password });
}

async function optionsAt(browser: HttpBrowser, path: string): Promise<string> {
  return optionsIn((await browser.open(path)).text);
}

/** Signs in with a passkey's response as the second factor. Returns the address of the redirect. */
async function signIn(browser: HttpBrowser, passkey: string): Promise<string> {
  return (await browser.sendTo('/my', '/my/code', { passkey })).location;
}

describe('signing in to the portal with a passkey', () => {
  it('accepts it instead of a code and shows when it was last used', async () => {
    const { bank, browser, shown } = newCustomer();
    const authenticator = await withPasskey(bank, 'clara');
    await enterPassword(browser, 'clara');
    const passkey = authenticator.get(await optionsAt(browser, '/my'));
    expect(await signIn(browser, passkey)).toBe('/my');
    expect(await shown('/my/account')).toMatch(/Telephone Added .* Last used/);
  });

  it('requests the same from every user, so it does not reveal who has a passkey', async () => {
    const pages = await Promise.all(
      [
        ['clara', 'clara-password'],
        ['clara', 'a guess'],
        ['dora', 'dora-password'],
        ['nobody', 'a guess'],
      ].map(async ([user = '', password]) => {
        const { browser } = newCustomer();
        await enterPassword(browser, user, password);
        const { text, response } = await browser.open('/my');
        const shown = text.replaceAll(/(?:value="|challenge&quot;:&quot;)[\w-]{43}/g, '');
        return [shown, response.headers.get('content-security-policy')];
      }),
    );
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(pages[0]?.[0]).toContain('allowCredentials&quot;:[]');
    expect(pages[0]?.[1]).toContain("script-src 'self';");
  });

  it.each<[string, string, string, Flaws]>([
    ['a wrong password', 'clara', 'a guess', {}],
    ['the passkey of another user', 'dora', 'dora-password', {}],
    ['an unknown user name', 'nobody', 'a guess', {}],
    ['another origin', 'clara', 'clara-password', { origin: 'https://evil.example' }],
    ['an unknown passkey', 'clara', 'clara-password', { id: 'bm9uZQ' }],
  ])('fails with the same response for %s', async (_, user, password, flaws) => {
    const { bank, browser } = newCustomer();
    const authenticator = await withPasskey(bank, 'clara');
    await enterPassword(browser, user, password);
    const passkey = authenticator.get(await optionsAt(browser, '/my'), flaws);
    bank.asked.length = 0;
    expect(await signIn(browser, passkey)).toBe('/my?problem=credentials');
    expect(bank.asked.filter((name) => name !== 'findSession')).toEqual([
      ...['keepActive', 'keepActive', 'findPasskey', 'endSignIn'],
    ]);
    expect((await browser.open('/my')).text).not.toContain('Sign out');
  });

  it('rejects a passkey response of another sign-in', async () => {
    const { bank, browser } = newCustomer();
    const authenticator = await withPasskey(bank, 'colin');
    await enterPassword(browser, 'colin');
    const passkey = authenticator.get(await optionsAt(browser, '/my'));
    const other = newCustomer().browser;
    await enterPassword(other, 'colin');
    expect(await signIn(other, passkey)).toBe('/my?problem=credentials');
    expect(await signIn(browser, passkey)).toBe('/my');
  });
});

describe('approving in the portal with a passkey', () => {
  async function waiting(user = 'dave') {
    const customer = newCustomer();
    const { bank, browser } = customer;
    const authenticator = await withPasskey(bank, user);
    await browser.signInToPortal(user);
    const newPayment = async () => {
      const id = await payForTwo(bank.tpp, 'dora');
      const path = `/my/approvals/${id}`;
      const page = `${path}/approve`;
      const linked = async () => linkedIn((await browser.open(page)).text);
      return {
        path,
        options: () => optionsAt(browser, page),
        approve: async (passkey: string) =>
          (await browser.sendTo(page, page, { linked: await linked(), passkey })).location,
        payment: () => bank.service.store.findPayment(id),
      };
    };
    return { ...customer, authenticator, newPayment };
  }

  it('approves exactly this payment and records the factor', async () => {
    const { bank, authenticator, newPayment } = await waiting();
    const { path, options, approve, payment } = await newPayment();
    expect(await approve(authenticator.get(await options()))).toBe(path);
    const { approval, consentId = '' } = (await payment()) ?? {};
    expect(approval?.status).toBe('approved');
    const approvals = await bank.service.store.approvalsOf(consentId);
    expect(approvals.at(-1)).toMatchObject({ userId: 'dave', factor: 'passkey' });
  });

  it('rejects a response for another payment, or from before another factor', async () => {
    const { authenticator, newPayment } = await waiting('dina');
    const [one, other] = [await newPayment(), await newPayment()];
    const [forOne, forOther] = [await one.options(), await other.options()];
    const signedForOther = authenticator.get(forOther);
    expect(await one.approve(signedForOther)).toBe(`${one.path}/approve?problem=passkey`);
    expect(await other.approve(signedForOther)).toBe(other.path);
    // This response is for a page that was opened before the other payment was approved.
    expect(await one.approve(authenticator.get(forOne))).toContain('problem=passkey');
    expect((await one.payment())?.approval?.status).toBe('waiting');
    expect(await one.approve(authenticator.get(await one.options()))).toBe(one.path);
  });
});
