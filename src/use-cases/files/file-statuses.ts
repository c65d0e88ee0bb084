import type { CreditStatus, FileStatuses } from '../../domain/lifecycle/file-statuses.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { CreditOutcome, FileFacts } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { formatReason } from '../../domain/messages/status-text.ts';
import {
  outcomeState,
  plannedState,
  unplannedState,
  type State,
} from '../payments/credit-states.ts';

/**
 * Returns the statuses of a file before its submission. None of its payments has an outcome yet.
 */
export function undecidedStatuses({ groups }: FileFacts): FileStatuses {
  return sameForAll(groups, NOT_DECIDED);
}

function sameForAll<Status>(groups: FileFacts['groups'], status: Status): FileStatuses<Status> {
  const sameStatus = groups.map(({ instrument, date }) => ({ instrument, date, status }));
  return { groups: sameStatus, exceptions: [] };
}

/** The batches of a file payment, and the outcomes of its single payments. */
export interface FileProgress {
  readonly batches: readonly Batch[];
  /** Outcomes of those payments whose status differs from the status of their batch. */
  readonly outcomes: readonly CreditOutcome[];
}

/**
 * Returns the progress of a file payment. Before its release, it has no batches and no outcomes.
 */
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

/**
 * Returns the status of each payment in a file. If a payment has its own outcome, its status is
 * that outcome, and otherwise the status of its batch. TPPs see the same statuses.
 */
export function statusesOf(
  payment: Payment,
  file: FileFacts,
  progress: FileProgress,
): FileStatuses {
  return convertedStatuses(payment, file, progress, creditStatusOf);
}

/**
 * Returns the status of each payment in a file in another form. `convert` gets the state and its
 * batch, or null if the state is that of a single payment or of a file without batches.
 */
export function convertedStatuses<Status>(
  payment: Payment,
  { groups }: FileFacts,
  { batches, outcomes }: FileProgress,
  convert: (state: State, batch: Batch | null) => Status,
): FileStatuses<Status> {
  if (payment.releasedAt === null)
    return sameForAll(groups, convert(unplannedState(payment), null));
  const statusOf = (batch: Batch) => convert(plannedState(payment, batch, undefined), batch);
  return {
    groups: batches
      .filter(({ onlyIndex }) => onlyIndex === null)
      .map((batch) => {
        const { instrument, date } = batch;
        return { instrument, date, status: statusOf(batch) };
      }),
    // A payment with its own batch has the status of that batch, unless it has its own outcome.
    exceptions: [
      ...batches.flatMap((batch): FileStatuses<Status>['exceptions'] =>
        batch.onlyIndex === null ? [] : [[batch.onlyIndex, statusOf(batch)]],
      ),
      ...outcomes.map((outcome) => [outcome.index, convert(outcomeState(outcome), null)] as const),
    ],
  };
}

const NOT_DECIDED: CreditStatus = { kind: 'open', text: 'Not decided yet' };

/** Returns the status of one payment in words for customers. */
export function creditStatusOf(state: State): CreditStatus {
  switch (state.status) {
    case 'AcceptedCreditSettlementCompleted':
    case 'AcceptedSettlementCompleted':
      return { kind: 'paid', text: 'Paid' };
    case 'AcceptedSettlementInProcess':
      return { kind: 'open', text: 'On its way' };
    case 'Pending':
      return NOT_DECIDED;
    case 'Cancelled':
      return { kind: 'notPaid', text: 'Cancelled' };
    case 'Rejected': {
      const { stage, detail } = state;
      const prefix = stage === 'returned' ? 'Came back' : 'Not paid';
      return { kind: 'notPaid', text: `${prefix}: ${formatReason(detail, stage !== 'refused')}` };
    }
  }
}
