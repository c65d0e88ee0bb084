import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand } from '../engine.ts';

/**
 * The append-only audit log. Each entry contains the hash of the one before it, so that changes are
 * detected.
 */
export interface AuditLog {
  /** Adds an entry in the current transaction. It is stored if and only if the action is. */
  append(act: Act, entry: AuditEntry): DbCommand<void>;
  /** Returns the position and hash of the last chained entry. */
  head(): DbCommand<AuditHead>;
  /** Returns when the last entry was written, by the machine's clock. */
  lastInstant(): DbCommand<Instant | undefined>;
  /** Returns the number and age of entries that are not chained yet. */
  unsealed(): DbCommand<Unsealed>;
}
