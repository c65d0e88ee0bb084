import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { ExecutionGroup, FileFacts, ReceivedFile } from './payment.ts';

/** Preview of the payments of one scheme and day, as if submitted now. */
export interface PreviewedExecution {
  readonly instrument: ExecutionGroup['instrument'];
  readonly payments: number;
  readonly totalPence: Pence;
  /** The requested day. Null for same-day payments. */
  readonly requested: LocalDate | null;
  readonly day: LocalDate;
  /** Reason for the day of execution, for people to read. */
  readonly reason: string;
}

/** Preview of the execution of an accepted file, as if approved and submitted now. */
export interface ExecutionPreview {
  /** Maximum number of debits on statements. */
  readonly debits: number;
  /** Minimum number of debits. The customer may choose an account that the file also names. */
  readonly leastDebits: number;
  /**
   * Reference on the debits of a BULK file. Empty: the payment's id, or for BATCH the reference of
   * each payment.
   */
  readonly debitReference: string;
  /** True if the customer must choose the account for payments that name none. */
  readonly customerChooses: boolean;
  readonly executions: readonly PreviewedExecution[];
}

/** Result of checking a file without uploading it. The file is not stored. */
export type FileCheck = { readonly at: Instant; readonly bytes: number } & (
  | { readonly accepted: true; readonly facts: FileFacts; readonly preview: ExecutionPreview }
  | Extract<ReceivedFile, { accepted: false }>
);
