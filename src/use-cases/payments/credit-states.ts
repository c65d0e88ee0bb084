import { isCancelled } from '../../domain/execution/cancellation.ts';
import type { CompletedStatus } from '../../domain/lifecycle/lifecycle.ts';
import type { CreditOutcome, ReasonCode } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';

/** Reasons for which nothing was debited in the first place, in words. */
const NOT_DEBITED: ReadonlyMap<ReasonCode, string> = new Map([
  ['AG01', 'not debited: the account is no longer this customer’s.'],
  ['AM04', 'not debited: no funds.'],
  ['DT01', 'not debited: the last day of the order was over.'],
]);

/** The state of one payment, as the standard has it and in words for its TPP. */
export type State = {
  readonly reason?: string;
  readonly words: string;
} & (
  | { readonly status: 'Pending'; readonly detail: 'PDNG' }
  | { readonly status: 'AcceptedSettlementInProcess'; readonly detail: 'ACSP' }
  | { readonly status: CompletedStatus; readonly detail: 'ACSC' }
  | { readonly status: 'Rejected' | 'Cancelled'; readonly detail: ReasonCode }
);

/** The state of a payment: its own when it stands out, its batch's otherwise. */
function stateOf(batch: Batch, outcome: CreditOutcome | undefined): State {
  if (outcome !== undefined) return outcomeState(outcome);
  // Once pending credits are asked about again, all others have been settled.
  const state = batch.round > 0 ? 'answered' : batch.state;
  if (state === 'answered') return ACCEPTED[SCHEMES[batch.instrument].completedStatus];
  if (batch.failureReason !== null) return rejected(batch.failureReason);
  return batch.abandonedAt === null ? BATCH_STATES[state] : GIVEN_UP;
}

/** The state of a payment that stands out from its batch. */
export function outcomeState({ status, reason }: CreditOutcome): State {
  if (status === 'Rejected') return rejected(reason);
  return {
    status: 'Pending',
    detail: 'PDNG',
    reason: 'PendingSettlement',
    words: 'the scheme has not decided.',
  };
}

/** As `stateOf`, unless the customer cancelled it before. */
export function plannedState(
  payment: Payment,
  batch: Batch,
  outcome: CreditOutcome | undefined,
): State {
  return isCancelled(batch, payment) ? CANCELLED : stateOf(batch, outcome);
}

const CANCELLED: State = {
  status: 'Cancelled',
  detail: 'DS02',
  reason: 'Cancelled',
  words: 'cancelled by the customer.',
};

/** The state of every payment of a submission that others have to approve, or did not. */
export function unplannedState({ approval, cancelledAt, reason }: Payment): State {
  if (cancelledAt !== null) return CANCELLED;
  if (reason === 'AG01') return rejected(reason);
  const { status, received, required } = expectDefined(approval, 'the approvals that are missing');
  if (status === 'rejected')
    return { ...rejected('DS02'), words: 'not paid: an approver refused.' };
  if (status === 'expired') {
    return { ...rejected('DS24'), words: 'not paid: not everybody approved in time.' };
  }
  return {
    status: 'Pending',
    detail: 'PDNG',
    reason: 'Proprietary',
    words: `waits for further approval, ${String(received)} of ${String(required)} are given.`,
  };
}

const EXECUTING: State = {
  status: 'AcceptedSettlementInProcess',
  detail: 'ACSP',
  words: 'debited, on its way.',
};

const BATCH_STATES: Record<Exclude<Batch['state'], 'answered'>, State> = {
  waiting: { status: 'Pending', detail: 'PDNG', words: 'waits for its day.' },
  booked: EXECUTING,
  sent: EXECUTING,
  failed: rejected('AM04'),
};

const GIVEN_UP: State = {
  ...rejected('NARR'),
  words: 'given up by the bank; what was debited was returned.',
};

/** What an accepted payment has come to, by where those of its scheme end. */
const ACCEPTED: Readonly<Record<CompletedStatus, State>> = {
  AcceptedCreditSettlementCompleted: {
    status: 'AcceptedCreditSettlementCompleted',
    detail: 'ACSC',
    words: "in the creditor's account.",
  },
  AcceptedSettlementCompleted: {
    status: 'AcceptedSettlementCompleted',
    detail: 'ACSC',
    words: "debited, and with the creditor's bank.",
  },
};

function rejected(reason: ReasonCode): State {
  return {
    status: 'Rejected',
    detail: reason,
    reason: 'ProprietaryRejection',
    words: NOT_DEBITED.get(reason) ?? 'rejected and returned.',
  };
}
