import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '../../../src/simulators/identity-provider/proof.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src/shared/time.ts';
import { useDelegatedBank } from '../../helpers/delegated-bank.ts';
import { DelegatedCustomer } from '../../helpers/delegated-customer.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { parametersOf, type Place } from '../../helpers/secure-browser.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { askForPayment, payForTwo } from '../../web/requests.ts';

const bank = useDelegatedBank();
let api: SecureApi;
beforeAll(async () => {
  api = await SecureApi.open(bank().service);
});
afterEach(async () => {
  // Otherwise, no more than five requests would be sent to a customer within five minutes.
  const slots = [0, 1, 2, 3, 4];
  const { store } = bank().service;
  await Promise.all(slots.map((slot) => store.removeItem('BankAsk', `clara ${String(slot)}`)));
});

const IN_APP = { where: 'app' };

/** Signs in, and continues to the page on which the customer approves. */
async function readyToApprove() {
  const consentId = await askForPayment(api);
  const customer = new DelegatedCustomer(bank());
  const arrived = await customer.browser.follow(await api.tpp.authorizeUrl(consentId));
  const leaving = await customer.fill(arrived, 'password', {});
  const choice = await customer.comeBack(await customer.confirm(leaving, 'clara'));
  await customer.fill(choice, 'account', { account: '11280001234567' });
  const { origin, pathname } = new URL(arrived.url);
  const page = await customer.browser.follow(`${origin}${pathname}/approve`);
  const status = async () => (await bank().service.store.findConsent(consentId))?.status;
  return { consentId, customer, choice, page, status };
}

/** Continues to the page that waits for the bank's app. */
async function waiting() {
  const journey = await readyToApprove();
  const place = await journey.customer.fill(journey.page, 'approve', IN_APP);
  return { ...journey, place };
}

/** Waits for the interval. Then does what the header `Refresh` of the page requests. */
async function refresh(customer: DelegatedCustomer, place: Place): Promise<Place> {
  bank().pass(5 * SECOND_MS);
  return refreshAtOnce(customer, place);
}

let refreshes = 0;

function refreshAtOnce(customer: DelegatedCustomer, { url, reply }: Place): Promise<Place> {
  const [, next = ''] = /^\d+; url=(.*)$/.exec(String(reply.headers['refresh'])) ?? [];
  refreshes += 1;
  // The same address within 3 seconds would count as a double click.
  return customer.browser.follow(`${new URL(next, url).href}&click=${String(refreshes)}`);
}

function problemOf({ url }: Place): string | null {
  return new URL(url).searchParams.get('problem');
}

function codeIn({ reply }: Place): string {
  return /<strong>([A-Z]{4})<\/strong>/.exec(reply.text)?.[1] ?? '';
}

describe('an approval in the bank’s app', () => {
  it('returns the TPP’s code once the customer has approved on the phone', async () => {
    const { consentId, customer, page, place, status } = await waiting();
    expect(page.reply.text).toContain('Approve in your bank’s app');
    expect(place.url).toMatch(/\/interaction\/[\w-]+\/waiting\?state=/);
    expect(place.reply.headers['refresh']).toMatch(/^5; url=\/interaction\/[\w-]+\/signed-in\?/);
    const still = await refresh(customer, place);
    expect([still.url, codeIn(still)]).toEqual([place.url, codeIn(place)]);
    const { shown } = await customer.answerOnPhone('clara');
    expect(shown).toContain(`clara: code ${codeIn(place)}`);
    expect(shown).toMatch(/£10\.50 to Fresco Ltd.*20-00-00 00000001.*11-28-00 01234567/s);
    const { code = '' } = parametersOf(await refresh(customer, still));
    expect((await api.tpp.redeem(code)).status).toBe(200);
    expect(await status()).toBe('Authorised');
    const [approval, ...others] = await bank().service.store.approvalsOf(consentId);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ userId: 'clara', factor: 'provider', decision: 'approve' });
    expect(page.reply.text).toContain(
      `name="linked" value="${String(approval?.dynamicLinkingHash)}"`,
    );
  });

  it('counts for one of several approvers on the own pages', async () => {
    const id = await payForTwo(await Tpp.signIn(bank().service.origin), 'dora');
    const customer = new DelegatedCustomer(bank());
    const path = `${bank().service.issuerUrl}/my/approvals/${id}`;
    const leaving = await customer.fill(await customer.browser.follow(path), 'password', {});
    await customer.comeBack(await customer.confirm(leaving, 'dave'));
    const page = await customer.browser.follow(`${path}/approve`);
    const place = await customer.fill(page, 'approve', IN_APP);
    expect(place.url.startsWith(`${path}/waiting?state=own.`)).toBe(true);
    expect(codeIn(place)).not.toBe('');
    // The page of another payment must not show this code.
    const other = await payForTwo(await Tpp.signIn(bank().service.origin), 'dora');
    const mixed = await customer.browser.follow(place.url.replace(id, other));
    expect([codeIn(mixed), mixed.reply.headers['refresh']]).toEqual(['', undefined]);
    await customer.answerOnPhone('dave');
    const done = await refresh(customer, place);
    expect(done.url).toBe(path);
    expect(done.reply.text).toContain('You approved this');
  });
});

describe('nothing is approved in the bank’s app', () => {
  it.each([
    [
      'another amount',
      (proof) => ({
        ...proof,
        details: proof.details.map((detail) => ({ ...detail, headline: '£9,999.00 to Fresco' })),
      }),
    ],
    ['no digest', (proof) => ({ ...proof, details: [] })],
    ['the answer to another request', (proof) => ({ ...proof, authReqId: 'request-2' })],
    ['a lower acr', (proof) => ({ ...proof, acr: 'urn:bank:password' })],
    ['no acr', (proof) => ({ ...proof, acr: undefined })],
    ['an older authentication', (proof) => ({ ...proof, authTime: proof.authTime - 30 })],
    ['a later authentication', (proof) => ({ ...proof, authTime: proof.authTime * 1000 })],
  ] satisfies [string, (proof: Proof) => Proof][])('if the ID token proves %s', async (_, lie) => {
    const { consentId, customer, place, status } = await waiting();
    bank().distort(lie);
    await customer.answerOnPhone('clara');
    const ended = await refresh(customer, place);
    expect(problemOf(ended)).toBe('bankUnproven');
    expect(await status()).toBe('AwaitingAuthorisation');
    expect(await bank().service.store.approvalsOf(consentId)).toEqual([]);
    // The honest answer does not count either, because the request has been answered.
    bank().distort((proof) => proof);
    expect(problemOf(await refresh(customer, place))).toBe('bankVisitOver');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('if the app asked another user', async () => {
    const { customer, page, status } = await readyToApprove();
    bank().distort((proof) => ({ ...proof, subject: 'colin' }));
    const place = await customer.fill(page, 'approve', IN_APP);
    await customer.answerOnPhone('colin');
    expect(problemOf(await refresh(customer, place))).toBe('bankUnproven');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('if the customer refuses', async () => {
    const { customer, place, status } = await waiting();
    await customer.answerOnPhone('clara', 'no');
    const ended = await refresh(customer, place);
    expect(problemOf(ended)).toBe('bankDeclined');
    expect(ended.reply.text).toContain('Nothing was approved.');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('if the customer answers too late', async () => {
    const { customer, place, status } = await waiting();
    bank().pass(2.5 * MINUTE_MS);
    const still = await refresh(customer, place);
    expect(still.url).toBe(place.url);
    bank().pass(2.5 * MINUTE_MS);
    await customer.answerOnPhone('clara');
    const ended = await refreshAtOnce(customer, still);
    expect(problemOf(ended)).toBe('bankExpired');
    expect(ended.reply.text).toContain('in time. Nothing was approved.');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('if the customer chose another account meanwhile', async () => {
    const { customer, choice, place, status } = await waiting();
    await customer.answerOnPhone('clara');
    await customer.fill(choice, 'account', { account: '11280001234568' });
    expect(problemOf(await refresh(customer, place))).toBe('changed');
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('in another browser, or twice', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await one.customer.answerOnPhone('clara');
    // The newest request belongs to `two`.
    const { search } = new URL(two.place.url);
    const { origin, pathname } = new URL(one.place.url);
    const stolen = `${origin}${pathname.replace('/waiting', '/signed-in')}${search}`;
    bank().pass(5 * SECOND_MS);
    expect(problemOf(await one.customer.browser.follow(stolen))).toBe('bankVisitOver');
    expect((await one.customer.browser.get(two.place.url)).status).toBe(410);
    parametersOf(await refresh(two.customer, two.place));
    expect(await two.status()).toBe('Authorised');
    const again = await refresh(two.customer, two.place);
    expect(again.reply.status).toBe(410);
    expect(await bank().service.store.approvalsOf(two.consentId)).toHaveLength(1);
    expect(await one.status()).toBe('AwaitingAuthorisation');
  });

  it('while the provider is away, and the customer can wait for it', async () => {
    const { customer, page, place, status } = await waiting();
    await customer.answerOnPhone('clara');
    bank().setAway(true);
    const away = await refresh(customer, place);
    expect([problemOf(away), codeIn(away)]).toEqual(['bankAway', codeIn(place)]);
    const anew = await customer.fill(page, 'approve', { ...IN_APP, click: '2' });
    expect(problemOf(anew)).toBe('bankAway');
    expect(await status()).toBe('AwaitingAuthorisation');
    bank().setAway(false);
    parametersOf(await refresh(customer, away));
    expect(await status()).toBe('Authorised');
  });

  it('by a poll that comes too fast, which makes the page wait longer', async () => {
    const { customer, place, status } = await waiting();
    await refresh(customer, place);
    // Only the service's clock moves, so the provider answers slow_down.
    bank().service.passMachineTime(5 * SECOND_MS);
    const slower = await refreshAtOnce(customer, place);
    expect(slower.url).toBe(place.url);
    expect(slower.reply.headers['refresh']).toMatch(/^10; /);
    await customer.answerOnPhone('clara');
    bank().pass(5 * SECOND_MS);
    expect((await refreshAtOnce(customer, slower)).url).toBe(place.url);
    expect(await status()).toBe('AwaitingAuthorisation');
    bank().pass(5 * SECOND_MS);
    parametersOf(await refreshAtOnce(customer, slower));
    expect(await status()).toBe('Authorised');
  });

  it('if the provider does not know the customer’s app', async () => {
    const { customer, page, status } = await readyToApprove();
    bank().distort((proof) => ({ ...proof, subject: 'nobody' }));
    const ended = await customer.fill(page, 'approve', IN_APP);
    expect(problemOf(ended)).toBe('bankNoApp');
    expect(ended.reply.text).toContain('Your bank could not ask you in its app.');
    expect(await status()).toBe('AwaitingAuthorisation');
  });
});
