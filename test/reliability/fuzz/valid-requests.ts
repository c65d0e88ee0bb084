import type { Family } from '../../../src/families/common/family.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { DAY_MS, formatInstant } from '../../../src/shared/time.ts';
import { WEDNESDAY } from '../../contract/families/family-case.ts';
import { FamilyClient } from '../../contract/families/family-client.ts';
import { readClock } from '../../crash/load.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { consentBody, dataOf, type Tpp } from '../../helpers/tpp.ts';

/** A valid request, before it is mutated. */
export interface ValidRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const BASE = '/open-banking/v3.1';

/** Number of consents to create that wait for a file. Each upload uses up one of them. */
const UPLOADS = 6;

/** Returns valid requests of every kind that the service accepts. */
export async function validRequests(tpp: Tpp): Promise<readonly ValidRequest[]> {
  const requests: ValidRequest[] = [];
  for (const family of FAMILIES) requests.push(...(await requestsOf(family, tpp)));
  return [...requests, ...(await fileRequests(tpp)), ...(await sandboxRequests(tpp))];
}

/**
 * Returns the requests that create a consent and a payment of a family, and those that read them.
 */
async function requestsOf(family: Family, tpp: Tpp): Promise<readonly ValidRequest[]> {
  const client = new FamilyClient(tpp, family);
  const base = `${BASE}/${family.bases[0] ?? ''}`;
  // The families' test cases contain fixed dates and unusual JSON, so replace both.
  const date = formatInstant((await readClock(tpp)) + DAY_MS);
  const spelled = (body: string): string =>
    JSON.stringify(JSON.parse(body)).replaceAll(WEDNESDAY, date);
  const consent = spelled(client.consentBody());
  const made = await tpp.call('POST', `/${family.consents}`, { body: consent });
  const id = dataOf(made)['ConsentId'] as string;
  if (client.case.file !== null) await tpp.upload(id, client.case.file);
  const decided = await tpp.decide(id, client.case.customer);
  const token = (decided.json?.['access_token'] ?? tpp.token) as string;
  const payment = spelled(client.paymentBody(id));
  const [consents, payments] = [`${base}/${family.consents}`, `${base}/${family.payments}`];
  const paid = await tpp.call('POST', `/${family.payments}`, { body: payment, token });
  const paymentId = dataOf(paid)[family.paymentIdName] as string;
  const funds = get(tpp, `${consents}/${id}/funds-confirmation`, token);
  return [
    post(tpp, consents, consent),
    post(tpp, payments, payment, token),
    get(tpp, `${consents}/${id}`, tpp.token),
    get(tpp, `${payments}/${paymentId}`, tpp.token),
    get(tpp, `${payments}/${paymentId}/payment-details`, tpp.token),
    ...(family.operations.includes('confirmFunds') ? [funds] : []),
  ];
}

async function fileRequests(tpp: Tpp): Promise<readonly ValidRequest[]> {
  const file = bulkFile(6);
  const path = `${BASE}/pisp/file-payment-consents`;
  const ids = await Promise.all(Array.from({ length: UPLOADS }, () => tpp.consentFor(file)));
  return [
    post(tpp, path, JSON.stringify(consentBody(file))),
    ...ids.map((id) => post(tpp, `${path}/${id}/file`, file.toString())),
    ...ids.slice(0, 1).map((id) => get(tpp, `${path}/${id}/file`, tpp.token)),
  ];
}

async function sandboxRequests(tpp: Tpp): Promise<readonly ValidRequest[]> {
  const { host } = new URL(tpp.origin);
  const id = await tpp.consentFor(bulkFile(1));
  const now = formatInstant((await readClock(tpp)) + DAY_MS);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'tpp-one',
    client_secret: 'tpp-one-secret',
    scope: 'payments',
  });
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const clock = post(tpp, '/sandbox/clock', JSON.stringify({ now }));
  return [
    post(tpp, `/sandbox/consents/${id}/decision`, '{"user":"clara","decision":"approve"}'),
    { ...clock, method: 'PUT' },
    get(tpp, `/sandbox/accounts/${NORTHWIND}/entries`, tpp.token),
    {
      method: 'POST',
      path: '/sandbox/token',
      headers: { host, ...formType },
      body: form.toString(),
    },
  ];
}

function post(tpp: Tpp, path: string, body: string, token = tpp.token): ValidRequest {
  return { method: 'POST', path, headers: headersOf(tpp, token), body };
}

function get(tpp: Tpp, path: string, token: string): ValidRequest {
  return { method: 'GET', path, headers: headersOf(tpp, token), body: '' };
}

function headersOf(tpp: Tpp, token: string): Readonly<Record<string, string>> {
  return {
    host: new URL(tpp.origin).host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'x-fapi-auth-date': 'Sun, 10 Sep 2017 19:43:31 UTC',
    'x-fapi-customer-ip-address': '104.25.212.99',
    'x-customer-user-agent': 'curl/8',
  };
}
