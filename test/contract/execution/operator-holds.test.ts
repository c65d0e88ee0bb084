import { afterEach, describe, expect, test } from 'vitest';
import { holdsOf } from '../../../src/domain/execution/core-operations.ts';
import { familyNamed } from '../../../src/families/index.ts';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import { openReferenceScreening } from '../../../src/simulators/screening/server.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { timelineOf } from '../operators/timelines.ts';
import { eventually } from '../../helpers/eventually.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { bulkFile, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { realTime } from '../../helpers/real-time.ts';
import { RICH, TestCore } from '../../helpers/reference-core.ts';
import { actionsOf, heldCase } from '../../helpers/screening.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';

/* Payments that an operator holds (docs/decisions, 166). */

let service: RunningService;
let tpp: Tpp;

afterEach(() => service.end());

const actOf = (id: string): Act => ({
  at: service.clock.now(),
  by: actorOf({ kind: 'operator', id }),
});

const DAY = '2026-12-03T00:00:00Z';
const ON_DAY = '2026-12-03T12:00:00Z';
const scheduled = (file: Buffer) => tpp.pay(file, { RequestedExecutionDateTime: DAY });

/** Two operators decide about a case. */
async function decide(id: number, decision: CaseDecision): Promise<void> {
  for (const operator of ['anna', 'ben']) {
    await service.store.decideCase({ id, decision, reason: 'checked' }, actOf(operator));
  }
  service.runner.wake();
}

async function statusesOf(paymentId: string): Promise<ReadonlySet<string>> {
  const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
  return new Set(details.map(({ StatusDetail }) => StatusDetail.Status));
}

/** Returns a file of several booking steps: 600 payments by FPS and one by CHAPS. */
function batchFile(): Buffer {
  const payments = Array.from({ length: 600 }, (_, index) => payment(index));
  return fileOf([...payments, payment(600, { LocalInstrument: 'UK.OBIE.CHAPS' })]);
}

describe('without a screening', () => {
  test.each(['release', 'reject'] as const)('a file waits, and then: %s', async (decision) => {
    service = await startService();
    tpp = await Tpp.signIn(service.origin);
    const id = await scheduled(bulkFile(2));
    const result = await service.store.holdPayment(id, 'The customer called.', actOf('olga'));
    expect(result).toMatchObject({ cases: [{ payments: 2, totalPence: 2100 }] });
    await tpp.moveClock(ON_DAY);
    expect(await statusesOf(id)).toEqual(new Set(['PDNG']));
    await decide((await heldCase(service, id)).id, decision);
    const status = decision === 'release' ? 'ACSC' : 'MS03';
    await eventually(async () => expect(await statusesOf(id)).toEqual(new Set([status])));
    expect(await actionsOf(service, id)).toContain('paymentHeld');
    const { entries } = await timelineOf(service, id);
    const texts = entries.map(({ text }) => text);
    expect(texts).toContainEqual(
      expect.stringMatching(`proposed to ${decision} .*Reason: checked`),
    );
    expect(texts).toContainEqual(expect.stringMatching(`is to ${decision} it. Reason: checked`));
    expect(entries.map(({ code }) => code?.code)).not.toContain('AM04');
    expect(await service.store.auditBooks()).toEqual([]);
  });

  test('a file that is released before its day is debited on its day', async () => {
    service = await startService();
    tpp = await Tpp.signIn(service.origin);
    const id = await scheduled(bulkFile(2));
    await service.store.holdPayment(id, 'The customer called.', actOf('olga'));
    await decide((await heldCase(service, id)).id, 'release');
    await tpp.moveClock('2026-12-02T12:00:00Z');
    const [batch] = await service.store.batchesOf(id);
    expect(batch).toMatchObject({ state: 'waiting', dueAt: Date.parse(DAY) });
    await tpp.moveClock(ON_DAY);
    await eventually(async () => expect(await statusesOf(id)).toEqual(new Set(['ACSC'])));
  });

  test('all steps of a rejected batch are rejected', async () => {
    service = await startService();
    tpp = await Tpp.signIn(service.origin);
    const id = await scheduled(batchFile());
    const result = await service.store.holdPayment(id, 'Fraud.', actOf('olga'));
    if (result.kind !== 'held') throw new Error(result.kind);
    expect(result.cases.map(({ payments }) => payments).sort()).toEqual([1, 600]);
    await tpp.moveClock(ON_DAY);
    for (const { id: caseId } of result.cases) await decide(caseId, 'reject');
    await eventually(async () => expect(await statusesOf(id)).toEqual(new Set(['MS03'])));
    expect(await tpp.finished(id)).toMatchObject({ Status: 'InitiationFailed' });
    expect(await service.store.auditBooks()).toEqual([]);
  });
});

describe('with a screening', () => {
  test('it is asked after the release, and its hold needs two operators too', async () => {
    const screening = await openReferenceScreening({ port: 0 });
    service = await startService({ config: { screening: screening.url } });
    try {
      tpp = await Tpp.signIn(service.origin);
      const payee = { CreditorAccount: payment(0)['CreditorAccount'] as object };
      const suspicious = { ...payee.CreditorAccount, Name: 'Suspicious Ltd' };
      const id = await scheduled(bulkFile(1, { CreditorAccount: suspicious }));
      const held = await service.store.holdPayment(id, 'Check it.', actOf('olga'));
      if (held.kind !== 'held') throw new Error(held.kind);
      await tpp.moveClock(ON_DAY);
      expect(screening.requests).toEqual([]);
      await decide(held.cases[0]?.id ?? 0, 'release');
      const found = await heldCase(service, id);
      expect(found).toMatchObject({ class: 'fraud', heldBy: null });
      expect(await statusesOf(id)).toEqual(new Set(['PDNG']));
      await decide(found.id, 'release');
      await eventually(async () => expect(await statusesOf(id)).toEqual(new Set(['ACSC'])));
    } finally {
      await screening.close();
    }
  });
});

describe('while a worker books the payment', () => {
  test('it is either held or booked', async () => {
    service = await startService();
    tpp = await Tpp.signIn(service.origin);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await scheduled(bulkFile(2)));
    const moved = tpp.moveClock(ON_DAY);
    const results = await Promise.all(
      ids.map((id) => service.store.holdPayment(id, 'Stop.', actOf('olga'))),
    );
    await moved;
    for (const [index, id] of ids.entries()) {
      const isHeld = results[index]?.kind === 'held';
      const status = isHeld ? 'PDNG' : 'ACSC';
      await eventually(async () => expect(await statusesOf(id)).toEqual(new Set([status])));
      const batches = await service.store.batchesOf(id);
      expect(batches.map(({ state }) => state === 'waiting')).toEqual([isHeld]);
    }
  });
});

describe('with a core banking system whose holds expire', () => {
  let passed = 0;

  /** Places the hold of a booking step whose transaction is not committed. */
  async function holdInCore(core: TestCore, paymentId: string): Promise<number> {
    const texts = { reference: '', counterparty: '' };
    const [batch] = await service.store.batchesOf(paymentId);
    const amountPence = expectDefined(batch, paymentId).totalPence;
    const debit = { index: null, account: NORTHWIND, amountPence, ...texts };
    const holds = holdsOf({ paymentId, number: 0 }, [debit], 'northwind', 0);
    expect(await core.connect().perform(holds)).toMatchObject([{ outcome: 'done' }]);
    return amountPence;
  }

  test.each([
    { by: 'an operator', days: 11 },
    { by: 'an operator', days: 1 },
    { by: 'the screening', days: 11 },
    { by: 'a parked step', days: 11 },
    { by: 'a parked step', days: 1 },
  ])('a payment that waited for $by is debited after $days days', async ({ by, days }) => {
    passed = 0;
    const core = await TestCore.start('in process', {
      ...{ holdMs: 10 * DAY_MS, clock: () => realTime() + passed },
    });
    const screening = by === 'the screening' ? await openReferenceScreening({ port: 0 }) : null;
    const asked = screening === null ? {} : { screening: screening.url };
    service = await startService({ config: { core: core.url, bacsAccepted: true, ...asked } });
    const { store, runner } = service;
    try {
      tpp = await Tpp.signIn(service.origin);
      const payee = { CreditorAccount: payment(0)['CreditorAccount'] as object };
      const Name = screening === null ? 'Acme' : 'Sanctioned Ltd';
      const file = bulkFile(1, { CreditorAccount: { ...payee.CreditorAccount, Name } });
      const id = await tpp.pay(file, { RequestedExecutionDateTime: DAY });
      const amountPence = await holdInCore(core, id);
      const steps = await store.dueWork(Number.MAX_SAFE_INTEGER, 100);
      const step = expectDefined(
        steps.find(({ paymentId }) => paymentId === id),
        'the step',
      );
      if (by === 'an operator') await store.holdPayment(id, 'Check it.', actOf('olga'));
      if (by === 'a parked step') {
        await store.postponeWork(step, { at: service.clock.now(), problem: 'Error', tryAt: null });
      }
      await tpp.moveClock(ON_DAY);
      const found = by === 'a parked step' ? undefined : await heldCase(service, id);
      passed = days * DAY_MS;
      await tpp.moveClock(new Date(Date.parse(ON_DAY) + passed).toISOString());
      if (found !== undefined) await decide(found.id, 'release');
      else expect(await store.resumeWork(step.id, 1, actOf('olga'))).toBe(1);
      runner.wake();
      await eventually(async () => expect(await statusesOf(id)).toEqual(new Set(['ACSC'])));
      const counts = () => service.store.countCoreRequests();
      await eventually(async () => expect(await counts()).toMatchObject({ waiting: 0 }));
      expect(await counts()).toMatchObject({ refused: 0 });
      const client = core.connect();
      const available = (await client.availableIn([NORTHWIND])).get(NORTHWIND);
      expect(available).toBe(RICH.available - amountPence);
      const open = await client.openHolds(realTime() + 30 * DAY_MS, null);
      expect(open).toEqual({ holds: [], next: null });
      expect(await service.store.auditBooks()).toEqual([]);
    } finally {
      await screening?.close();
      await core.remove();
    }
  });
});
