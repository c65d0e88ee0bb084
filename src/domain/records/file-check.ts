import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { ExecutionGroup, FileFacts, ReceivedFile } from './payment.ts';

/** A preview of the payments for one scheme and day, computed as if they were submitted now. */
export interface PreviewedExecution {
  readonly instrument: ExecutionGroup['instrument'];
  readonly payments: number;
  readonly totalPence: Pence;
  /** The requested day. Null for same-day payments. */
  readonly requested: LocalDate | null;
  readonly day: LocalDate;
  /** A sentence that explains to people why the payments are executed on this day. */
  readonly reason: string;
}

/** A preview of how an accepted file would be executed, if it were approved and submitted now. */
export interface ExecutionPreview {
  /** Maximum number of debits that will appear on account statements. */
  readonly debits: number;
  /**
   * Minimum number of debits. It is lower than the maximum if the customer can choose an account
   * that the file names too.
   */
  readonly leastDebits: number;
  /**
   * The reference on the debits of a BULK file. If it is empty, BULK debits have the payment's id.
   * The debits of a BATCH file have the references of their payments.
   */
  readonly debitReference: string;
  /** True if the customer must choose an account for the payments that name none. */
  readonly customerChooses: boolean;
  readonly executions: readonly PreviewedExecution[];
}

/** A text that its scheme cannot carry, so that the payee's bank receives it changed. */
export interface ChangedText {
  readonly field: 'names' | 'references' | 'notes';
  /** Index of the payment in the file, counted from 0. */
  readonly index: number;
  readonly sent: string;
  /** Empty if the scheme has no place for the text. */
  readonly received: string;
}

/** Two payments to one account with different references, which the payee receives as equal. */
export interface EqualReferences {
  readonly indexes: readonly [number, number];
  readonly received: string;
}

/**
 * The texts of a file that schemes change before payees receive them: their numbers, and examples.
 */
export interface PayeeTexts {
  readonly counts: Readonly<Record<ChangedText['field'] | 'equal', number>>;
  readonly changed: readonly ChangedText[];
  readonly equal: readonly EqualReferences[];
}

/** The result of examining a file without storing it. */
export type PreviewedFile =
  | (Extract<ReceivedFile, { accepted: true }> & { readonly texts: PayeeTexts })
  | Extract<ReceivedFile, { accepted: false }>;

/** The result of checking a file without uploading it. The service does not store the file. */
export type FileCheck = { readonly at: Instant; readonly bytes: number } & (
  | {
      readonly accepted: true;
      readonly facts: FileFacts;
      readonly preview: ExecutionPreview;
      readonly texts: PayeeTexts;
    }
  | Extract<ReceivedFile, { accepted: false }>
);
