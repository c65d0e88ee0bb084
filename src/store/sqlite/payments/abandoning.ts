import { abandonmentOf } from '../../../domain/execution/abandonment.ts';
import type { NewBatch, WorkAbandoned } from '../../../domain/ports/store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { Journal } from '../books/journal.ts';
import type { Ledger } from '../books/ledger.ts';
import type { Batches } from './batches.ts';
import type { Execution } from './execution.ts';
import type { Outcomes } from './outcomes.ts';
import type { Payments } from './payments.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly work: WorkList;
  readonly batches: Batches;
  readonly outcomes: Outcomes;
  readonly payments: Payments;
  readonly ledger: Ledger;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** What an operator does about steps that are parked. */
export class Abandoning {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  resume(id: number | null, limit: number, act: Act): number {
    const { work, auditLog } = this.#parts;
    const parked = work.parked(id, limit);
    for (const step of parked) {
      work.resume(step.id, act.at);
      auditLog.append(act, { action: 'workResumed', ...subjectOf(step) });
    }
    return parked.length;
  }

  abandon({ id }: Work, next: NewBatch | null, act: Act): WorkAbandoned {
    const { work, batches, outcomes, payments, ledger, execution, auditLog } = this.#parts;
    const [step] = work.parked(id, 1);
    if (step === undefined) return { outcome: 'notParked' };
    const batch = batches.open(step.paymentId, step.batch);
    const debits = ledger.debitsOf(batch);
    const undecided = outcomes.undecided(batch);
    const { round, clearingPence: returnedPence } = batch;
    const found = { step, round, clearingPence: returnedPence, debits, undecided };
    const abandonment = abandonmentOf(found);
    if (abandonment.kind === 'impossible') return { outcome: 'partlyAnswered' };

    work.end(step);
    const journal = new Journal(ledger, batch, act.at);
    for (const debit of abandonment.returns) journal.undo(debit);
    journal.write();
    batch.abandonedAt = act.at;
    if (abandonment.kind === 'whole') batch.rejected = batch.payments;
    else {
      for (const credit of undecided) outcomes.giveUp(batch, credit.index, act.at);
      batch.rejected += undecided.length;
    }
    batch.pending = 0;
    batch.pendingPence = 0;
    if (next !== null) payments.schedule(batch.paymentId, batch.number + 1, next, act.at);
    const state = abandonment.kind === 'whole' ? 'failed' : 'answered';
    const { finished } = execution.finish(batch, state, act.at);
    const { subject, detail } = subjectOf(step);
    auditLog.append(act, {
      action: 'workAbandoned',
      subject,
      detail: { ...detail, returnedPence },
    });
    return { outcome: 'abandoned', returnedPence, finished };
  }
}

function subjectOf({ paymentId: subject, step, batch }: Work) {
  return { subject, detail: { step, batch } };
}
