import type { StoredAuditEntry } from './audit.ts';

/** Selects entries of the audit log. */
export interface AuditListQuery {
  /** Only entries before this sequence number. Null to start at the newest one. */
  readonly before: number | null;
  /**
   * Only entries with this id as their subject or in their details. For a payment, also those about
   * its consent. Null for all.
   */
  readonly subject: string | null;
  /** Only entries with this action. Null for all. */
  readonly action: string | null;
  /** Maximum number of entries. */
  readonly limit: number;
}

/** A page of the audit log. */
export interface AuditListing {
  /** Newest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** Sequence number before which the next page begins. Null if this is the last page. */
  readonly nextBefore: number | null;
  /** False if the entries about a subject were not all searched. */
  readonly isComplete: boolean;
}
