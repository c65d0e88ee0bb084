import type { Act, Actor, AuditEntry, AuditHead } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import { sha256 } from '../digest.ts';

/** An entry of the audit log as it lies in the table. */
export interface AuditRow {
  /** 1, 2, 3 … without a gap. */
  readonly sequence: number;
  /** By the business clock. */
  readonly at: Instant;
  /** By the machine's clock. */
  readonly recordedAt: Instant;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly certificate: string | null;
  readonly interactionId: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  /** JSON, as it was hashed. */
  readonly detail: string | null;
  /** The series of the node that wrote it; null or absent where nodes share no log. */
  readonly writer?: string | null;
  /** Its place in that series: 1, 2, 3 … */
  readonly number?: number | null;
  /** 32 bytes. */
  readonly hash: Buffer;
}

/** An entry that has no place in the chain yet. */
export type UnplacedRow = Omit<AuditRow, 'sequence' | 'hash'>;

/** What is written of an act; `recordedAt` by the machine's clock. */
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

/** All columns of an entry but its place and its hash, by the names above. */
export const AUDIT_COLUMNS = `at, recorded_at AS recordedAt, actor_kind AS actorKind,
  actor_id AS actorId, certificate, interaction_id AS interactionId, address, action, subject,
  detail`;

/** What the first entry has in the place of a hash of an entry before it. */
export const FIRST_PREVIOUS_HASH = Buffer.alloc(32);

/**
 * SHA-256 over the previous entry's hash (32 bytes) and then the fields of this one, in this order:
 * sequence, at, recordedAt, actorKind, actorId, certificate, interactionId, address, action,
 * subject, detail; writer and number follow where the entry has them. A field is the length of its
 * UTF-8 in bytes, in decimal digits, then `:`, then the UTF-8; numbers are in decimal digits; a
 * field that is null is `-`. So no two entries have the same form.
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

/** Adds an entry, with the names of AuditRow. */
export const APPEND_ENTRY = `INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind,
    actor_id, certificate, interaction_id, address, action, subject, detail, hash)
  VALUES (@sequence, @at, @recordedAt, @actorKind, @actorId, @certificate, @interactionId, @address,
    @action, @subject, @detail, @hash)`;

/** What a walk along the chain came to. */
export type ChainCheck =
  | { readonly unbroken: true; readonly head: AuditHead }
  /** The first entry that does not fit, and why. */
  | { readonly unbroken: false; readonly sequence: number; readonly problem: string };

/**
 * A walk along the entries, oldest first. Any change of an entry, a gap, an entry put in or two in
 * each other's place shows. What was cut off at the end, or a chain that was written anew as a
 * whole, shows only against a head that was noted earlier.
 */
export class ChainVerifier {
  readonly #noted: AuditHead | undefined;
  #last: Pick<AuditRow, 'sequence' | 'hash'> = { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  #problem: string | undefined;

  constructor(noted?: AuditHead) {
    this.#noted = noted;
  }

  /** Takes the next entry; false where it does not fit, and the walk is over. */
  readonly take = (row: AuditRow): boolean => {
    this.#problem = this.#problemOf(row);
    if (this.#problem === undefined) this.#last = row;
    return this.#problem === undefined;
  };

  /** What the walk came to, once the last entry was taken. */
  end(): ChainCheck {
    const { sequence, hash } = this.#last;
    const isShort = sequence < (this.#noted?.sequence ?? 0);
    const problem =
      this.#problem ?? (isShort ? 'It is missing: the log was longer once.' : undefined);
    return problem === undefined
      ? { unbroken: true, head: { sequence, hash: hash.toString('hex') } }
      : { unbroken: false, sequence: sequence + 1, problem };
  }

  #problemOf(row: AuditRow): string | undefined {
    if (row.sequence !== this.#last.sequence + 1) return 'It is missing.';
    if (!hashOf(this.#last.hash, row).equals(row.hash)) {
      return 'Its hash is not that of the entry and those before it.';
    }
    const isOther =
      row.sequence === this.#noted?.sequence && row.hash.toString('hex') !== this.#noted.hash;
    return isOther ? 'Its hash is not the one that was noted.' : undefined;
  }
}

/** Walks along entries that are all at hand. */
export function verifyChain(rows: Iterable<AuditRow>, noted?: AuditHead): ChainCheck {
  const walk = new ChainVerifier(noted);
  for (const row of rows) if (!walk.take(row)) break;
  return walk.end();
}
