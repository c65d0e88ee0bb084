import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';

/*
 * Reports that Bacs itself issues: input reports, ARUCS and AWACS (docs/decisions, 132). They
 * contain no ids of this service. A credit is named by the columns of its record in Standard 18.
 */

/** The columns of a Standard 18 record that name a credit in a report. */
export interface BacsColumns {
  /** Sort code and account number of the creditor, 14 digits. */
  readonly destination: AccountNumber;
  /** Sort code and account number of the debtor. Null in an AWACS, which does not contain it. */
  readonly originator: AccountNumber | null;
  /** Null in an AWACS, which does not contain the amount. */
  readonly pence: Pence | null;
  /** Without blanks at the end, like the name. Both may be empty. */
  readonly reference: string;
  /** Name of the creditor. */
  readonly name: string;
}

/** A credit in a report. */
export interface BacsRecord extends BacsColumns {
  /** Processing day of the submission (UHL1): the business day before the credit is paid. */
  readonly processingDay: LocalDate;
}

/**
 * The meaning of an item of a report. `returned`: the money comes back (ARUCS). `rejected` and
 * `amended`: Bacs did not process the credit, or processed it with changes (input report). `moved`:
 * the credit was paid, but the account has moved (AWACS).
 */
export type BacsOutcome = 'returned' | 'rejected' | 'amended' | 'moved';

export interface BacsItem {
  readonly outcome: BacsOutcome;
  readonly record: BacsRecord;
  /** Code of Bacs, for example `B` in an ARUCS. */
  readonly code: string;
  readonly description: string | null;
  /** The account that future credits should use. Only in an AWACS. */
  readonly newAccount: AccountNumber | null;
}

/** Number and sum of credits. */
export interface BacsTotals {
  readonly credits: number;
  readonly pence: Pence;
}

/** The submission that an input report is about, and its credits by Bacs's count. */
export interface BacsSubmission {
  /** Serial number of the submission (VOL1). */
  readonly serial: string;
  readonly processingDay: LocalDate;
  readonly accepted: BacsTotals;
  readonly rejected: BacsTotals;
}

/** A report of Bacs, without its items. */
export interface BacsReport {
  readonly serviceUserNumber: string;
  /** Null in an ARUCS and an AWACS, and before the end of an input report. */
  readonly submission: BacsSubmission | null;
}

/** A credit of a Bacs submission, as it was written in Standard 18. */
export interface BacsCredit extends BacsColumns {
  /** Number of the credit in its submission, from 1. */
  readonly number: number;
}

/** Length of the serial number of a submission, in characters. */
const SERIAL_CHARACTERS = 6;

/**
 * Returns the serial number of the submission with a message id (VOL1): the end of the id. It is
 * random, so two submissions of the same day almost never have the same number.
 */
export function bacsSerialOf(messageId: string): string {
  return messageId.slice(-SERIAL_CHARACTERS);
}

/** Returns a text that is equal for records of a report and credits with the same columns. */
export function bacsKey({ destination, originator, pence, reference, name }: BacsColumns): string {
  const amount = pence === null ? '' : String(pence);
  return [destination, originator ?? '', amount, reference, name].join('\n');
}
