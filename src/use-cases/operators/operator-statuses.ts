import type { CreditStatus, FileStatuses } from '../../domain/lifecycle/file-statuses.ts';
import { formatOperatorReason, NOT_PAID, PARKED } from '../../domain/messages/operator-text.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { convertedStatuses, creditStatusOf, type FileProgress } from '../files/file-statuses.ts';
import type { State } from '../payments/credit-states.ts';

/**
 * Returns the status of one payment of a file or an order in words for operators.
 *
 * @param isParked true if a step of its batch is parked
 */
export function rowStatusOf(state: State, isParked: boolean): CreditStatus {
  const shown = creditStatusOf(state);
  if (state.status === 'Rejected') {
    const { stage, detail } = state;
    const reason = formatOperatorReason(detail, stage !== 'refused');
    return { ...shown, text: `${NOT_PAID[stage]}: ${reason}` };
  }
  if (state.status === 'Cancelled') return { ...shown, text: 'Cancelled by the customer' };
  if (shown.kind !== 'open') return shown;
  if (isParked) return { ...shown, text: PARKED };
  if (state.status === 'AcceptedSettlementInProcess') {
    return { ...shown, text: 'Debited, waits for the scheme' };
  }
  const { description } = state;
  const text = description.charAt(0).toUpperCase() + description.slice(1).replace(/\.$/, '');
  return { ...shown, text };
}

/** Returns the statuses of the payments of a file in words for operators. */
export async function operatorStatusesOf(
  { store }: Pick<UseCaseParts, 'store'>,
  payment: Payment,
  facts: FileFacts,
  progress: FileProgress,
): Promise<FileStatuses> {
  const parked = new Set(await store.parkedBatchesOf(payment.id));
  return convertedStatuses(payment, facts, progress, (state, batch) =>
    rowStatusOf(state, batch !== null && parked.has(batch.number)),
  );
}
