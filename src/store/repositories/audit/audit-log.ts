import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand } from '../engine.ts';

/**
 * The append-only audit log. Each entry contains the hash of the one before it, so that changes are
 * detected.
 */
export interface AuditLog {
  /**
   * Adds an entry in the current transaction. The entry is stored if and only if the audited action
   * is.
   */
  append(act: Act, entry: AuditEntry): DbCommand<void>;
  /** Returns the sequence number and hash of the last entry in the chain. */
  head(): DbCommand<AuditHead>;
  /** Returns the machine time at which the last entry was written. */
  lastInstant(): DbCommand<Instant | undefined>;
  /** Returns the number and age of the entries that are not in the chain yet. */
  unsealed(): DbCommand<Unsealed>;
}
