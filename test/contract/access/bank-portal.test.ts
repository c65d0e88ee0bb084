import { describe, expect, it } from 'vitest';
import { useDelegatedBank } from '../../helpers/delegated-bank.ts';
import { DelegatedCustomer } from '../../helpers/delegated-customer.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { askForPayment, payForTwo } from '../../web/requests.ts';

const bank = useDelegatedBank();

/** Opens a page of the portal as a visitor, and signs in at the provider. */
async function signedIn(path = '/my', user = 'dave') {
  const { issuerUrl } = bank().service;
  const customer = new DelegatedCustomer(bank());
  const visited = await customer.browser.follow(`${issuerUrl}${path}`);
  const target = await customer.fill(visited, 'password', {});
  const place = await customer.comeBack(await customer.confirm(target, user));
  return { customer, visited, place, issuerUrl };
}

/** Goes to the provider to approve a payment that dora has approved before. */
async function leaving() {
  const id = await payForTwo(await Tpp.signIn(bank().service.origin), 'dora');
  const path = `/my/approvals/${id}`;
  const visit = await signedIn(path);
  const { customer, issuerUrl } = visit;
  const page = await customer.browser.follow(`${issuerUrl}${path}/approve`);
  const target = await customer.fill(page, 'approve', {});
  const { store } = bank().service;
  const status = async () => (await store.findPayment(id))?.approval?.status;
  return { ...visit, id, path, page, target, status };
}

describe('the own pages of customers', () => {
  it('open the requested page after the sign-in at the provider', async () => {
    const { visited, place, path, issuerUrl } = await leaving();
    expect(visited.reply.text).toContain('Sign in to your own pages');
    expect(visited.reply.text).not.toContain('type="password"');
    expect(visited.reply.headers['content-security-policy']).toContain(
      `form-action 'self' ${bank().issuer}`,
    );
    expect(place.url).toBe(`${issuerUrl}${path}`);
    expect(place.reply.text).toContain('Check and decide');
  });

  it('refuse a sign-in without strong authentication', async () => {
    bank().distort((proof) => ({ ...proof, acr: 'urn:bank:password' }));
    const { place } = await signedIn();
    expect(place.url).toContain('/my?problem=bankUnproven');
    expect(place.reply.text).toContain('Sign in to your own pages');
  });

  it('take the last approval of several', async () => {
    const { customer, target, status, id } = await leaving();
    const back = await customer.confirm(target, 'dave');
    expect(back.shown).toMatch(/£10\.50 to Fresco Ltd/);
    const place = await customer.comeBack(back);
    expect(place.reply.text).toContain('You approved this');
    expect(await status()).toBe('approved');
    const { store } = bank().service;
    const { consentId = '' } = (await store.findPayment(id)) ?? {};
    expect((await store.approvalsOf(consentId)).at(-1)).toMatchObject({ factor: 'provider' });
  });

  it('take no approval of another user, or after the session ended', async () => {
    const { customer, target, status, page, issuerUrl } = await leaving();
    customer.forgetProvider();
    const refused = await customer.comeBack(await customer.confirm(target, 'clara'));
    expect(refused.url).toContain('problem=bankUnproven');
    customer.forgetProvider();
    const back = await customer.confirm(
      await customer.fill(page, 'approve', { click: '2' }),
      'dave',
    );
    await customer.fill(page, 'sign-out', {});
    const late = await customer.comeBack(back);
    expect(late.url).toBe(`${issuerUrl}/my?problem=portalEnded`);
    expect(await status()).toBe('waiting');
  });

  it('list sign-ins and failures at the provider in true words', async () => {
    const api = await SecureApi.open(bank().service);
    const { customer, issuerUrl, target } = await leaving();
    await customer.comeBack(await customer.confirm(target, 'dave', 'no'));
    const visitor = new DelegatedCustomer(bank());
    const url = await api.tpp.authorizeUrl(await askForPayment(api));
    const toBank = await visitor.fill(await visitor.browser.follow(url), 'password', {});
    await visitor.comeBack(await visitor.confirm(toBank, 'dave'));
    const { reply } = await customer.browser.follow(`${issuerUrl}/my/account`);
    expect(reply.text).toContain('Signed in at your bank, to see the request of a provider');
    expect(reply.text).toContain('Failed: a sign-in or an approval at your bank was not completed');
    expect(reply.text).not.toMatch(/Password entered|a passkey was wrong/);
  });

  it('sign out at the provider too', async () => {
    const { customer, place, issuerUrl } = await signedIn();
    const { url } = await customer.fill(place, 'sign-out', {});
    expect(url).toMatch(`${bank().issuer}/session/end?`);
    const { text } = await customer.open(url);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const form = { xsrf, logout: 'yes' };
    const back = await customer.open(`${bank().issuer}/session/end/confirm`, form);
    expect(back.url).toBe(`${issuerUrl}/my?signed-out`);
    expect((await customer.browser.follow(back.url)).reply.text).toContain('You have signed out.');
  });

  it('have no passkeys and no codes', async () => {
    const { customer, place, issuerUrl } = await signedIn();
    const account = await customer.browser.follow(`${issuerUrl}/my/account`);
    expect(account.reply.text).not.toContain('Passkeys');
    const add = await customer.browser.get(`${issuerUrl}/my/account/passkeys/add`);
    expect([place.reply.status, add.status]).toEqual([200, 404]);
  });
});
