import {
  abandonStep,
  resumedEntry,
  type AbandonedStep,
} from '../../../domain/execution/abandonment.ts';
import type { LoadedBatch } from '../../../domain/execution/changes.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type { ConfirmedAction } from '../../../domain/ports/action-store.ts';
import type { AbandonRefusal } from '../../../domain/records/action-proposals.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Work } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { DbCommand } from '../engine.ts';
import type { Messages } from '../hand-over/messages.ts';
import type { Batches } from './batches.ts';
import type { Execution } from './execution.ts';
import type { Outcomes } from './outcomes.ts';
import type { Payments } from './payments.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly work: WorkList;
  readonly payments: Payments;
  readonly batches: Batches;
  readonly messages: Messages;
  readonly outcomes: Outcomes;
  readonly ledger: Ledger;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** A parked step that can be abandoned, with the changes that abandon it. */
interface Abandonable extends Pick<LoadedBatch, 'payment'> {
  readonly step: Work;
  readonly abandoned: AbandonedStep;
}

/** Resumes and abandons parked steps of payments, for operators. */
export class Abandonments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *resume(id: number | null, limit: number, act: Act): DbCommand<number> {
    const { work, auditLog } = this.#parts;
    const parked = yield* this.#parked(id, limit);
    for (const step of parked) {
      yield* work.resume(step.id, act.at);
      yield* auditLog.append(act, resumedEntry(step));
    }
    return parked.length;
  }

  /** Locks the payments of parked steps. Returns the steps that are still parked after that. */
  *#parked(id: number | null, limit: number): DbCommand<readonly Work[]> {
    const { work, payments } = this.#parts;
    const found = yield* work.parked(id, limit);
    yield* payments.lock(found.map((step) => step.paymentId));
    const still = new Set((yield* work.parked(id, limit)).map((step) => step.id));
    return found.filter((step) => still.has(step.id));
  }

  /**
   * Abandons a parked step. Money that was debited for its batch, and for which the scheme gave no
   * answer, is returned. If the payment belongs to an order and was never booked, `next` is the
   * batch that follows it.
   */
  *abandon(id: Work['id'], next: NewBatch | null, act: Act): DbCommand<ConfirmedAction> {
    const { work, execution, auditLog } = this.#parts;
    const found = yield* this.#find(id, next, act.at);
    if (typeof found === 'string') return { kind: found };
    const { step, payment, abandoned } = found;
    yield* work.end([step]);
    const { changes, returnedPence, entry } = abandoned;
    const { finished } = yield* execution.write({ changes, payment, source: step.source }, act.at);
    yield* auditLog.append(act, entry);
    return { kind: 'done', returnedPence, finished };
  }

  /** Locks the payment of a parked step. Returns why the step cannot be abandoned, or null. */
  *refusalOf(id: number, now: Instant): DbCommand<AbandonRefusal | 'notPossible' | null> {
    const found = yield* this.#find(id, null, now);
    return typeof found === 'string' ? found : null;
  }

  /** Locks the payment of a parked step. Returns the changes that abandon the step. */
  *#find(
    id: number,
    next: NewBatch | null,
    now: Instant,
  ): DbCommand<Abandonable | AbandonRefusal | 'notPossible'> {
    const { batches, messages, outcomes, ledger } = this.#parts;
    const [step] = yield* this.#parked(id, 1);
    if (step === undefined) return 'notPossible';
    const { batch, payment } = expectDefined(
      (yield* batches.open([step])).get(step.id),
      'a step’s batch',
    );
    // Once a batch is sent, its message may have been handed over, or may be at any moment.
    if (batch.state === 'sent' && (yield* messages.exist(batch))) return 'handedOver';
    const debits = yield* ledger.debitsOf(batch);
    const undecided = yield* outcomes.undecided(batch);
    const context = { batch, payment, step, debits, undecided };
    const abandoned = abandonStep(context, next, now);
    return abandoned === undefined ? 'partlyAnswered' : { step, payment, abandoned };
  }
}
