import { expectDefined } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { ReportedEntry, ReportedStatement } from './account-reports.ts';
import { creditIdOf } from './messages.ts';
import type { Instrument } from './schemes.ts';

/*
 * The comparison of the bank's settlement accounts with the credits that were handed over
 * (docs/decisions, 131).
 */

/** Reasons for which an entry of a settlement account does not count, in plain words. */
export const ENTRY_PROBLEMS = {
  unknown: 'The entry names no message and no credit of this service.',
  wrongExchange: 'The entry arrived through an exchange that is not the one of its scheme.',
  idsDisagree: 'The ids in the entry belong to different credits.',
  wrongCurrency: 'The entry is in another currency than the credits.',
  twice: 'Another entry settles the same credit.',
  rejected: 'The scheme has rejected the credit.',
  noReturn: 'The money came back, but the hub has not delivered the return (pacs.004).',
} as const;

export type EntryProblem = keyof typeof ENTRY_PROBLEMS;

/** An entry after it was matched with a message or a credit. */
export interface MatchedEntry extends Omit<ReportedEntry, 'batch' | 'credit'> {
  /** The stored message that the entry names. Null if it names none. */
  readonly messageId: string | null;
  /** Index of the payment if the entry names a single credit. Otherwise null. */
  readonly index: number | null;
  /** Number of credits that the entry settles. */
  readonly transactions: number;
  /** True if the entry is about money that came back. */
  readonly isReturn: boolean;
  /** Null if the entry counts. The answers of the scheme are checked later. */
  readonly problem: EntryProblem | null;
}

/** A part of a document whose entries were matched. */
export interface MatchedReport {
  /** Position of the first entry of this part, and of the next part. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly MatchedEntry[];
  readonly statements: readonly ReportedStatement[];
  readonly isLast: boolean;
}

/** Numbers of entries in a part of a document. */
export interface TakenReport {
  /** Entries that were not reported before. */
  readonly added: number;
  /** Numbers of those that do not count, and of entries that contradict earlier ones. */
  readonly unexpected: number;
}

/** Kinds of differences between a settlement account and the credits, with their meaning. */
export const DIFFERENCES = {
  missing: 'Accepted credits or a return without an entry after the time for it.',
  amount: 'The entries have another amount than the accepted credits or the return.',
  unanswered: 'The entries settle more credits than the scheme has answered.',
  rejected: 'The entries settle credits that the scheme has rejected.',
  excess: 'The entries settle more credits than the message contains.',
  unexpected: 'An entry that does not count.',
  gap: 'Statements are missing before this one.',
  opening: 'The opening balance is not the closing balance of the previous statement.',
} as const;

export type DifferenceKind = keyof typeof DIFFERENCES;

export const DIFFERENCE_KINDS = Object.keys(DIFFERENCES) as readonly DifferenceKind[];

/** The object of a difference: a message, a returned credit, an entry or a statement. */
export type DifferenceSubject =
  | { readonly of: 'message'; readonly messageId: string }
  | { readonly of: 'return'; readonly messageId: string; readonly index: number }
  | { readonly of: 'entry' | 'statement'; readonly id: number };

/** A difference between a settlement account and the credits that were handed over. */
export interface Difference {
  /** Name of the difference for the operators' commands. */
  readonly name: string;
  readonly kind: DifferenceKind;
  /** Null if it is unknown. */
  readonly instrument: Instrument | null;
  /** Number of the settlement account. Null if no entry was reported. */
  readonly account: string | null;
  readonly paymentId: string | null;
  /** Time from which it counts: of the entry, or the end of the settlement date. */
  readonly since: Instant;
  /** Numbers of credits, and sums in minor units. Without `resolved` differences. */
  readonly expected: { readonly credits: number; readonly minor: MinorUnits };
  readonly reported: { readonly credits: number; readonly minor: MinorUnits };
  readonly currency: string;
  /** Problem of an entry, with its reference, or the statement. Null for the other kinds. */
  readonly detail: string | null;
}

/** Returns the name of a difference. */
export function differenceName(subject: DifferenceSubject): string {
  if (subject.of === 'message') return subject.messageId;
  if (subject.of === 'return') return creditIdOf(subject);
  return `${subject.of === 'entry' ? 'E' : 'S'}${String(subject.id)}`;
}

const NAME =
  /^(?:(?<messageId>[A-Z0-9]{24})(?:-(?<index>0|[1-9]\d{0,8}))?|(?<of>[ES])(?<id>\d{1,15}))$/;

/** Reads the name of a difference. Returns undefined if it is not valid. */
export function parseDifferenceName(name: string): DifferenceSubject | undefined {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return undefined;
  const { messageId, index, of, id } = groups;
  if (of !== undefined) return { of: of === 'E' ? 'entry' : 'statement', id: Number(id) };
  const message = { messageId: expectDefined(messageId, 'the id of a message') };
  if (index === undefined) return { of: 'message', ...message };
  return { of: 'return', ...message, index: Number(index) };
}

/** A stored statement of a settlement account. */
export interface StoredStatement extends ReportedStatement {
  readonly number: number;
  readonly exchange: string;
  readonly receivedAt: Instant;
  /**
   * The reason why it does not continue the previous statement. Null if it does, or if it is the
   * first.
   */
  readonly break: 'gap' | 'opening' | null;
}

/** The sums of a scheme, a settlement date and a currency, in minor units. */
export interface SettlementTotals {
  readonly settlementDate: LocalDate;
  readonly instrument: Instrument;
  readonly currency: string;
  readonly messages: number;
  readonly handedOver: MinorUnits;
  readonly accepted: MinorUnits;
  readonly rejected: MinorUnits;
  /** Sum of the entries of the settlement account that count. */
  readonly reported: MinorUnits;
  /** Sum of the differences that operators have closed. */
  readonly resolved: MinorUnits;
}

/** The result of closing a difference. Only `done` changes anything. */
export type ResolutionResult =
  | 'done'
  /** There is no such message, return, entry or statement, or its entries may still come. */
  | 'unknown'
  /** There is no difference, or it is closed. */
  | 'none';
