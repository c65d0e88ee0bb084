import type { Holidays } from '../../domain/ports/bank.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { userText, type RichText } from '../../domain/messages/rich-text.ts';
import type { Instant } from '../../shared/time.ts';

/** Data for the summary of a consent. */
export interface ReviewContext {
  readonly now: Instant;
  /** When the customer authorised the consent. Absent before that. */
  readonly agreedAt?: Instant;
  readonly holidays: Holidays;
  readonly limits: SchemeLimits;
  /** Figures of the uploaded file, or null for a consent without one. */
  readonly file: FileFacts | null;
}

/** A labelled line of the summary. */
export interface ReviewLine {
  readonly label: string;
  /** One text, or several shown below each other. */
  readonly value: RichText | readonly RichText[];
}

/** The summary of a consent that the customer reads before deciding. */
export interface Review {
  /** Follows "asks you to approve", for example `a payment`. */
  readonly kind: string;
  /** Amount and payee, in one line. */
  readonly headline: RichText;
  readonly lines: readonly ReviewLine[];
  /** Returns the text that follows "If you approve, ", for example `we’ll pay …`. */
  promise(provider: RichText): RichText;
}

/** Label of the line with the payee's account. */
export const PAYEES_ACCOUNT = 'Payee’s account';

/** Label of the line that names the owner's part of a shared account (SecondaryIdentification). */
export const WITHIN_ACCOUNT = 'Within that account';

/** Label of the line with the payee's bank abroad, by name, BIC and clearing code. */
export const PAYEES_BANK = 'Payee’s bank';

const DESTINATION: ReadonlySet<string> = new Set([PAYEES_ACCOUNT, WITHIN_ACCOUNT, PAYEES_BANK]);

/**
 * Returns the lines with the payee's account and bank, for the short summary of the authentication
 * page. An account number abroad identifies a payee only together with its bank. The summary of a
 * file has no such lines.
 */
export function destinationLines({ lines }: Pick<Review, 'lines'>): readonly ReviewLine[] {
  return lines.filter(({ label }) => DESTINATION.has(label));
}

/** Returns the lines that are neither null nor undefined. */
export function linesOf(
  ...lines: readonly (ReviewLine | null | undefined)[]
): readonly ReviewLine[] {
  return lines.filter((line) => line !== null && line !== undefined);
}

/** Returns a line with text that the TPP wrote, or null if it is absent or empty. */
export function userTextIf(label: string, written: string | undefined): ReviewLine | null {
  return written === undefined || written === '' ? null : { label, value: userText(written) };
}
