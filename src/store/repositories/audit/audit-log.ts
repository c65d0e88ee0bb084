import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand } from '../engine.ts';

/** The log of who did what: entries are added, and each gets the hash of all before it. */
export interface AuditLog {
  /** Adds an entry in the transaction that is open: it is there exactly if what it tells is. */
  append(act: Act, entry: AuditEntry): DbCommand<void>;
  /** The last entry that has its hash. */
  head(): DbCommand<AuditHead>;
  /** When the last entry was written, by the machine's clock. */
  lastInstant(): DbCommand<Instant | undefined>;
  /** Those that wait for their hash. */
  unsealed(): DbCommand<Unsealed>;
}
