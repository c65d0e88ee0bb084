import { expectStatus } from '../../../test-client/answer.ts';
import { ROUTES } from '../../../src/api/routes.ts';
import type { Family } from '../../../src/families/common/family.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { type Options, type Reply, Tpp } from '../../helpers/tpp.ts';
import type { Chapter } from '../../helpers/use-service.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import { casePaying } from '../families/case-paying.ts';
import { CONSENT_FIXTURES } from '../families/consent-fixtures.ts';
import { FamilyClient } from '../families/family-client.ts';
import { type FaultlessRequest, OPERATION_CASES } from './operation-cases.ts';

type Route = (typeof ROUTES)[number];

/** A response of the service, with the operation that returned it. */
export interface Exchange {
  readonly route: Route;
  readonly reply: Reply;
}

/** A time at which all scheduled payments of the families' test cases are due. */
const LATER = '2026-12-02T08:00:00Z';

/**
 * Collects responses of every kind from every operation. Sends the requests that are rejected
 * first.
 */
export async function collectExchanges({ service, tpp }: Chapter): Promise<readonly Exchange[]> {
  const stranger = await Tpp.signIn(service().origin, 'tpp-two');
  const exchanges: Exchange[] = [];
  for (const route of ROUTES) {
    const replies = await answersOf(route, tpp(), stranger);
    exchanges.push(...replies.map((reply) => ({ route, reply })));
  }
  exchanges.push(...(await fixtureExchanges(tpp())));
  const resources = await makeResources(tpp());
  await tpp().moveClock(LATER);
  await service().runner.drain(1000);
  for (const { payments } of resources.values()) await returnFirst(tpp(), payments);
  for (const route of ROUTES.filter(({ operation }) => operation.method === 'GET')) {
    const { consents = [], payments = [] } = resources.get(route.family.name) ?? {};
    const ids = route.operation.path.startsWith('/{payments}') ? payments : consents;
    for (const id of ids) {
      exchanges.push({ route, reply: await tpp().get(route.path.replace('{id}', id)) });
    }
  }
  return exchanges;
}

/** Sends requests that an operation rejects for each of its reasons, and then one that succeeds. */
async function answersOf(route: Route, tpp: Tpp, stranger: Tpp): Promise<readonly Reply[]> {
  const { operation, family, path, name } = route;
  const request = await OPERATION_CASES[name](new FamilyClient(tpp, family));
  const strange = await OPERATION_CASES[name](new FamilyClient(stranger, family));
  const replies: Reply[] = [];
  for (const { id = request.id, ...options } of [...refused(request, strange), {}]) {
    const { token, body } = request;
    const address = path.replace('{id}', id);
    replies.push(await tpp.call(operation.method, address, { token, body, ...options }));
  }
  return replies;
}

/** Returns ways to make a request invalid. Some of them have no effect on some operations. */
function refused(
  request: FaultlessRequest,
  strange: FaultlessRequest,
): readonly (Options & { readonly id?: string })[] {
  const hasBody = request.body !== undefined;
  return [
    { token: null },
    { token: request.wrongToken },
    { token: strange.token, key: 'the key of another' },
    { headers: { 'x-fapi-auth-date': 'never', 'x-fapi-interaction-id': 'none' } },
    { headers: { accept: 'text/html' } },
    ...(request.id === '' ? [] : [{ id: 'none' }]),
    ...(hasBody
      ? [{ body: 'x'.repeat(3_000_000) }, { headers: { 'content-type': 'text/x' } }]
      : []),
    ...(typeof request.body === 'string' ? [{ body: '{"Data":1,"Odd":2}' }, { body: '{' }] : []),
  ];
}

/** Creates every consent in the fixtures. Together, these contain all optional fields. */
async function fixtureExchanges(tpp: Tpp): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const { family, body } of CONSENT_FIXTURES) {
    const route = ROUTES.find(({ path }) => path === `/${family}`);
    if (route === undefined) throw new Error(`no route for the fixtures of ${family}`);
    exchanges.push({ route, reply: await tpp.post(route.path, body) });
  }
  return exchanges;
}

interface Resources {
  readonly consents: readonly string[];
  readonly payments: readonly string[];
}

/**
 * Creditors whose payments the scheme accepts (twice the one of the test case), rejects, or keeps
 * pending for a day. The first payment is returned.
 */
const CREDITORS = [undefined, undefined, '99999900000001', '99999900000050'];

/** Returns the first of a family's payments, after the scheme accepted it. */
async function returnFirst(tpp: Tpp, [paymentId = '']: readonly string[]): Promise<void> {
  const path = `/sandbox/payments/${paymentId}/returns`;
  expectStatus(await tpp.post(path, { index: 0, reason: 'AC04' }, { key: null }), 200);
}

/** Creates a scheduled payment and cancels it as the customer. */
async function payAndCancel(client: FamilyClient): Promise<string> {
  const { paymentId } = await client.paid();
  const { user } = client.case.customer;
  const path = `/sandbox/payments/${paymentId}/cancellation`;
  expectStatus(await client.tpp.post(path, { user }, { key: null }), 200);
  return paymentId;
}

/**
 * Creates three payments that need two approvals: one is still pending, one approved and one
 * rejected.
 */
async function payByTwo(tpp: Tpp, family: Family): Promise<readonly string[]> {
  const client = new FamilyClient(tpp, family, approvedByTwo(family.name));
  const ids: string[] = [];
  for (const decision of [undefined, 'approve', 'reject']) {
    const { paymentId } = await client.paid();
    ids.push(paymentId);
    if (decision === undefined) continue;
    const path = `/sandbox/payments/${paymentId}/approvals`;
    expectStatus(await tpp.post(path, { user: 'dave', decision }, { key: null }), 200);
  }
  return ids;
}

/** Creates pending, rejected and used consents, and payments, in every family. */
async function makeResources(tpp: Tpp): Promise<ReadonlyMap<string, Resources>> {
  const resources = new Map<string, Resources>();
  for (const family of FAMILIES) {
    const client = new FamilyClient(tpp, family);
    const rejected = await client.prepared();
    await client.decide(rejected, { decision: 'reject' });
    const consents = [await client.prepared(), rejected];
    const payments: string[] = [];
    for (const creditor of CREDITORS) {
      const familyCase = creditor === undefined ? client.case : casePaying(family.name, creditor);
      const paid = await new FamilyClient(tpp, family, familyCase).paid();
      consents.push(paid.consentId);
      payments.push(paid.paymentId);
    }
    if (family.consumesConsent) payments.push(...(await payByTwo(tpp, family)));
    if (client.case.dueAt !== null) payments.push(await payAndCancel(client));
    resources.set(family.name, { consents, payments });
  }
  return resources;
}
