import type { Proof } from '../../../src/simulators/identity-provider/proof.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDelegatedBank } from '../../helpers/delegated-bank.ts';
import { DelegatedCustomer } from '../../helpers/delegated-customer.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { parametersOf, type Place } from '../../helpers/secure-browser.ts';
import { askForPayment } from '../../web/requests.ts';

const bank = useDelegatedBank();
let api: SecureApi;
beforeAll(async () => {
  api = await SecureApi.open(bank().service);
});

const ACCOUNT = '11280001234567';

/** Begins a journey, signs in at the provider and chooses an account. */
async function identified(user = 'clara', initiation = {}) {
  const consentId = await askForPayment(api, initiation);
  const customer = new DelegatedCustomer(bank());
  const arrived = await customer.browser.follow(await api.tpp.authorizeUrl(consentId));
  const leaving = await customer.fill(arrived, 'password', {});
  const choice = await customer.comeBack(await customer.confirm(leaving, user));
  const { origin, pathname } = new URL(arrived.url);
  const path = `${origin}${pathname}`;
  const status = async () => (await bank().service.store.findConsent(consentId))?.status;
  return { consentId, customer, arrived, choice, path, status };
}

/** Continues to the approval at the provider. */
async function leaving(user = 'clara') {
  const journey = await identified(user);
  const { customer, choice, path } = journey;
  if (choice.reply.text.includes('Choose the account')) {
    await customer.fill(choice, 'account', { account: ACCOUNT });
  }
  const page = await customer.browser.follow(`${path}/approve`);
  return { ...journey, page, target: await customer.fill(page, 'approve', {}) };
}

describe('an approval at the bank’s provider', () => {
  it('returns the TPP’s code after two visits, and is linked to what the page showed', async () => {
    const { consentId, customer, page, target, status } = await leaving();
    expect(page.reply.text).toContain('Next, your bank asks you to confirm exactly this.');
    expect(page.reply.text).not.toContain('One-time code');
    const back = await customer.confirm(target, 'clara');
    expect(back.shown).toMatch(/£10\.50 to Fresco Ltd.*20-00-00 00000001.*11-28-00 01234567/s);
    const { code = '' } = parametersOf(await customer.comeBack(back));
    expect((await api.tpp.redeem(code)).status).toBe(200);
    expect(await status()).toBe('Authorised');
    const [approval] = await bank().service.store.approvalsOf(consentId);
    expect(approval).toMatchObject({ userId: 'clara', factor: 'provider', decision: 'approve' });
    expect(page.reply.text).toContain(
      `name="linked" value="${String(approval?.dynamicLinkingHash)}"`,
    );
  });
});

/** Returns the query parameter `problem` of the page that the customer sees. */
function problemOf({ url }: Place): string | null {
  return new URL(url).searchParams.get('problem');
}

describe('nothing is approved', () => {
  it.each([
    [
      'another amount',
      (proof) => ({ ...proof, details: changed(proof, '£9,999.00 to Fresco Ltd') }),
    ],
    ['no digest', (proof) => ({ ...proof, details: [] })],
    ['a lower acr', (proof) => ({ ...proof, acr: 'urn:bank:password' })],
    ['no acr', (proof) => ({ ...proof, acr: undefined })],
    ['an authentication before the approval', (proof) => ({ ...proof, authTime: earlier(proof) })],
  ] satisfies [string, (proof: Proof) => Proof][])('if the ID token proves %s', async (_, lie) => {
    const { consentId, customer, target, status } = await leaving();
    bank().distort(lie);
    const place = await customer.comeBack(await customer.confirm(target, 'clara'));
    expect(problemOf(place)).toBe('bankUnproven');
    expect(place.reply.text).toContain('did not confirm exactly this');
    expect(await status()).toBe('AwaitingAuthorisation');
    expect(await bank().service.store.approvalsOf(consentId)).toEqual([]);
  });

  it('if another user of the bank confirms', async () => {
    const { customer, target, status } = await leaving();
    customer.forgetProvider();
    const place = await customer.comeBack(await customer.confirm(target, 'colin'));
    expect(problemOf(place)).toBe('bankUnproven');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('if the customer cancels at the provider', async () => {
    const { customer, target, status } = await leaving();
    const place = await customer.comeBack(await customer.confirm(target, 'clara', 'no'));
    expect(problemOf(place)).toBe('bankDeclined');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('in another browser, with another issuer or another code', async () => {
    const [one, two] = [await leaving(), await leaving()];
    const back = await one.customer.confirm(one.target, 'clara');
    const other = await two.customer.confirm(two.target, 'clara');
    expect((await two.customer.comeBack(back)).reply.status).toBe(410);
    const injected = new URL(other.url);
    injected.searchParams.set('code', new URL(back.url).searchParams.get('code') ?? '');
    expect(problemOf(await two.customer.comeBack({ url: injected.href }))).toBe('bankUnproven');
    const mixedUp = new URL(back.url);
    mixedUp.searchParams.set('iss', 'https://evil.example');
    expect(problemOf(await one.customer.comeBack({ url: mixedUp.href }))).toBe('bankUnproven');
    // The visit has ended, so the honest response is refused too.
    expect(problemOf(await one.customer.comeBack(back))).toBe('bankVisitOver');
    expect([await one.status(), await two.status()]).toEqual(
      Array(2).fill('AwaitingAuthorisation'),
    );
  });

  it('if the customer chose another account meanwhile', async () => {
    const { customer, choice, target, status } = await leaving();
    const back = await customer.confirm(target, 'clara');
    await customer.fill(choice, 'account', { account: '11280001234568' });
    expect(problemOf(await customer.comeBack(back))).toBe('changed');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('by a callback that comes again after the approval', async () => {
    const { consentId, customer, target } = await leaving();
    const back = await customer.confirm(target, 'clara');
    await customer.comeBack(back);
    const again = await customer.comeBack(back);
    // A repetition at once gets the same answer, and the interaction has ended.
    expect([302, 303, 410]).toContain(again.reply.status);
    expect(await bank().service.store.approvalsOf(consentId)).toHaveLength(1);
  });

  it('if the provider is away, before or after the customer confirms', async () => {
    const { customer, page, target, status } = await leaving();
    const back = await customer.confirm(target, 'clara');
    bank().setAway(true);
    const place = await customer.comeBack(back);
    expect([problemOf(place), place.reply.status]).toEqual(['bankAway', 200]);
    expect(place.reply.text).toContain('We could not reach the sign-in of your bank.');
    // The same form would count as a double click.
    expect(problemOf(await customer.fill(page, 'approve', { click: '2' }))).toBe('bankAway');
    expect(await status()).toBe('AwaitingAuthorisation');
    bank().setAway(false);
    const anew = await customer.fill(page, 'approve', { click: '3' });
    const retried = await customer.confirm(anew, 'clara');
    await customer.comeBack(retried);
    expect(await status()).toBe('Authorised');
  });
});

describe('an identification at the bank’s provider', () => {
  it('refuses a user of the bank who is unknown to the service', async () => {
    const { choice } = await identified('olga');
    expect(problemOf(choice)).toBe('bankUnknown');
    expect(choice.reply.text).toContain('that user has no access here');
    expect(choice.reply.text).not.toContain('Choose the account');
  });

  it('refuses an authentication that is too old', async () => {
    bank().distort((proof) => ({ ...proof, authTime: proof.authTime - 400 }));
    expect(problemOf((await identified()).choice)).toBe('bankUnproven');
  });

  it('asks for no password, and accepts none', async () => {
    const { customer, arrived } = await identified();
    expect(arrived.reply.text).not.toContain('name="password"');
    const fields = { user: 'clara', password: 'clara-password' };
    const fresh = new DelegatedCustomer(bank());
    const url = await api.tpp.authorizeUrl(await askForPayment(api));
    const place = await fresh.fill(await fresh.browser.follow(url), 'password', fields);
    expect(place.url.startsWith(bank().issuer)).toBe(true);
    expect(customer.browser.written.join()).not.toContain('__Host-known');
  });

  it('opens no other site by its callback', async () => {
    const { customer } = await identified();
    const { issuerUrl } = bank().service;
    for (const state of ['', '//evil.example', `../../x.${'a'.repeat(43)}`, 'a.b']) {
      const url = `${issuerUrl}/sign-in/callback?state=${encodeURIComponent(state)}&code=1`;
      expect((await customer.browser.get(url)).status).toBe(410);
    }
  });
});

function changed({ details }: Proof, headline: string): Proof['details'] {
  return details.map((detail) => ({ ...detail, headline }));
}

function earlier({ authTime }: Proof): number {
  return authTime - 30;
}
