import type { Instant } from '../../shared/time.ts';
import type { AuditHead } from './audit.ts';

/*
 * The case file of a payment: everything about it in one archive (docs/decisions, 167).
 */

export interface CaseMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The payment that a case file is about. */
export interface CaseSubject {
  readonly consentId: string;
  /** Null for a consent without a payment. */
  readonly paymentId: string | null;
  /** Number of the payment in its file or order, from 1. Null for the whole payment. */
  readonly row: number | null;
}

/** The content of a case file, before it is signed. */
export interface CaseContent {
  readonly subject: CaseSubject;
  /** Time of the export. */
  readonly at: Instant;
  /** The end of the audit log, to which the proof leads. */
  readonly auditHead: AuditHead;
  /** Sequence numbers of the audit entries in the case file. */
  readonly auditEntries: readonly number[];
  /** Sentences about data that are left out. */
  readonly omitted: readonly string[];
  readonly members: readonly CaseMember[];
}
