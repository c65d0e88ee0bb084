import type { MessageContent, SentMessage } from '../../../domain/schemes/hand-over.ts';

/** The columns that contain the bytes of a message, or name the file with them. */
export interface ContentRow {
  readonly content: string | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
}

/** Returns the content of a stored message. */
export function contentOf({ content: text, sha256, bytes }: ContentRow): MessageContent {
  if (text !== null) return { kind: 'text', text };
  return { kind: 'file', file: { sha256: sha256 ?? '', bytes: bytes ?? 0 } };
}

/** An amount in columns. */
export interface AmountRow {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Returns a row with its amount as one value. */
export function withAmount<Row extends AmountRow>({ amountMinor: minor, currency, ...row }: Row) {
  return { ...row, amount: { minor, currency } };
}

/** The total of a message in columns. */
export interface TotalRow {
  readonly totalMinor: number;
  readonly currency: string;
}

/** Returns a row with its total as one value. */
export function withTotal<Row extends TotalRow>({ totalMinor: minor, currency, ...row }: Row) {
  return { ...row, total: { minor, currency } };
}

export type SentRow = Omit<SentMessage, 'total'> & TotalRow;

/** SQL list of the columns of a `SentRow`, of `scheme_message` and its `batch`. */
export const SENT = `id, scheme_message.payment_id AS paymentId, batch AS number,
  scheme_message.instrument, date, transactions, total_minor AS totalMinor, currency,
  first_index AS firstIndex, last_index AS lastIndex, bank_sort_codes AS bankSortCodes,
  left_out AS leftOut`;

/**
 * SQL condition on `scheme_message`: its batch was sent. A message whose batch was abandoned before
 * is never handed over.
 */
export const IS_SENT = `EXISTS (SELECT 1 FROM batch
  WHERE batch.payment_id = scheme_message.payment_id AND batch.number = scheme_message.batch
    AND batch.state = 'sent')`;
