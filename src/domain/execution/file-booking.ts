import type { Booking, RefusedPayment, SeparatedPayment } from '../ports/booking.ts';
import type { Slice } from '../ports/files.ts';
import type { ExecutionGroup, FileFacts, FilePayment } from '../records/payment.ts';
import { batchDebits, bulkDebits, type Payer } from './debits.ts';

/** Payments of a file that a booking does not debit. */
export interface Undebited extends Pick<Booking, 'payees' | 'audited'> {
  readonly refused: readonly RefusedPayment[];
  readonly separated: readonly SeparatedPayment[];
}

const NONE: Undebited = { refused: [], separated: [] };

/** Returns the booking of a BULK group. Either all its debits are booked, or none is. */
export function bookingOfBulk(
  group: ExecutionGroup,
  file: FileFacts,
  payment: Payer,
  undebited = NONE,
): Booking {
  const { refused, separated } = undebited;
  const debits = bulkDebits(group, file, payment, [...refused, ...separated]);
  return { debits, whole: true, nextCursor: null, quote: null, next: null, ...undebited };
}

/** Returns the booking of a slice of a BATCH group. Each of its debits is booked on its own. */
export function bookingOfSlice(
  { payments, nextCursor }: Slice,
  payment: Payer,
  undebited = NONE,
): Booking {
  const { refused, separated } = undebited;
  const indexes = new Set([...refused, ...separated].map(({ index }) => index));
  const debited = payments.filter(({ index }) => !indexes.has(index));
  const debits = batchDebits(debited, payment);
  return { debits, whole: false, nextCursor, quote: null, next: null, ...undebited };
}

/** Returns the booking of a payment that was separated from its group. */
export function bookingOfOne(
  credit: FilePayment,
  payment: Payer,
  undebited: Undebited = NONE,
): Booking {
  const debits = undebited.refused.length > 0 ? [] : batchDebits([credit], payment);
  return { debits, whole: true, nextCursor: null, quote: null, next: null, ...undebited };
}
