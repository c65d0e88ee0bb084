import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Run } from '../engine.ts';

/** The log of who did what: entries are added, and each gets the hash of all before it. */
export interface AuditLog {
  /** Adds an entry in the transaction that is open: it is there exactly if what it tells is. */
  append(act: Act, entry: AuditEntry): Run<void>;
  /** The last entry that has its hash. */
  head(): Run<AuditHead>;
  /** When the last entry was written, by the machine's clock. */
  lastInstant(): Run<Instant | undefined>;
  /** Those that wait for their hash. */
  unsealed(): Run<Unsealed>;
}
