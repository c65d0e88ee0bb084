import type { Holidays } from '../../domain/ports/bank.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { userText, type RichText } from '../../domain/messages/rich-text.ts';
import type { Instant } from '../../shared/time.ts';

/** The data needed to build the summary of a consent. */
export interface ReviewContext {
  readonly now: Instant;
  /** Time at which the customer approved the consent. Absent before the approval. */
  readonly agreedAt?: Instant;
  readonly holidays: Holidays;
  readonly limits: SchemeLimits;
  /** The properties of the uploaded file. Null for a consent without a file. */
  readonly file: FileFacts | null;
}

/** A labelled line of the summary. */
export interface ReviewLine {
  readonly label: string;
  /** One text, or several texts that are displayed one below the other. */
  readonly value: RichText | readonly RichText[];
}

/** The summary of a consent, which the customer reads before the decision. */
export interface Review {
  /** The words after "asks you to approve", for example `a payment`. */
  readonly kind: string;
  /** The amount and the payee, as one line of text. */
  readonly headline: RichText;
  readonly lines: readonly ReviewLine[];
  /** Returns the words after "If you approve, ", for example `we’ll pay …`. */
  promise(provider: RichText): RichText;
}

/** The label of the line with the payee's account. */
export const PAYEES_ACCOUNT = 'Payee’s account';

/**
 * The label of the line with SecondaryIdentification. It identifies the payee's part of a shared
 * account.
 */
export const WITHIN_ACCOUNT = 'Within that account';

/**
 * The label of the line with the payee's bank abroad. The line contains the bank's name, BIC and
 * clearing code.
 */
export const PAYEES_BANK = 'Payee’s bank';

/** The label of the line with the result of the name check (Confirmation of Payee). */
export const NAME_CHECK = 'Name check';

const DESTINATION: ReadonlySet<string> = new Set([
  PAYEES_ACCOUNT,
  WITHIN_ACCOUNT,
  PAYEES_BANK,
  NAME_CHECK,
]);

/**
 * Returns the summary's lines with the payee's account and bank, for the page on which the customer
 * enters the second factor. An account number abroad identifies a payee only together with the
 * bank. Of these lines, the summary of a file has at most the one with the name checks.
 */
export function destinationLines({ lines }: Pick<Review, 'lines'>): readonly ReviewLine[] {
  return lines.filter(({ label }) => DESTINATION.has(label));
}

/** Returns the given lines without those that are null or undefined. */
export function linesOf(
  ...lines: readonly (ReviewLine | null | undefined)[]
): readonly ReviewLine[] {
  return lines.filter((line) => line !== null && line !== undefined);
}

/** Returns a line with text that the TPP wrote. Returns null if the text is absent or empty. */
export function userTextIf(label: string, written: string | undefined): ReviewLine | null {
  return written === undefined || written === '' ? null : { label, value: userText(written) };
}
