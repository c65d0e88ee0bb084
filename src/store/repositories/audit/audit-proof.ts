import type { AuditProof, ProvenEntry } from '../../../domain/records/audit-proof.ts';
import type { AuditHead } from '../../../domain/records/audit.ts';
import {
  contentDigestOf,
  FIRST_PREVIOUS_HASH,
  linkHash,
  skipOf,
  type AuditRow,
} from './audit-chain.ts';

/** Returns the sequence numbers on the shortest way from an entry to an earlier one, with both. */
function pathBetween(last: number, target: number): readonly number[] {
  const path = [last];
  for (let next = last; next > target;) {
    const skip = skipOf(next);
    next = skip >= target ? skip : next - 1;
    path.push(next);
  }
  return path;
}

/** Returns the sequence numbers of the rows from which `proofOf` creates a proof. */
export function rowsToProve(head: number, sequences: readonly number[]): ReadonlySet<number> {
  const paths = new Set(sequences.flatMap((one) => pathBetween(head, one)));
  const needed = [...paths].flatMap((one) => [one, one - 1, skipOf(one)]);
  return new Set(needed.filter((one) => one > 0));
}

/** Creates the proof of some entries, from the rows that `rowsToProve` names. */
export function proofOf(
  head: AuditHead,
  sequences: readonly number[],
  rows: ReadonlyMap<number, AuditRow>,
): AuditProof {
  const proven = new Set(sequences);
  const path = new Set([...proven].flatMap((one) => pathBetween(head.sequence, one)));
  const hashAt = (sequence: number) =>
    (rows.get(sequence)?.hash ?? FIRST_PREVIOUS_HASH).toString('hex');
  const found = [...path].toSorted((one, other) => one - other).flatMap((n) => rows.get(n) ?? []);
  const linksOf = ({ sequence }: AuditRow) => ({
    sequence,
    previous: hashAt(sequence - 1),
    skipped: hashAt(skipOf(sequence)),
  });
  return {
    head,
    entries: found
      .filter(({ sequence }) => proven.has(sequence))
      .map((row): ProvenEntry => {
        const { sequence, at, recordedAt, actorKind, actorId, action, subject, detail } = row;
        const { certificate, interactionId, address, writer = null, number = null } = row;
        return {
          ...linksOf(row),
          sequence,
          at,
          recordedAt,
          actorKind,
          actorId,
          certificate,
          interactionId,
          address,
          action,
          subject,
          detail,
          writer,
          number,
        };
      }),
    steps: found
      .filter(({ sequence }) => !proven.has(sequence))
      .map((row) => ({ ...linksOf(row), digest: contentDigestOf(row).toString('hex') })),
  };
}

/** A SHA-256 in a proof. A hash of another length could move bytes from one hash to the next. */
const HASH = /^[0-9a-f]{64}$/;

/** Returns one sentence for each hash of a proof that is not a SHA-256 in lower-case hex. */
function faultsOfHashes({ head, entries, steps }: AuditProof): readonly string[] {
  const hashes = [
    [head.sequence, head.hash] as const,
    ...[...entries, ...steps].flatMap(({ sequence, previous, skipped }) =>
      [previous, skipped].map((one) => [sequence, one] as const),
    ),
    ...steps.map(({ sequence, digest }) => [sequence, digest] as const),
  ];
  return hashes
    .filter(([, written]) => typeof written !== 'string' || !HASH.test(written))
    .map(([sequence]) => {
      const name = `entry ${String(sequence)} of the audit log`;
      return `A hash of ${name} does not have 64 lower-case hex digits.`;
    });
}

/**
 * Verifies a proof. Returns one sentence for each fault. The caller must compare the head with one
 * that was noted elsewhere, or with the log (`pisctl audit verify --sequence --head`).
 */
export function faultsOfProof(proof: AuditProof): readonly string[] {
  const { head, entries, steps } = proof;
  const malformed = faultsOfHashes(proof);
  if (malformed.length > 0) return malformed;
  const links = [
    ...steps.map((step) => ({ ...step, hash: hexBytes(step.digest), isStep: true })),
    ...entries.map((entry) => ({ ...entry, hash: contentDigestOf(entry), isStep: false })),
  ].toSorted((one, other) => other.sequence - one.sequence);
  const known = new Map([[head.sequence, head.hash]]);
  const faults: string[] = [];
  for (const { sequence, previous, skipped, hash, isStep } of links) {
    const name = `${isStep ? 'The step' : 'Entry'} ${String(sequence)} of the audit log`;
    const expected = known.get(sequence);
    const found = linkHash({ previous: hexBytes(previous), skipped: hexBytes(skipped) }, hash);
    if (expected === undefined) {
      faults.push(`${name} is not connected with the head: a step after it is missing.`);
    } else if (found.toString('hex') !== expected) {
      faults.push(`${name} does not match its hash: its content or its links were changed.`);
    } else {
      known.set(sequence - 1, previous).set(skipOf(sequence), skipped);
    }
  }
  return faults;
}

function hexBytes(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
