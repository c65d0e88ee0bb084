import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { ExecutionGroup, FileFacts, ReceivedFile } from './payment.ts';

/** What becomes of the payments of one scheme and day, were they submitted now. */
export interface PreviewedExecution {
  readonly instrument: ExecutionGroup['instrument'];
  readonly payments: number;
  readonly totalPence: Pence;
  /** The day asked for; null for same-day payments. */
  readonly requested: LocalDate | null;
  readonly day: LocalDate;
  /** In words why on that day. */
  readonly reason: string;
}

/** What becomes of a file that is accepted, were it approved and submitted now. */
export interface ExecutionPreview {
  /** Debits on statements, at most. */
  readonly debits: number;
  /** As above, at least: the account that the customer chooses may be one that the file names. */
  readonly leastDebits: number;
  /** What stands with the debits of a BULK file; empty: the payment's id, or each its own. */
  readonly debitReference: string;
  /** Whether the customer must choose the account of payments that name none. */
  readonly customerChooses: boolean;
  readonly executions: readonly PreviewedExecution[];
}

/** What came of looking at a file that nobody has uploaded; nothing of it is kept. */
export type FileCheck = { readonly at: Instant; readonly bytes: number } & (
  | { readonly accepted: true; readonly facts: FileFacts; readonly preview: ExecutionPreview }
  | Extract<ReceivedFile, { accepted: false }>
);
