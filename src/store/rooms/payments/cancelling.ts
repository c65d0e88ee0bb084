import { cancel } from '../../../domain/execution/cancellation.ts';
import { moved } from '../../../domain/execution/outcome.ts';
import { cancelled, REJECTED_STANDING } from '../../../domain/lifecycle/payment-approvals.ts';
import type { Cancelled } from '../../../domain/ports/approval-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Payment, Work } from '../../../domain/records/records.ts';
import { present } from '../../../kernel/assert.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Batches } from './batches.ts';
import type { Execution } from './execution.ts';
import type { Payments } from './payments.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly payments: Payments;
  readonly batches: Batches;
  readonly work: WorkList;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** What customers cancel before it is executed. */
export class Cancelling {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A step that is under way finds its row gone, and does nothing: one of the two wins. */
  cancel(paymentId: string, source: Work['source'], act: Act): Cancelled {
    const { payments, batches, work, execution } = this.#parts;
    const payment = present(payments.find(paymentId), paymentId);
    const steps = work.ofPayment(paymentId);
    const open = batches.open(steps);
    const unfinished = steps.map((step) => ({
      step,
      ...present(open.get(step.id), `the batch of step ${String(step.id)}`),
    }));
    const found = { payment, source, batches: batches.count(paymentId), unfinished };
    const outcome = cancel(found, act.at);
    switch (outcome.kind) {
      case 'final':
      case 'underWay':
        return outcome;
      case 'unplanned':
        this.#note(payment, act);
        payments.moveApproval(paymentId, cancelled(payment.approval, act.at));
        payments.move(paymentId, present(moved(payment, REJECTED_STANDING), 'its end'), act.at);
        return { kind: 'cancelled', finished: REJECTED_STANDING.groupStatus };
      case 'cancelled': {
        this.#note(payment, act);
        work.end(outcome.ended.map(({ found }) => found.step));
        const done = outcome.ended.map(({ found, changes }) =>
          execution.write({ changes, payment: found.payment, source }, act.at),
        );
        return { kind: 'cancelled', finished: done.at(-1)?.finished ?? null };
      }
    }
  }

  #note({ id }: Payment, act: Act): void {
    this.#parts.payments.markCancelled(id, act.at);
    this.#parts.auditLog.append(act, { action: 'paymentCancelled', subject: id });
  }
}
