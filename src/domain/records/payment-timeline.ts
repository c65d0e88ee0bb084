import type { Instant } from '../../shared/time.ts';
import type { Actor } from './audit.ts';

/*
 * The history of a payment in plain words, for operators (docs/decisions, 160).
 */

/** The kinds of entries, in the order of entries with the same time. */
export const TIMELINE_KINDS = [
  'consent',
  'approval',
  'submission',
  'screening',
  'debit',
  'sent',
  'message',
  'enquiry',
  'answer',
  'return',
  'result',
  'credit',
  'settlement',
  // The entry of a command comes before its effect.
  'operator',
  'recall',
  'proposal',
  'problem',
  'payment',
  'end',
  'event',
] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The party that did something. `scheme`: a payment scheme, through its hub. */
export interface TimelineActor {
  readonly kind: Actor['kind'] | 'scheme';
  readonly id: string;
}

/** A code with its meaning in words. */
export interface CodeMeaning {
  readonly code: string;
  readonly meaning: string;
}

/** Ids of other records, under which an operator finds more. */
export interface TimelineLinks {
  /** Sequence number of the entry of the audit log. */
  readonly auditEntry?: number;
  readonly paymentId?: string;
  readonly transferIds?: readonly number[];
  readonly messageId?: string;
  /** SHA-256 of the document that a hub delivered. */
  readonly document?: string;
  readonly enquiryId?: string;
  readonly recallId?: string;
  readonly proposalId?: number;
  readonly problemId?: number;
  readonly caseId?: number;
  readonly eventId?: string;
}

/** Something that happened to a payment. */
export interface TimelineEntry {
  readonly at: Instant;
  readonly kind: TimelineKind;
  readonly actor: TimelineActor;
  /** One sentence. */
  readonly text: string;
  readonly code: CodeMeaning | null;
  readonly links: TimelineLinks;
}

/** A step that a payment waits for. */
export interface NextStep {
  /** One sentence. */
  readonly text: string;
  /** Time at which it happens, or the latest time. Null if it is unknown. */
  readonly at: Instant | null;
  /** The party or the system that the payment waits for. */
  readonly waitsFor:
    'tpp' | 'customer' | 'operator' | 'day' | 'service' | 'scheme' | 'screening' | 'core banking';
  /** The last error. Null if there was none. */
  readonly problem: string | null;
  /** The operators' command about it. Null if there is none. */
  readonly command: string | null;
  /** The held payment that two operators decide about. */
  readonly caseId?: number;
}

/** A line of the facts, for example the payee. */
export interface FactLine {
  readonly label: string;
  readonly values: readonly string[];
}

/** The facts of a payment, or of a consent without a payment. */
export interface PaymentFacts {
  readonly consentId: string;
  /** Null for a consent without a payment. */
  readonly paymentId: string | null;
  /** Number of the payment in its file or order, from 1. Null for the whole payment. */
  readonly row: number | null;
  /** Number of the payments of the file. Null if there is no file. */
  readonly rows: number | null;
  /** Name of the payment type, for example `file-payments`. */
  readonly family: string;
  /** The amount and the payee, or the summary of the file or the permission. */
  readonly summary: string;
  /** Status in words, with its code. */
  readonly status: CodeMeaning;
  /** The status as the TPP reads it. */
  readonly reportedStatus: string;
  readonly createdAt: Instant;
  /** Sort code and account number. Null if it is unknown, or if a file names several accounts. */
  readonly debtorAccount: string | null;
  readonly customerId: string | null;
  readonly tpp: {
    readonly clientId: string;
    /** Names from the directory. Null if the directory never listed the client. */
    readonly name: string | null;
    readonly organisation: string | null;
    readonly organisationId: string | null;
  };
  readonly lines: readonly FactLine[];
}

/** The facts, the history and the next steps of a payment. */
export interface PaymentTimeline {
  readonly facts: PaymentFacts;
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
  /** Sentences about entries that are left out. Empty if the history is complete. */
  readonly omitted: readonly string[];
  /** Empty if the payment has ended, or if its next step is not among the rows that were read. */
  readonly next: readonly NextStep[];
  /** False if rows are left out from which a next step may follow. */
  readonly isNextComplete: boolean;
}

/** The sentence about a payment without a next step if not all open rows were read. */
export const NEXT_UNKNOWN = 'No step was found. Not everything was read, so it may not have ended.';
