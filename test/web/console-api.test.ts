import { describe, expect, it, vi } from 'vitest';
import { serviceActor } from '../../src/domain/records/audit.ts';
import { describeOperatorApi } from '../../src/ops/api/document.ts';
import { API_ROUTES } from '../../src/ops/api/routes.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { arrivalOf, documentOf } from '../contract/store/hub-messages.ts';
import { entry, report } from '../contract/store/settlement.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useApiBank, type ApiOperator } from './api-bank.ts';
import { parkedStep, scheduledStep, unbookedReturn } from './console-bank.ts';
import { payForTwo } from './requests.ts';
import { handedOver, heldPayment, proposedOutcome } from './waiting-decisions.ts';

const bank = useApiBank();
const body = { reason: 'They called.' };

let operators = 0;
/** Returns a new operator with all roles. */
function operator(): Promise<ApiOperator> {
  operators += 1;
  return bank().operator(`op${String(operators)}`, 'read', 'operate', 'approve', 'administer');
}

/** Sends requests, all of which must succeed. */
async function succeed(by: ApiOperator, ...requests: readonly (readonly [string, unknown?])[]) {
  for (const [route, sent] of requests) {
    const { status, text } = await by.call(route, { body: sent });
    expect([route, status, text.slice(0, status === 200 ? 0 : 200)]).toEqual([route, 200, '']);
  }
}

/** Returns the newest entry of the audit log with an action of an operator. */
async function newest(action: string, actor: string) {
  const entries = await bank().console.service.auditLog();
  const found = entries.findLast((one) => one.action === action && one.actorId === actor);
  return found && { subject: found.subject, detail: JSON.parse(found.detail ?? '{}') as unknown };
}

describe('the API of operators', () => {
  it('reads payments and customers, and records who viewed them', async () => {
    const by = await operator();
    const tpp = await Tpp.signIn(bank().console.service.origin);
    const id = await tpp.pay(bulkFile(2));
    await tpp.finished(id);
    await payForTwo(tpp, 'dora');
    const found = await by.call('POST /payments/find', { body: { text: id } });
    expect(found.json['payments']).toMatchObject([{ paymentId: id }]);
    expect(await newest('paymentsSearched', by.id)).toEqual({
      ...{ subject: 'payments', detail: { found: 1, id1: id } },
    });
    await succeed(by, [`GET /payments/${id}?row=2`]);
    expect(await newest('paymentViewed', by.id)).toMatchObject({ subject: id, detail: { row: 2 } });
    await succeed(by, [`POST /payments/${id}/rows`, { text: 'x', only: 'notPaid' }]);
    expect(await newest('fileViewed', by.id)).toEqual({
      ...{ subject: id, detail: { only: 'notPaid', page: 1, searched: true } },
    });
    await succeed(by, ['POST /customers/find', { search: 'northwind' }]);
    expect(await newest('customerViewed', by.id)).toMatchObject({ subject: 'northwind' });
    await succeed(by, ['GET /files?status=paid'], ['GET /approvals']);
    expect(await newest('listViewed', by.id)).toMatchObject({ subject: 'approvals' });
    const ledger = (await by.call('GET /ledger')).json['schemes'] as {
      clearing: { account: string };
    }[];
    const account = expectDefined(ledger[0], 'a scheme').clearing.account;
    await succeed(by, [`GET /ledger/entries?account=${account}`]);
    expect(await newest('listViewed', by.id)).toMatchObject({ subject: 'ledger' });
    const views = (await bank().console.service.auditLog()).length;
    expect((await by.call('GET /payments/fp-unknown')).json['message']).not.toContain('npx');
    expect((await bank().console.service.auditLog()).length).toBe(views);
    await succeed(
      by,
      [`GET /payments/${id}/case`],
      ['GET /tpps'],
      ['GET /settings'],
      ['GET /regulator'],
    );
    await succeed(by, ['GET /audit?limit=5'], ['GET /hub']);
  });

  it('does not answer if the view cannot be recorded', async () => {
    const by = await operator();
    const { paymentId } = await scheduledStep(bank().console);
    const record = vi.spyOn(bank().console.service.store, 'record');
    record.mockRejectedValueOnce(new Error('the disk is full'));
    const { status, text } = await by.call(`GET /payments/${paymentId}`);
    record.mockRestore();
    expect(status).toBe(500);
    expect(text).not.toContain(paymentId);
    expect(text).not.toContain('disk');
  });

  it('retries, holds and suspends', async () => {
    const by = await operator();
    const { step, id } = await parkedStep(bank().console);
    await succeed(by, ['GET /work'], [`POST /work/${String(step)}/retry`], ['POST /work/retry']);
    expect(await newest('workResumed', by.id)).toBeDefined();
    await succeed(by, [`POST /payments/${id}/hold`, body], ['GET /screening']);
    expect(await newest('operatorCommand', by.id)).toEqual({
      ...{ subject: 'payment-hold', detail: { argument: id, reason: 'They called.' } },
    });
    const { json } = await by.call('GET /tpps');
    const [tpp] = json['listed'] as { id: string }[];
    const path = `/tpps/${encodeURIComponent(expectDefined(tpp, 'a TPP').id)}`;
    await succeed(by, [`GET ${path}`], [`POST ${path}/suspend`, body]);
    const { store } = bank().console.service;
    const report = { node: 'n', day: '2020-01-05', maxGapMs: 0, counts: [], outages: [] };
    const at = Date.parse('2020-01-05T12:00:00Z');
    await store.addNodeReport({ ...report, run: 'n 1', at, stopped: 1 });
    await store.addNodeReport({ ...report, run: 'n 2', at: at + 1000, stopped: 0 });
    const downtime = '/regulator/downtimes/2020-01-05T12:00:00.000Z';
    await succeed(by, [`POST ${downtime}/unplanned`, body]);
    expect((await by.call(`POST ${downtime}/planned`, { body })).status).toBe(404);
  });

  it('proposes and confirms actions', async () => {
    const [one, other] = [await operator(), await operator()];
    await succeed(other, ['POST /hub/schemes/CHAPS/stop', body]);
    const subject = { action: 'resumeScheme', subject: 'CHAPS' };
    const facts = await one.call('POST /proposals/facts', { body: subject });
    const proposal = { ...subject, ...body, seen: facts.json['hash'] };
    for (const ending of ['withdraw', 'confirm']) {
      const { json } = await one.call('POST /proposals', { body: proposal });
      const again = await other.call('POST /proposals', { body: proposal });
      expect(again.status).toBe(409);
      await succeed(other, ['GET /proposals?which=open']);
      await succeed(other, [`POST /proposals/${String(json['id'])}/${ending}`]);
    }
    const changed = await one.call('POST /proposals', {
      body: { ...proposal, seen: '0'.repeat(64) },
    });
    expect(changed.status).toBe(409);
  });

  it('proposes and confirms outcomes and decisions about held payments', async () => {
    const [one, other] = [await operator(), await operator()];
    const sent = { outcome: 'rejected', code: 'AC04', ...body };
    const { messageId } = await handedOver(bank().console);
    await succeed(one, [`POST /hub/credits/${messageId}-0/propose`, sent]);
    for (const ending of ['withdraw', 'confirm']) {
      const id = String(await proposedOutcome(bank().console, one.id));
      expect((await one.call(`POST /proposals/${id}/confirm`)).status).toBe(409);
      await succeed(other, ['GET /proposals'], [`POST /proposals/${id}/${ending}`]);
    }
    const id = String(await heldPayment(bank().console));
    const decision = { decision: 'reject', ...body };
    await succeed(one, [`POST /screening/${id}/propose`, decision]);
    await succeed(other, [`POST /screening/${id}/withdraw`]);
    await succeed(one, [`POST /screening/${id}/propose`, decision], ['GET /screening']);
    await succeed(other, [`POST /screening/${id}/confirm`, decision]);
  });

  it('shows and repairs problems of the hub and of the accounts', async () => {
    const by = await operator();
    const { store } = bank().console.service;
    await report(store, [entry({ messageId: null, index: null, problem: 'unknown' })]);
    const listed = (await by.call('GET /hub/differences')).json['listed'] as { name: string }[];
    const name = expectDefined(listed[0], 'a difference').name;
    await succeed(by, [`POST /hub/differences/${name}/resolve`, body]);
    for (const [letter, command] of [
      ['f', 'read-again'],
      ['e', 'dismiss'],
    ] as const) {
      await store.addDelivery(
        { sha256: documentOf(letter), bytes: 10 },
        arrivalOf(`${letter}.xml`),
        0,
      );
      await store.setDeliveryAside(documentOf(letter), { code: 'sum', problem: 'wrong sum' });
      const problems = (await by.call('GET /hub/problems')).json['listed'] as { id: number }[];
      await succeed(by, [`POST /hub/problems/${String(problems[0]?.id)}/${command}`, body]);
    }
    const { paymentId } = await scheduledStep(bank().console);
    await unbookedReturn(bank().console, paymentId);
    await succeed(by, ['GET /hub/problems'], ['GET /hub/problems?which=dismissed']);
    const recall = { row: 1, code: 'DUPL', note: null, ...body };
    expect((await by.call(`POST /hub/payments/${paymentId}/recall`, { body: recall })).status).toBe(
      409,
    );
  });

  it('repairs events and requests to the core', async () => {
    const by = await operator();
    const { store, clock } = bank().console.service;
    const act = { at: clock.now(), by: serviceActor('test') };
    const address = { version: '3.1', eventTypes: null, callbackUrl: 'https://tpp.example/' };
    await store.addSubscription({ id: 'es-1', clientId: 'tpp-one', ...address }, act);
    await scheduledStep(bank().console);
    const soon = clock.now() + 1;
    const [event] = await store.eventsToPush('es-1', soon, 1);
    const pushed = expectDefined(event, 'the event');
    await store.recordPush({ event: pushed, problem: 'busy', retryAt: null }, soon);
    for (let error = 0; error < 6; error += 1) {
      const errors = [{ id: pushed.id, code: 'jwtIss', description: 'unknown issuer' }];
      await store.answerEvents('tpp-one', { acknowledged: [], errors }, soon);
    }
    await succeed(by, ['GET /events'], ['GET /events/endpoints']);
    await succeed(by, [`POST /events/${pushed.id}/replay`, body]);
    expect(await newest('operatorCommand', by.id)).toMatchObject({ detail: body });
    await succeed(by, ['POST /events/endpoints/es-1/resume', body]);
    await succeed(by, ['GET /core/problems']);
    const done = vi.spyOn(store, 'retryCoreRequest').mockResolvedValue(true);
    const dismissed = vi.spyOn(store, 'dismissCoreRequest').mockResolvedValue(true);
    await succeed(
      by,
      ['POST /core/problems/7/retry', body],
      ['POST /core/problems/7/dismiss', body],
    );
    expect([done.mock.calls.length, dismissed.mock.lastCall?.slice(0, 2)]).toEqual([
      ...[1, [7, 'They called.']],
    ]);
  });

  it('serves its description, and every route but one was answered in these tests', async () => {
    const description = await bank().console.fetch('/api/v1/openapi.json');
    expect(await description.json()).toEqual(JSON.parse(JSON.stringify(describeOperatorApi())));
    const routes = Object.keys(API_ROUTES).map((name) => name.replaceAll(/:(\w+)/g, '{$1}'));
    expect(routes.filter((route) => !bank().answered.has(route))).toEqual([
      // Only a hub with answers makes it possible: test/contract/execution/hub-recalls.test.ts.
      'POST /hub/payments/{id}/recall',
    ]);
  });
});
