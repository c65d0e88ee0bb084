import { describe, expect, test, vi } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import type { BusinessClock } from '../../../src/profiles/index.ts';
import type { SandboxClock } from '../../../src/sandbox/clock.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { familyNamed, FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { idIn } from '../../../test-client/answer.ts';
import { payOrder, pounds, standingOrder } from '../../helpers/orders.ts';
import {
  account,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
} from '../../helpers/payment-file.ts';
import { getFrom } from '../../helpers/control-request.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { approvedVrp, payVrp, vrpPayment } from '../../helpers/vrp.ts';
import { subscribeIn } from '../events/stored-events.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import { FamilyClient } from '../families/family-client.ts';
import { expectTimeline, timelineOf } from './timelines.ts';

/* The history of payments that the simulated schemes decide (docs/decisions, 160). */

const bank = useFreshBank();

function clientOf(family: string): FamilyClient {
  return new FamilyClient(bank.tpp, familyNamed(family));
}

test('a single payment that is paid', async () => {
  const { paymentId, consentId } = await clientOf('domestic-payments').paid();
  await bank.service.runner.drain(1000);
  const timeline = await timelineOf(bank.service, paymentId);
  await expectTimeline(timeline, 'paid');
  const audited = timeline.entries.filter(({ links }) => links.auditEntry !== undefined);
  expect(audited.map(({ kind }) => kind)).toEqual(['consent', 'approval', 'submission']);
  const debit = timeline.entries.find(({ kind }) => kind === 'debit');
  expect(debit?.links.transferIds).toEqual([expect.any(Number)]);
  expect((await timelineOf(bank.service, consentId)).facts.paymentId).toBe(paymentId);
});

test.each(FAMILIES.map(({ name }) => name))(
  'a payment of %s has facts and a history',
  async (name) => {
    const client = clientOf(name);
    const { paymentId, consentId } = await client.paid();
    if (client.case.dueAt !== null) await bank.tpp.moveClock(client.case.dueAt);
    await bank.service.runner.drain(1000);
    const { facts, entries, omitted, next } = await timelineOf(bank.service, paymentId);
    expect(facts).toMatchObject({ consentId, paymentId, family: name, row: null });
    expect(facts.reportedStatus).toBe(client.case.statuses.last);
    expect(facts.lines).not.toEqual([]);
    const kinds = new Set(entries.map(({ kind }) => kind));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['consent', 'approval', 'submission', 'debit', 'sent', 'result']),
    );
    expect(omitted).toEqual([]);
    expect(next).toEqual([]);
  },
);

test('a file with two rejected payments and one that came back later', async () => {
  const creditors = ['20000000000001', '99999900000001', '20000000000003', '99999900000004'];
  const file = fileOf(
    [...creditors, '20000000000005'].map((creditor, index) =>
      payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd') }),
    ),
  );
  const paymentId = await bank.tpp.pay(file);
  await bank.tpp.finished(paymentId);
  const body = { index: 0, reason: 'AC04' };
  await bank.tpp.post(`/sandbox/payments/${paymentId}/returns`, body, { key: null });
  await expectTimeline(await timelineOf(bank.service, paymentId), 'file');
  await expectTimeline(await timelineOf(bank.service, paymentId, 1), 'file-row-returned');
  await expectTimeline(await timelineOf(bank.service, paymentId, 2), 'file-row-rejected');
  const paid = await timelineOf(bank.service, paymentId, 3);
  expect(paid.facts.status).toEqual({ code: 'ACSC', meaning: 'Paid' });
  expect(paid.entries.map(({ text }) => text).join(' ')).not.toMatch(/reject|return/);
});

test('a standing order waits for the day of its next payment, and each one is a row', async () => {
  const paymentId = await payOrder(bank.tpp, domesticStandingOrders, standingOrder(), NORTHWIND);
  await bank.tpp.moveClock('2026-12-15T12:00:00Z');
  await bank.service.runner.drain(1000);
  const { entries, next } = await timelineOf(bank.service, paymentId);
  expect(entries.find(({ kind }) => kind === 'sent')?.text).toMatch(/^The service sent payment 1,/);
  expect(next).toMatchObject([{ waitsFor: 'day', at: Date.parse('2027-01-15T00:00:00Z') }]);
  const first = await timelineOf(bank.service, paymentId, 1);
  expect(first.facts.status).toEqual({ code: 'ACSC', meaning: 'Paid' });
  expect(first.next).toEqual([]);
});

test('a payment that waits for a second approval', async () => {
  const family = familyNamed('domestic-payments');
  const client = new FamilyClient(bank.tpp, family, approvedByTwo(family.name));
  const { paymentId } = await client.paid();
  await expectTimeline(await timelineOf(bank.service, paymentId), 'waits-for-approval');
});

test('a parked step, and an operator who lets it run again', async () => {
  const client = clientOf('domestic-scheduled-payments');
  const { paymentId } = await client.paid();
  const { store, clock } = bank.service;
  const [work] = await store.dueWork(clock.now() + 90 * DAY_MS, 1);
  const step = expectDefined(work, 'the step');
  const waiting = await timelineOf(bank.service, paymentId);
  expect(waiting.next).toMatchObject([{ waitsFor: 'day', at: step.dueAt, problem: null }]);
  const problem = 'Error: the storage is away';
  await store.postponeWork(step, { at: clock.now(), problem, tryAt: null });
  await expectTimeline(await timelineOf(bank.service, paymentId), 'parked');
  const olga = actorOf({ kind: 'operator', id: 'olga' });
  const request = { action: 'abandonWork', subject: String(step.id), reason: 'r' } as const;
  await store.proposeAction({ ...request, seen: null }, { at: clock.now(), by: olga });
  await expectTimeline(await timelineOf(bank.service, paymentId), 'parked-and-proposed');
  await store.resumeWork(step.id, 1, {
    at: clock.now() + DAY_MS,
    by: actorOf({ kind: 'operator', id: 'claimed:anna/501' }),
  });
  const resumed = await timelineOf(bank.service, paymentId);
  expect(resumed.entries.at(-1)).toMatchObject({
    ...{ kind: 'operator', actor: { kind: 'operator', id: 'claimed:anna/501' } },
    text: 'An operator let the step book of batch 0 run again.',
  });
});

describe('a permission for variable recurring payments', () => {
  test('shows its payments, and that the TPP ended it', async () => {
    const consent = await approvedVrp(bank.tpp);
    const { consentId } = consent;
    await payVrp(bank.tpp, consent);
    await bank.service.runner.drain(1000);
    const open = await timelineOf(bank.service, consentId);
    expect(open.next).toMatchObject([{ text: 'The TPP may submit payments.', waitsFor: 'tpp' }]);
    const found = expectDefined(await bank.service.store.findConsent(consentId), consentId);
    await bank.service.store.revokeConsent(found, {
      at: bank.service.clock.now(),
      by: actorOf({ kind: 'tpp', id: 'tpp-one' }),
    });
    await expectTimeline(await timelineOf(bank.service, consentId), 'permission-ended');
  });
});

test('a variable recurring payment that is refused', async () => {
  const consent = await approvedVrp(bank.tpp, {}, {}, NEARLY_EMPTY);
  const instruction = { InstructedAmount: pounds('500.01') };
  const reply = await payVrp(bank.tpp, consent, vrpPayment(consent.consentId, instruction));
  await bank.service.runner.drain(1000);
  const timeline = await timelineOf(bank.service, idIn(reply, 'DomesticVRPId'));
  await expectTimeline(timeline, 'vrp-refused');
});

test('a consent that lapsed', async () => {
  const consentId = await clientOf('domestic-payments').prepared();
  (bank.service.clock as BusinessClock & SandboxClock).setOffset(60 * DAY_MS);
  await expectTimeline(await timelineOf(bank.service, consentId), 'lapsed');
});

test('a file that is not uploaded', async () => {
  const consentId = await bank.tpp.consentFor(fileOf([payment(0)]));
  const { facts, next } = await timelineOf(bank.service, consentId);
  expect(facts.summary).toBe('A payment file that is not uploaded');
  expect(next).toMatchObject([{ text: 'The TPP uploads the payment file.', waitsFor: 'tpp' }]);
});

test('an unknown id or row names the command that searches', async () => {
  const { directory } = bank.service;
  const { paymentId } = await clientOf('domestic-payments').paid();
  for (const path of ['/payments/dp-0', `/payments/${paymentId}?row=2`]) {
    const { status, body } = await getFrom(directory, path);
    expect([status, body]).toEqual([404, expect.stringContaining('npx pisctl find')]);
  }
  const { status } = await getFrom(directory, `/payments/${paymentId}?row=0`);
  expect(status).toBe(400);
});

test('a timeline lists at most 100 rows of each kind, and says which kinds have more', async () => {
  const rejecting = { CreditorAccount: account('99999900000001', 'Fresco Ltd') };
  const paymentId = await bank.tpp.pay(bulkFile(101, rejecting));
  await bank.tpp.finished(paymentId);
  const { entries, omitted, isNextComplete } = await timelineOf(bank.service, paymentId);
  expect(isNextComplete).toBe(true);
  expect(omitted).toEqual([
    'Only the first 100 results are shown.',
    'Only the first 100 transfers are shown.',
  ]);
  const rejected = entries.filter(({ text }) => text.endsWith('was rejected.'));
  expect(rejected).toHaveLength(100);
  const last = await timelineOf(bank.service, paymentId, 101);
  expect(last.facts.status.code).toBe('AC01');
  expect(last.omitted).toEqual([]);
});

test('a timeline keeps the newest batches, and says which core requests are searched', async () => {
  const paymentId = await payOrder(bank.tpp, domesticStandingOrders, standingOrder(), NORTHWIND);
  await bank.tpp.moveClock('2026-12-15T12:00:00Z');
  await bank.service.runner.drain(1000);
  const { store } = bank.service;
  const history = await store.historyOf({ paymentId, credit: null }, 2);
  expect(history.batches.map(({ number }) => number)).toEqual([1, 0]);
  const batch = expectDefined(history.batches[0], 'the newest batch');
  const cut = { ...history, batches: Array(101).fill(batch), isCoreComplete: false };
  vi.spyOn(store, 'historyOf').mockResolvedValue(cut);
  const { omitted, isNextComplete } = await timelineOf(bank.service, paymentId);
  expect(omitted).toEqual([
    'Only the newest 100 batches are shown.',
    'Only the first 1,000 requests for the core banking system are searched for the payment.',
  ]);
  expect(isNextComplete).toBe(false);
});

test('the events about a permission are the newest ones', async () => {
  const { store, clock } = bank.service;
  await subscribeIn(store);
  const { consentId } = await approvedVrp(bank.tpp);
  const by = actorOf({ kind: 'customer', id: 'clara' });
  await store.withdrawConsent(consentId, { at: clock.now() + 1, by });
  const { events: all } = await store.consentHistoryOf(consentId, null, 10);
  const newest = expectDefined(all[0], 'an event');
  expect(newest.at).toBeGreaterThan(all.at(-1)?.at ?? Infinity);
  const one = await store.consentHistoryOf(consentId, null, 1);
  expect(one.events).toEqual([newest]);
  const cut = { ...one, events: Array(101).fill(newest) };
  vi.spyOn(store, 'consentHistoryOf').mockResolvedValue(cut);
  expect((await timelineOf(bank.service, consentId)).omitted).toEqual([
    'Only the newest 100 events are shown.',
  ]);
});

test('a permission with more payments than are shown says that they are the newest', async () => {
  const consent = await approvedVrp(bank.tpp);
  await payVrp(bank.tpp, consent);
  const { store } = bank.service;
  const [paid] = await store.paymentsUnder(consent.consentId, 1);
  const more = Array(101).fill(expectDefined(paid, 'the payment'));
  vi.spyOn(store, 'paymentsUnder').mockResolvedValue(more);
  expect((await timelineOf(bank.service, consent.consentId)).omitted).toEqual([
    'Only the newest 100 payments are shown.',
  ]);
});

test('a timeline contains no token, hash or certificate', async () => {
  const { paymentId, token } = await clientOf('domestic-payments').paid();
  const body = JSON.stringify(await timelineOf(bank.service, paymentId));
  expect(body).not.toContain(token);
  const members = [...body.matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
  expect(members).toContain('auditEntry');
  expect(members.filter((name) => /token|hash|certificate|linking|secret/i.test(name))).toEqual([]);
});
