import type { Act, Actor, AuditEntry, AuditHead } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import { sha256 } from '../digest.ts';

/** A row of the audit log. */
export interface AuditRow {
  /** Position in the log: 1, 2, 3 … without gaps. */
  readonly sequence: number;
  /** Time of the action by the business clock. */
  readonly at: Instant;
  /** Time of writing by the machine's clock. */
  readonly recordedAt: Instant;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly certificate: string | null;
  readonly interactionId: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  /** JSON, exactly as it was hashed. */
  readonly detail: string | null;
  /** Id of the series of the node that wrote the entry. Null or absent if nodes share no log. */
  readonly writer?: string | null;
  /** Position in that series: 1, 2, 3 … */
  readonly number?: number | null;
  /** SHA-256 of the previous hash and this entry, 32 bytes. */
  readonly hash: Buffer;
}

/** An entry without a position and a hash. */
export type UnplacedRow = Omit<AuditRow, 'sequence' | 'hash'>;

/** Converts an act and its entry to a row. `recordedAt` is the machine's clock. */
export function rowOf(
  { at, by }: Act,
  { action, subject, detail }: AuditEntry,
  recordedAt: Instant,
): UnplacedRow {
  return {
    at,
    recordedAt,
    actorKind: by.kind,
    actorId: by.id,
    certificate: by.certificate,
    interactionId: by.interactionId,
    address: by.address,
    action,
    subject,
    detail: detail === undefined ? null : JSON.stringify(detail),
  };
}

/** All columns of an entry except its position and hash, with the member names of `AuditRow`. */
export const AUDIT_COLUMNS = `at, recorded_at AS recordedAt, actor_kind AS actorKind,
  actor_id AS actorId, certificate, interaction_id AS interactionId, address, action, subject,
  detail`;

/** Hash that the first entry builds on, in place of a previous entry's hash. */
export const FIRST_PREVIOUS_HASH = Buffer.alloc(32);

/**
 * Returns the hash of an entry: SHA-256 over the previous entry's hash (32 bytes) and the fields in
 * this order: sequence, at, recordedAt, actorKind, actorId, certificate, interactionId, address,
 * action, subject, detail. If the entry has them, writer and number follow.
 *
 * Each field is encoded as the length of its UTF-8 in bytes, in decimal digits, then `:`, then the
 * UTF-8. Numbers are decimal digits and null is `-`. This encoding is unique: two different entries
 * never have the same bytes.
 */
export function hashOf(previous: Buffer, entry: Omit<AuditRow, 'hash'>): Buffer {
  const fields = [
    String(entry.sequence),
    String(entry.at),
    String(entry.recordedAt),
    entry.actorKind,
    entry.actorId,
    entry.certificate,
    entry.interactionId,
    entry.address,
    entry.action,
    entry.subject,
    entry.detail,
    ...(typeof entry.writer === 'string' ? [entry.writer, String(entry.number)] : []),
  ];
  const form = fields.map((field) =>
    field === null ? '-' : `${String(Buffer.byteLength(field))}:${field}`,
  );
  return sha256(Buffer.concat([previous, Buffer.from(form.join(''))]));
}

/** SQL that adds an entry. Its parameters have the member names of `AuditRow`. */
export const APPEND_ENTRY = `INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind,
    actor_id, certificate, interaction_id, address, action, subject, detail, hash)
  VALUES (@sequence, @at, @recordedAt, @actorKind, @actorId, @certificate, @interactionId, @address,
    @action, @subject, @detail, @hash)`;

/** Result of verifying the chain. */
export type ChainCheck =
  | { readonly unbroken: true; readonly head: AuditHead }
  /** Position of the first wrong or missing entry, and what is wrong with it. */
  | { readonly unbroken: false; readonly sequence: number; readonly problem: string };

/**
 * Verifies the entries of the audit log, oldest first. It detects a changed, missing, added or
 * moved entry. It detects a truncated or completely rewritten log only against a head that was
 * noted earlier.
 */
export class ChainVerifier {
  readonly #noted: AuditHead | undefined;
  #last: Pick<AuditRow, 'sequence' | 'hash'> = { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  #problem: string | undefined;

  constructor(noted?: AuditHead) {
    this.#noted = noted;
  }

  /** Verifies the next entry. Returns false if it is wrong, which ends the verification. */
  readonly verify = (row: AuditRow): boolean => {
    this.#problem = this.#problemOf(row);
    if (this.#problem === undefined) this.#last = row;
    return this.#problem === undefined;
  };

  /** Returns the result after the last entry. */
  end(): ChainCheck {
    const { sequence, hash } = this.#last;
    const isShort = sequence < (this.#noted?.sequence ?? 0);
    const problem =
      this.#problem ??
      (isShort ? 'The entry is missing: the log was longer when its head was noted.' : undefined);
    return problem === undefined
      ? { unbroken: true, head: { sequence, hash: hash.toString('hex') } }
      : { unbroken: false, sequence: sequence + 1, problem };
  }

  #problemOf(row: AuditRow): string | undefined {
    if (row.sequence !== this.#last.sequence + 1) return 'The entry is missing.';
    if (!hashOf(this.#last.hash, row).equals(row.hash)) {
      return 'Its hash does not match its content and the entry before it.';
    }
    const isOther =
      row.sequence === this.#noted?.sequence && row.hash.toString('hex') !== this.#noted.hash;
    return isOther ? 'Its hash differs from the one that was noted.' : undefined;
  }
}

/** Verifies entries that are all in memory. */
export function verifyChain(rows: Iterable<AuditRow>, noted?: AuditHead): ChainCheck {
  const verifier = new ChainVerifier(noted);
  for (const row of rows) if (!verifier.verify(row)) break;
  return verifier.end();
}
