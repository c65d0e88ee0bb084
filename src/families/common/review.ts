import type { Holidays } from '../../domain/ports/bank.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { userText, type RichText } from '../../domain/messages/rich-text.ts';
import type { Instant } from '../../shared/time.ts';

/** What the bank knows when it tells a customer what would happen. */
export interface ReviewContext {
  readonly now: Instant;
  /** When it was agreed to, where that is told afterwards; absent while it is asked for. */
  readonly agreedAt?: Instant;
  readonly holidays: Holidays;
  readonly limits: SchemeLimits;
  /** What is known of the uploaded file; null for a consent without one. */
  readonly file: FileFacts | null;
}

/** A line of what the customer reads: what it is, and what it says there. */
export interface ReviewLine {
  readonly label: string;
  /** One text, or several that stand below each other. */
  readonly value: RichText | readonly RichText[];
}

/** What a customer reads before deciding, in plain words, by the family that it is of. */
export interface Review {
  /** What is asked for, as it goes on after "asks you to approve": `a payment`. */
  readonly kind: string;
  /** The gist in one line: how much to whom. */
  readonly headline: RichText;
  readonly lines: readonly ReviewLine[];
  /** What comes of an approval, as it goes on after "If you approve, ": `we’ll pay …`. */
  promise(provider: RichText): RichText;
}

/** What the line is called that tells where the money goes. */
export const PAYEES_ACCOUNT = 'Payee’s account';

/** Label of the line that names the owner's part of a shared account (SecondaryIdentification). */
export const WITHIN_ACCOUNT = 'Within that account';

/** Label of the line with the payee's bank abroad, by name, BIC and clearing code. */
export const PAYEES_BANK = 'Payee’s bank';

const DESTINATION: ReadonlySet<string> = new Set([PAYEES_ACCOUNT, WITHIN_ACCOUNT, PAYEES_BANK]);

/**
 * Returns the lines that say where the money goes, for the summary beside the factor. An account
 * number abroad names a payee only together with its bank. A file, which pays many, has none.
 */
export function destinationLines({ lines }: Pick<Review, 'lines'>): readonly ReviewLine[] {
  return lines.filter(({ label }) => DESTINATION.has(label));
}

/** The lines that have something to say. */
export function linesOf(
  ...lines: readonly (ReviewLine | null | undefined)[]
): readonly ReviewLine[] {
  return lines.filter((line) => line !== null && line !== undefined);
}

/** A line of what somebody else wrote, unless there is none. */
export function userTextIf(label: string, written: string | undefined): ReviewLine | null {
  return written === undefined || written === '' ? null : { label, value: userText(written) };
}
