import type { OpenBatch } from '../../../domain/execution/changes.ts';
import { waitUntil } from '../../../domain/execution/screening.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { HoldResult, NewCase, ScreeningCase } from '../../../domain/records/screening.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Batches } from '../payments/batches.ts';
import type { Payments } from '../payments/payments.ts';
import type { WorkList } from '../payments/work.ts';
import type { ScreeningCases } from './cases.ts';

interface Parts {
  readonly payments: Payments;
  readonly batches: Batches;
  readonly work: WorkList;
  readonly screeningCases: ScreeningCases;
  readonly auditLog: AuditLog;
}

/** Holds payments for operators (docs/decisions, 166). */
export class Holds {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Holds the booking steps of a payment that have not begun, are not parked and have no case. */
  *hold(paymentId: string, reason: string, act: Act): DbCommand<HoldResult> {
    const { payments, batches, work, screeningCases } = this.#parts;
    yield* payments.lock([paymentId]);
    if ((yield* payments.find(paymentId)) === undefined) return { kind: 'unknown' };
    const steps = (yield* work.ofPayment(paymentId)).filter(({ step }) => step === 'book');
    const parked = new Set(yield* work.parkedBatchesOf(paymentId));
    const loaded = yield* batches.open(steps);
    const cases: ScreeningCase[] = [];
    let begun = 0;
    for (const step of steps) {
      const { batch } = expectDefined(loaded.get(step.id), 'the batch of a step');
      // A batch without payments is left if all of them were separated.
      if (parked.has(step.batch)) continue;
      if (step.cursor > 0 || batch.payments === 0) begun += 1;
      else if ((yield* screeningCases.find(step)) === undefined) {
        cases.push(yield* this.#holdStep(step, batch, reason, act));
      }
    }
    if (cases.length > 0) return { kind: 'held', cases, others: steps.length - cases.length };
    if (steps.length === 0) return { kind: 'noBooking' };
    if (steps.some(({ batch }) => parked.has(batch))) return { kind: 'parked' };
    return { kind: begun === steps.length ? 'begun' : 'heldBefore' };
  }

  *#holdStep(
    step: Work,
    { payments, totalPence }: OpenBatch,
    reason: string,
    act: Act,
  ): DbCommand<ScreeningCase> {
    const { work, screeningCases, auditLog } = this.#parts;
    const { paymentId, batch } = step;
    const held: NewCase = {
      class: 'operator',
      heldBy: act.by.id,
      reasons: [reason],
      screeningId: null,
      bankCaseId: null,
      tellPayer: 'delay',
      payments,
      totalPence,
      endsAt: null,
    };
    // The step gets a new id, so that a run of it that is under way has no effect.
    yield* work.replace(step.id, waitUntil(held, act.at));
    yield* screeningCases.insert(step, held, act.at);
    const found = expectDefined(yield* screeningCases.find(step), 'the case of the step');
    const detail = { caseId: found.id, batch, payments, reason };
    yield* auditLog.append(act, { action: 'paymentHeld', subject: paymentId, detail });
    return found;
  }
}
