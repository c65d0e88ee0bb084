import type { CreditStatus, FileStatuses } from '../../domain/ports/file-search.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { CreditOutcome, FileFacts, ReasonCode } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { formatReason } from '../../domain/messages/status-text.ts';
import {
  outcomeState,
  plannedState,
  unplannedState,
  type State,
} from '../payments/credit-states.ts';

/** As long as a file is not submitted nothing is decided of any payment. */
export function undecidedStatuses({ groups }: FileFacts): FileStatuses {
  return allAlike(groups, NOT_DECIDED);
}

function allAlike(groups: FileFacts['groups'], standing: CreditStatus): FileStatuses {
  const alike = groups.map(({ instrument, date }) => ({ instrument, date, standing }));
  return { groups: alike, apart: [] };
}

/** All that was made of a file, and what came of it. */
export interface FileProgress {
  readonly batches: readonly Batch[];
  /** Of the payments that stand out from their batches. */
  readonly outcomes: readonly CreditOutcome[];
}

/** How far a file has come; nothing was made of one that is not released. */
export async function progressOf(
  store: Store,
  { id }: Payment,
  { payments }: FileFacts,
): Promise<FileProgress> {
  const [batches, outcomes] = await Promise.all([
    store.batchesOf(id),
    store.outcomes(id, 0, payments),
  ]);
  return { batches, outcomes };
}

/** How each payment of a file stands, as TPPs are told it too: by its outcome or its batch. */
export function statusesOf(
  payment: Payment,
  { groups }: FileFacts,
  { batches, outcomes }: FileProgress,
): FileStatuses {
  if (payment.releasedAt === null) {
    return allAlike(groups, standingIn(unplannedState(payment)));
  }
  return {
    groups: batches.map((batch) => {
      const { instrument, date } = batch;
      return { instrument, date, standing: standingIn(plannedState(payment, batch, undefined)) };
    }),
    apart: outcomes.map((outcome) => [outcome.index, standingIn(outcomeState(outcome))]),
  };
}

const NOT_DECIDED: CreditStatus = { kind: 'open', words: 'Not decided yet' };

/** Reasons for which nothing was taken in the first place. */
const NEVER_TAKEN: ReadonlySet<ReasonCode> = new Set(['AG01', 'AM04', 'DS02', 'DS24', 'DT01']);

function standingIn({ status, detail }: State): CreditStatus {
  switch (status) {
    case 'AcceptedCreditSettlementCompleted':
    case 'AcceptedSettlementCompleted':
      return { kind: 'paid', words: 'Paid' };
    case 'AcceptedSettlementInProcess':
      return { kind: 'open', words: 'On its way' };
    case 'Pending':
      return NOT_DECIDED;
    case 'Cancelled':
      return { kind: 'notPaid', words: 'Cancelled' };
    case 'Rejected': {
      const what = NEVER_TAKEN.has(detail) ? 'Not paid' : 'Came back';
      return { kind: 'notPaid', words: `${what}: ${formatReason(detail)}` };
    }
  }
}
