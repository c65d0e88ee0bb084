import { isCancelled } from '../../domain/execution/cancellation.ts';
import type { CompletedStatus } from '../../domain/lifecycle/lifecycle.ts';
import type { CreditOutcome, ReasonCode } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';

/** Descriptions of payments that were refused before anything was debited, keyed by reason code. */
const REFUSALS: Partial<Record<ReasonCode, string>> = {
  AC01: 'the bank does not know the account to debit',
  AC04: 'the account to debit is closed',
  AC06: 'the account to debit is blocked',
  AG01: 'it is not allowed from this account',
  AM04: 'no funds',
  AM14: 'it exceeds a limit of the bank',
  DT01: 'the last day of the order was over',
};

/**
 * The state of one payment, with the codes of the standard and a description that the TPP reads.
 */
export type State = {
  readonly reason?: string;
  readonly description: string;
} & (
  | { readonly status: 'Pending'; readonly detail: 'PDNG' }
  | { readonly status: 'AcceptedSettlementInProcess'; readonly detail: 'ACSP' }
  | { readonly status: CompletedStatus; readonly detail: 'ACSC' }
  | { readonly status: 'Cancelled'; readonly detail: ReasonCode }
  | {
      readonly status: 'Rejected';
      readonly detail: ReasonCode;
      /** `refused`: nothing was debited, or an operator abandoned the payment. */
      readonly stage: 'refused' | 'rejected' | 'returned';
    }
);

/**
 * Returns the state of a single payment. If it has its own outcome, the state follows from that
 * outcome, and otherwise from its batch.
 */
function stateOf(batch: Batch, outcome: CreditOutcome | undefined): State {
  if (outcome !== undefined) return outcomeState(outcome);
  // From the second round on, the scheme is asked only about pending credits. All others are
  // settled.
  const state = batch.round > 0 ? 'answered' : batch.state;
  if (state === 'answered') return ACCEPTED[SCHEMES[batch.instrument].completedStatus];
  if (batch.failureReason !== null) return refused(batch.failureReason);
  if (state === 'waiting' && batch.onlyIndex !== null) return SEPARATED;
  return batch.abandonedAt === null ? BATCH_STATES[state] : GIVEN_UP;
}

/** Returns the state of a payment that has its own outcome, different from that of its batch. */
export function outcomeState({ status, reason }: CreditOutcome): State {
  if (status === 'Refused') return refused(reason);
  if (status === 'Rejected') return { ...rejected(reason, REJECTED), stage: 'rejected' };
  if (status === 'Returned') return { ...rejected(reason, RETURNED), stage: 'returned' };
  return {
    status: 'Pending',
    detail: 'PDNG',
    reason: 'PendingSettlement',
    description: 'the scheme has not decided.',
  };
}

/**
 * Returns the state of a single payment after the submission was released. It is Cancelled if the
 * customer cancelled it.
 */
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
  description: 'cancelled by the customer.',
};

/**
 * Returns the state of all payments of a submission that was not released, because it waits for
 * approvals or ended without them.
 */
export function unplannedState({ approval, cancelledAt, reason }: Payment): State {
  if (cancelledAt !== null) return CANCELLED;
  if (reason === 'AG01') return refused(reason);
  const { status, received, required } = expectDefined(approval, 'the approvals that are missing');
  if (status === 'rejected') return rejected('DS02', 'not paid: an approver refused.');
  if (status === 'expired') return rejected('DS24', 'not paid: not everybody approved in time.');
  return {
    status: 'Pending',
    detail: 'PDNG',
    reason: 'Proprietary',
    description: `waits for further approval, ${String(received)} of ${String(required)} are given.`,
  };
}

const EXECUTING: State = {
  status: 'AcceptedSettlementInProcess',
  detail: 'ACSP',
  description: 'debited, on its way.',
};

const BATCH_STATES: Record<Exclude<Batch['state'], 'answered'>, State> = {
  waiting: { status: 'Pending', detail: 'PDNG', description: 'waits for its day.' },
  booked: EXECUTING,
  sent: EXECUTING,
  failed: refused('AM04'),
};

/** State of a payment that waits in a batch of its own while the rest of its file is executed. */
const SEPARATED: State = { ...BATCH_STATES.waiting, description: 'waits to be executed.' };

const GIVEN_UP = rejected('NARR', 'given up by the bank; what was debited was returned.');

const REJECTED = "rejected by the scheme, and returned to the debtor's account.";

const RETURNED = "accepted by the scheme, and returned by the creditor's bank.";

/** States of accepted payments, keyed by the status that a completed payment has in its scheme. */
const ACCEPTED: Readonly<Record<CompletedStatus, State>> = {
  AcceptedCreditSettlementCompleted: {
    status: 'AcceptedCreditSettlementCompleted',
    detail: 'ACSC',
    description: "in the creditor's account.",
  },
  AcceptedSettlementCompleted: {
    status: 'AcceptedSettlementCompleted',
    detail: 'ACSC',
    description: "debited, and with the creditor's bank.",
  },
};

/** State of a payment for which nothing was debited. */
function refused(reason: ReasonCode): State {
  const why = REFUSALS[reason];
  return rejected(reason, why === undefined ? 'not debited.' : `not debited: ${why}.`);
}

function rejected(detail: ReasonCode, description: string) {
  const status = 'Rejected';
  return { status, detail, reason: 'ProprietaryRejection', description, stage: 'refused' } as const;
}
