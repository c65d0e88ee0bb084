import type { Instant } from '../../shared/time.ts';
import type { Actor, AuditHead } from './audit.ts';

/** Hashes in hexadecimal digits of the two entries to which an entry of the audit log is linked. */
export interface ProvenLinks {
  /** Position in the log: 1, 2, 3 … without gaps. */
  readonly sequence: number;
  readonly previous: string;
  /** Hash of the entry that `skipOf` names. */
  readonly skipped: string;
}

/** An entry of the audit log with everything that its hash covers. */
export interface ProvenEntry extends ProvenLinks {
  /** Time of the action, by the business clock. */
  readonly at: Instant;
  /** Time at which the entry was written, by the machine's clock. */
  readonly recordedAt: Instant;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly certificate: string | null;
  readonly interactionId: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  /** Details as JSON text, exactly as it was hashed. */
  readonly detail: string | null;
  readonly writer: string | null;
  readonly number: number | null;
}

/** An entry on the path from the head to a proven entry, without its content. */
export interface ProofStep extends ProvenLinks {
  /** Digest of the content, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * Proof that entries belong to the audit log with a head (docs/decisions, 167). It contains no
 * content of other entries.
 */
export interface AuditProof {
  readonly head: AuditHead;
  /** Oldest first. */
  readonly entries: readonly ProvenEntry[];
  /** Oldest first. */
  readonly steps: readonly ProofStep[];
}
