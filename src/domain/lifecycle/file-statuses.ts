import { expectDefined } from '../../shared/assert.ts';
import type { ExecutionGroup, FilePayment } from '../records/payment.ts';

/** The status of one payment in a file. */
export interface CreditStatus {
  /** `notPaid`: the money was returned or never debited, and this will not change. */
  readonly kind: 'paid' | 'notPaid' | 'open';
  /** The status in words, for example `Paid` or `Not paid: the payee’s account is closed`. */
  readonly text: string;
}

/**
 * The statuses of all payments in a file: one for each execution group, and exceptions for single
 * payments.
 */
export interface FileStatuses<Status = CreditStatus> {
  readonly groups: readonly (Pick<ExecutionGroup, 'instrument' | 'date'> & {
    readonly status: Status;
  })[];
  /**
   * The payments whose status differs from that of their group, by index. The last entry of an
   * index applies.
   */
  readonly exceptions: readonly (readonly [index: number, status: Status])[];
}

/** Returns a function that looks up the status of a payment: its own, or that of its group. */
export function statusLookup<Status>({ groups, exceptions }: FileStatuses<Status>) {
  const ofPayments = new Map(exceptions);
  const ofGroups = new Map(groups.map((group) => [groupKey(group), group.status]));
  return (payment: Pick<FilePayment, 'index' | 'instrument' | 'date'>): Status =>
    ofPayments.get(payment.index) ??
    expectDefined(ofGroups.get(groupKey(payment)), `status of payment ${String(payment.index)}`);
}

function groupKey({ instrument, date }: Pick<ExecutionGroup, 'instrument' | 'date'>): string {
  return `${instrument} ${date ?? ''}`;
}
