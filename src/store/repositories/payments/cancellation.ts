import { cancel } from '../../../domain/execution/cancellation.ts';
import { moved } from '../../../domain/execution/outcome.ts';
import { cancelled, REJECTED_STATUS } from '../../../domain/lifecycle/payment-approvals.ts';
import type { CancellationResult, NewCancellation } from '../../../domain/ports/approval-store.ts';
import type { DoneStep } from '../../../domain/ports/store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Payment } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Bank } from '../ledger/bank.ts';
import type { DbCommand } from '../engine.ts';
import type { Batches } from './batches.ts';
import type { Execution } from './execution.ts';
import type { Payments } from './payments.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly bank: Bank;
  readonly payments: Payments;
  readonly batches: Batches;
  readonly work: WorkList;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** Cancels a payment before its execution date. */
export class Cancellations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Cancels the parts of a payment that have not been executed. A step may be executed at the same
   * time. Both delete the row of the step, and only the first one to do so takes effect.
   */
  *cancel(
    paymentId: string,
    { userId, source }: NewCancellation,
    act: Act,
  ): DbCommand<CancellationResult> {
    const { bank, payments, batches, work, execution } = this.#parts;
    yield* payments.lock([paymentId]);
    const payment = expectDefined(yield* payments.find(paymentId), paymentId);
    const { customerId } = expectDefined(yield* bank.findUser(userId), `user ${userId}`);
    if (customerId !== payment.customerId) return { kind: 'notOwn' };
    const steps = yield* work.ofPayment(paymentId);
    const open = yield* batches.open(steps);
    const unfinished = steps.map((step) => ({
      step,
      ...expectDefined(open.get(step.id), `the batch of step ${String(step.id)}`),
    }));
    const found = { payment, source, batches: yield* batches.count(paymentId), unfinished };
    const outcome = cancel(found, act.at);
    switch (outcome.kind) {
      case 'final':
      case 'underWay':
        return outcome;
      case 'unplanned':
        yield* this.#note(payment, act);
        yield* payments.endUnapproved(
          paymentId,
          cancelled(payment.approval, act.at),
          expectDefined(moved(payment, REJECTED_STATUS), 'its end'),
          act.at,
        );
        return { kind: 'cancelled', finished: REJECTED_STATUS.groupStatus };
      case 'cancelled': {
        yield* this.#note(payment, act);
        yield* work.end(outcome.ended.map(({ found }) => found.step));
        let finished: DoneStep['finished'] = null;
        for (const { found, changes } of outcome.ended) {
          const decided = { changes, payment: found.payment, source };
          ({ finished } = yield* execution.write(decided, act.at));
        }
        return { kind: 'cancelled', finished };
      }
    }
  }

  *#note({ id }: Payment, act: Act): DbCommand<void> {
    yield* this.#parts.payments.markCancelled(id, act.at);
    yield* this.#parts.auditLog.append(act, { action: 'paymentCancelled', subject: id });
  }
}
