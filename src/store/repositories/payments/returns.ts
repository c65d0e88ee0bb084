import {
  decideReturn,
  type CreditReturn,
  type ReturnResult,
} from '../../../domain/execution/credit-return.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Batches } from './batches.ts';
import type { Execution } from './execution.ts';
import type { Outcomes } from './outcomes.ts';
import type { Payments } from './payments.ts';

interface Parts {
  readonly payments: Payments;
  readonly batches: Batches;
  readonly outcomes: Outcomes;
  readonly ledger: Ledger;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** Books credits that creditors' banks return to the debtor. */
export class Returns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *book({ paymentId, number }: BatchName, credit: CreditReturn, act: Act): DbCommand<ReturnResult> {
    const { payments, batches, outcomes, ledger, execution, auditLog } = this.#parts;
    const { index, account, amountPence } = credit.debit;
    yield* payments.lock([paymentId]);
    const payment = expectDefined(yield* payments.find(paymentId), paymentId);
    const batch = expectDefined(yield* batches.find(paymentId, number), `batch of ${paymentId}`);
    const outcome = (yield* outcomes.find(paymentId, [index])).get(index);
    const decision = decideReturn({ batch, outcome }, credit, act.at);
    if (decision.kind !== 'returned') return decision;
    if (yield* ledger.isCredited(paymentId, index)) return { kind: 'own' };
    const owned = (yield* ledger.fundsOf([account])).get(account);
    const isOwn = owned?.customerId === payment.customerId && owned.state !== 'closed';
    if (!isOwn) return { kind: 'notOwned' };
    const isWhole = batch.payments > 1 || amountPence === batch.totalPence - batch.chargePence;
    assert(isWhole, `the credit of ${paymentId} comes back as a whole`);
    yield* outcomes.put(batch, decision.outcome);
    yield* batches.countReturned(batch);
    yield* ledger.post([{ transfers: [decision.transfer], batch }], act.at);
    const groupStatus = yield* execution.updateAfterReturn(payment, act.at);
    const detail = { index, reason: credit.reason };
    yield* auditLog.append(act, { action: 'creditReturned', subject: paymentId, detail });
    return { kind: 'returned', groupStatus };
  }
}
