import type { Instant } from '../../shared/time.ts';
import type { Money } from '../schemes/messages.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** A payment that an operator finds: a single payment, one of a file, or a file as a whole. */
export interface MatchedPayment {
  readonly consentId: string;
  /** Null if the TPP has not submitted it. */
  readonly paymentId: string | null;
  /** The payment type, for example `file-payments`. */
  readonly paymentType: string;
  /** The payment type in words, for example `File payment`. */
  readonly paymentTypeText: string;
  readonly clientId: string;
  /** Number of the payment in its file, from 1. Null without a file, and for a whole file. */
  readonly row: number | null;
  /** Number of payments: of a whole file, or otherwise 1. */
  readonly payments: number;
  /** Null for a whole file, and for a VRP consent. */
  readonly creditorName: string | null;
  readonly creditorAccount: string | null;
  /** The amount, the total of a whole file, or the first amount of an order. */
  readonly amount: Money | null;
  readonly endToEndIdentification: string | null;
  readonly instructionIdentification: string | null;
  /** Reference or unstructured information. For a whole file, its FileReference. */
  readonly reference: string | null;
  readonly instrument: Instrument | null;
  /** Null if each payment of a file names its own, or if the customer has not chosen it. */
  readonly debtorAccount: string | null;
  /** Time at which the consent was created. For a payment under a VRP consent, its submission. */
  readonly at: Instant;
  /** The status in plain terms. */
  readonly status: string;
}

export interface PaymentQuery {
  /** An id, reference, account or amount, or words of a name or reference. */
  readonly text: string;
  /** First time to return. Null: no limit. */
  readonly from: Instant | null;
  /** Time before which payments are returned. Null: no limit. */
  readonly before: Instant | null;
  /** Maximum number of payments. */
  readonly limit: number;
}

/** The sentence about a search in damaged files. */
export const DAMAGED_SEARCH =
  'A payment file or a part of the index is damaged or missing, and was not searched. The log names ' +
  'it. See "A payment file is damaged" in the operations guide.';

/** Returns the detail of a search for the audit log, with the ids of the payments. */
export function searchDetail(
  payments: readonly MatchedPayment[],
): Readonly<Record<string, string | number>> {
  const ids = new Set(payments.map(({ paymentId, consentId }) => paymentId ?? consentId));
  const numbered = [...ids].map((id, index) => [`id${String(index + 1)}`, id] as const);
  return { found: payments.length, ...Object.fromEntries(numbered) };
}

export interface FoundByOperator {
  /** Payments whose id is searched for, and then the newest first. */
  readonly payments: readonly MatchedPayment[];
  /** False if there may be more: at the limit, after the maximum time, or if a file is damaged. */
  readonly isComplete: boolean;
  /** True if a payment file or a part of the index could not be read, and was not searched. */
  readonly isDamaged: boolean;
  /** Time of the last audit entry in the index. Null if the index is empty. */
  readonly indexedTo: Instant | null;
  /** Number of audit entries that are not in the index. Only the newest of them are searched. */
  readonly notIndexed: number;
}
