import type { ProvenEntry } from '../../../domain/records/audit-proof.ts';
import type { Act, AuditEntry, AuditHead } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import { sha256 } from '../digest.ts';

type WrittenEntry = Omit<ProvenEntry, 'previous' | 'skipped' | 'writer' | 'number'>;

/** A row of the audit log. */
export interface AuditRow extends WrittenEntry {
  /**
   * Id of the writer series in which a node numbered this entry. Null or absent if nodes share no
   * log.
   */
  readonly writer?: string | null;
  /** Number of the entry in that series: 1, 2, 3 … */
  readonly number?: number | null;
  /** SHA-256 of two earlier hashes and of this entry (`linkHash`), 32 bytes. */
  readonly hash: Buffer;
}

/** An entry that has no sequence number and no hash yet. */
export type UnplacedRow = Omit<AuditRow, 'sequence' | 'hash'>;

/** Converts an audited action to a row. `recordedAt` is the time of the machine's clock. */
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

/**
 * SQL list of the columns of an entry, named like the fields of `AuditRow`. Sequence number and
 * hash are not included.
 */
export const AUDIT_COLUMNS = `at, recorded_at AS recordedAt, actor_kind AS actorKind,
  actor_id AS actorId, certificate, interaction_id AS interactionId, address, action, subject,
  detail`;

/** Value that replaces the hash of the entry 0, which does not exist. */
export const FIRST_PREVIOUS_HASH = Buffer.alloc(32);

/** The hashes of the two entries to which an entry is linked. */
export interface LinkedHashes {
  /** Hash of the previous entry. */
  readonly previous: Buffer;
  /** Hash of the entry at `skipOf(sequence)`. */
  readonly skipped: Buffer;
}

/**
 * Returns the earlier entry to which an entry is linked besides the previous one: its sequence
 * number without the lowest binary digit that is 1. Any two entries are therefore connected by at
 * most log2(n)² links (docs/decisions, 167). 0: the value is `FIRST_PREVIOUS_HASH`.
 */
export function skipOf(sequence: number): number {
  let lowest = 1;
  while (sequence % (2 * lowest) === 0) lowest *= 2;
  return sequence - lowest;
}

/**
 * Returns the digest of an entry's content: SHA-256 over the fields in this order: sequence, at,
 * recordedAt, actorKind, actorId, certificate, interactionId, address, action, subject, detail. If
 * the entry has them, writer and number follow.
 *
 * Each field is encoded as the length of its UTF-8 in bytes, in decimal digits, then `:`, then the
 * UTF-8. Numbers are decimal digits and null is `-`. This encoding is unique: two different entries
 * never have the same bytes.
 */
export function contentDigestOf(entry: Omit<AuditRow, 'hash'>): Buffer {
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
  return sha256(Buffer.from(form.join('')));
}

/**
 * Returns the hash of an entry: SHA-256 over the hash of the previous entry, the hash of the entry
 * at `skipOf(sequence)`, and the digest of the content, 32 bytes each.
 */
export function linkHash({ previous, skipped }: LinkedHashes, digest: Buffer): Buffer {
  return sha256(Buffer.concat([previous, skipped, digest]));
}

/** Returns the hash of an entry with these links. */
export function hashOf(links: LinkedHashes, entry: Omit<AuditRow, 'hash'>): Buffer {
  return linkHash(links, contentDigestOf(entry));
}

/** An entry's place in the chain. */
export type Link = Pick<AuditRow, 'sequence' | 'hash'>;

/**
 * The last entry of a chain, and the earlier entries to which later ones will be linked: at most
 * one for each binary digit of the sequence number.
 */
export class ChainEnd {
  /** Oldest first. Each sequence number is the `skipOf` of the next one. */
  #links: Link[];

  /** @param links the entries with the sequence numbers `linkedTo(last)`, oldest first */
  constructor(links: readonly Link[] = []) {
    this.#links = [...links];
  }

  get last(): Link {
    return this.#links.at(-1) ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  }

  /** Returns the hashes to which the next entry is linked. */
  nextLinks(): LinkedHashes {
    const { sequence, hash } = this.last;
    const skip = skipOf(sequence + 1);
    const skipped = this.#links.findLast((one) => one.sequence <= skip);
    return { previous: hash, skipped: skipped?.hash ?? FIRST_PREVIOUS_HASH };
  }

  /** Adds the next entry. */
  push(link: Link): void {
    const skip = skipOf(link.sequence);
    this.#links = [...this.#links.filter(({ sequence }) => sequence <= skip), link];
  }
}

/** Returns the sequence numbers of the entries that `ChainEnd` needs, oldest first. */
export function linkedTo(sequence: number): readonly number[] {
  return sequence === 0 ? [] : [...linkedTo(skipOf(sequence)), sequence];
}

/** Result of verifying the chain. */
export type ChainCheck =
  | { readonly unbroken: true; readonly head: AuditHead }
  /** Sequence number of the first wrong or missing entry, and a description of the problem. */
  | { readonly unbroken: false; readonly sequence: number; readonly problem: string };

/**
 * Verifies the entries of the audit log, oldest first. It detects entries that were changed,
 * removed, added or moved. It detects that the log was truncated or completely rewritten only if
 * the caller passes the sequence number and hash of an entry that was noted earlier.
 */
export class ChainVerifier {
  readonly #noted: AuditHead | undefined;
  readonly #end = new ChainEnd();
  #problem: string | undefined;

  constructor(noted?: AuditHead) {
    this.#noted = noted;
  }

  /** Verifies the next entry. Returns false if the entry is wrong. The verification then ends. */
  readonly verify = (row: AuditRow): boolean => {
    this.#problem = this.#problemOf(row);
    if (this.#problem === undefined) this.#end.push({ sequence: row.sequence, hash: row.hash });
    return this.#problem === undefined;
  };

  /** Returns the result. Call it after the last entry. */
  end(): ChainCheck {
    const { sequence, hash } = this.#end.last;
    const isShort = sequence < (this.#noted?.sequence ?? 0);
    const problem =
      this.#problem ??
      (isShort ? 'The entry is missing: the log was longer when its head was noted.' : undefined);
    return problem === undefined
      ? { unbroken: true, head: { sequence, hash: hash.toString('hex') } }
      : { unbroken: false, sequence: sequence + 1, problem };
  }

  #problemOf(row: AuditRow): string | undefined {
    if (row.sequence !== this.#end.last.sequence + 1) return 'The entry is missing.';
    if (!hashOf(this.#end.nextLinks(), row).equals(row.hash)) {
      return 'Its hash does not match its content and the entries before it.';
    }
    const isOther =
      row.sequence === this.#noted?.sequence && row.hash.toString('hex') !== this.#noted.hash;
    return isOther ? 'Its hash differs from the one that was noted.' : undefined;
  }
}

/** Verifies a list of entries. */
export function verifyChain(rows: Iterable<AuditRow>, noted?: AuditHead): ChainCheck {
  const verifier = new ChainVerifier(noted);
  for (const row of rows) if (!verifier.verify(row)) break;
  return verifier.end();
}
