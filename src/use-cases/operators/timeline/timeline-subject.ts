import type { Order } from '../../../domain/execution/order.ts';
import type { Holidays } from '../../../domain/ports/bank.ts';
import type { FileFacts, SinglePayment } from '../../../domain/records/payment.ts';
import type { Batch, Consent, Payment } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import { consentNow } from '../../consents/find-consent.ts';
import type { UseCaseParts } from '../../dependencies.ts';
import { paymentNow } from '../../payments/approve-payment.ts';
import { findCredit } from '../../payments/find-credit.ts';

/** The ports and settings that a timeline is built from. */
export type TimelineParts = Pick<
  UseCaseParts,
  'store' | 'workers' | 'searchIndex' | 'observe' | 'holidays' | 'paymentSource' | 'settings'
>;

/** One payment of a file or an order. */
export interface SubjectCredit {
  readonly payment: SinglePayment;
  /** Null if the submission was not released for execution. */
  readonly batch: Batch | null;
}

/** A consent with its payment, or one payment of its file or order. */
export interface TimelineSubject {
  readonly consent: Consent;
  readonly payment: Payment | null;
  /** Null for a payment type without files, and before the upload. */
  readonly file: FileFacts | null;
  /** Null for a file, and for a consent that defines no payment. */
  readonly order: Order | null;
  /** True if the order has only one payment. */
  readonly isSingle: boolean;
  /** Null for the whole payment. */
  readonly credit: SubjectCredit | null;
}

/** The reason why there is no timeline. */
export type UnknownSubject = 'unknownId' | 'unknownRow';

/**
 * Finds the consent or the payment with an id, in its current state.
 *
 * @param row number of the payment in its file or order, from 1. Null for the whole payment
 */
export async function findSubject(
  parts: TimelineParts,
  { id, row }: { readonly id: string; readonly row: number | null },
  now: Instant,
): Promise<TimelineSubject | UnknownSubject> {
  const { store, paymentSource } = parts;
  const foundPayment = await store.findPayment(id);
  const found = await store.findConsent(foundPayment?.consentId ?? id);
  if (found === undefined) return 'unknownId';
  const consent = await consentNow({ store }, found, now);
  const submitted = foundPayment ?? (await store.findPaymentOf(consent.id));
  const payment = submitted === undefined ? null : await paymentNow({ store }, submitted, now);
  const instruction =
    payment === null ? paymentSource.ofConsent(consent) : paymentSource.ofPayment(payment);
  const order = instruction.kind === 'order' ? instruction.order : null;
  const file = instruction.kind === 'file' ? ((await store.findFile(consent.id)) ?? null) : null;
  const isSingle = order !== null && hasOnePayment(order, parts.holidays);
  const subject = { consent, payment, file, order, isSingle, credit: null };
  if (row === null) return subject;
  const credit = await findRow(parts, subject, row - 1);
  return credit === undefined ? 'unknownRow' : { ...subject, credit };
}

function hasOnePayment(order: Order, holidays: Holidays): boolean {
  const first = order.nextPayment(null, holidays);
  return first !== null && order.nextPayment(first, holidays) === null;
}

async function findRow(
  parts: TimelineParts,
  { payment, file }: TimelineSubject,
  index: number,
): Promise<SubjectCredit | undefined> {
  const found = payment === null ? undefined : await findCredit(parts, payment, index);
  if (found !== undefined) return { payment: found.credit, batch: found.batch };
  if (file === null || index >= file.payments) return undefined;
  const { payments } = await parts.workers.slice(file, { cursor: index, limit: 1, group: null });
  return { payment: expectDefined(payments[0], `payment ${String(index)}`), batch: null };
}
