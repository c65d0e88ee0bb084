import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ListPlace } from './list-place.ts';
import type { Classification } from './payment.ts';
import type { Payment } from './records.ts';

/** The states of submitted payment files, with their texts. */
export const FILE_STATES = {
  approval: 'Waiting for approval',
  waiting: 'Waiting for its day',
  underWay: 'Under way',
  paid: 'Paid',
  partlyPaid: 'Partly paid',
  notPaid: 'Not paid',
} as const;

export type FileState = keyof typeof FILE_STATES;

/** Names of the states, for options and parameters. */
export const FILE_STATE_NAMES = Object.keys(FILE_STATES) as readonly FileState[];

/** Selects files that were submitted for payment, by their day. */
export interface FileQuery extends Pick<FileFilter, 'state' | 'after'> {
  /** Day in London on which they were submitted. Null for all days. */
  readonly day: LocalDate | null;
}

/** Selects files that were submitted for payment, by their time. */
export interface FileFilter {
  /** Start and end of the time in which they were submitted. */
  readonly from: Instant;
  readonly before: Instant;
  /** Null for all states. */
  readonly state: FileState | null;
  /** The place of the last file that was listed. Null for the first page. */
  readonly after: ListPlace | null;
}

/** A payment file that was submitted. */
export interface ListedFile extends Pick<
  Payment,
  'id' | 'consentId' | 'clientId' | 'customerId' | 'createdAt' | 'reason'
> {
  /** Null if the payments of the file name their accounts. */
  readonly debtorAccount: AccountNumber | null;
  readonly state: FileState;
  /** `BULK`: one debit for all payments. `BATCH`: one debit for each. */
  readonly kind: Classification['kind'];
  readonly totalPence: Pence;
  /** Number of payments. It is the sum of the next three. */
  readonly payments: number;
  readonly paid: number;
  readonly failed: number;
  readonly open: number;
}

/** A page of submitted files, the newest first. */
export interface FilePage {
  readonly files: readonly ListedFile[];
  /** The place after which earlier files follow. Null at the end. */
  readonly next: ListPlace | null;
}

/** Number and total of the files in a state. */
export interface FileTotal {
  readonly state: FileState;
  readonly files: number;
  readonly totalPence: Pence;
}
