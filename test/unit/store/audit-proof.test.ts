import { describe, expect, it } from 'vitest';
import type { AuditProof } from '../../../src/domain/records/audit-proof.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ChainEnd,
  hashOf,
  type AuditRow,
} from '../../../src/store/repositories/audit/audit-chain.ts';
import {
  faultsOfProof,
  proofOf,
  rowsToProve,
} from '../../../src/store/repositories/audit/audit-proof.ts';

/** Returns the rows of an audit log by their sequence numbers. */
function logOf(entries: number): ReadonlyMap<number, AuditRow> {
  const end = new ChainEnd();
  const rows = new Map<number, AuditRow>();
  for (let sequence = 1; sequence <= entries; sequence += 1) {
    const row = {
      ...{ sequence, at: 1000 + sequence, recordedAt: 2000 + sequence, actorKind: 'tpp' as const },
      ...{ actorId: `tpp-${String(sequence)}`, certificate: null, interactionId: null },
      ...{
        address: null,
        action: 'consentCreated',
        subject: 's',
        detail: null,
        writer: 'w',
        number: sequence,
      },
    };
    const placed = { ...row, hash: hashOf(end.nextLinks(), row) };
    end.push(placed);
    rows.set(sequence, placed);
  }
  return rows;
}

const ENTRIES = 5000;
const LOG = logOf(ENTRIES);

function proofIn(sequences: readonly number[], head = ENTRIES): AuditProof {
  const hash = LOG.get(head)?.hash.toString('hex') ?? '';
  const needed = rowsToProve(head, sequences);
  const rows = new Map([...LOG].filter(([sequence]) => needed.has(sequence)));
  return proofOf({ sequence: head, hash }, sequences, rows);
}

describe('the proof of audit entries', () => {
  it('is valid for every entry and every head of a log', () => {
    for (let head = 1; head <= 70; head += 1) {
      for (let target = 1; target <= head; target += 1) {
        expect(faultsOfProof(proofIn([target], head))).toEqual([]);
      }
    }
  });

  it('is short: at most log2(n)² steps for one entry', () => {
    const steps = [1, 2, 2047, 2049, 4095, 4097, 4999].map((one) => proofIn([one]).steps.length);
    expect(Math.max(...steps)).toBeLessThan(Math.log2(ENTRIES) ** 2);
  });

  it('contains no content of other entries', () => {
    const written = JSON.stringify(proofIn([17, 2500]));
    expect(written.match(/tpp-\d+/g)).toEqual(['tpp-17', 'tpp-2500']);
  });

  it('detects each changed member of an entry and of a step', () => {
    const proof = proofIn([17, 2500]);
    for (const kind of ['entries', 'steps'] as const) {
      for (const [index, one] of proof[kind].entries()) {
        for (const [name, value] of Object.entries(one)) {
          const list = [...proof[kind]].with(index, { ...one, [name]: changed(value) });
          expect(faultsOfProof({ ...proof, [kind]: list }), `${kind} ${name}`).not.toEqual([]);
        }
      }
    }
  });

  it('detects hashes that are not 64 lower-case hex digits, also with the same bytes', () => {
    const proof = proofIn([17]);
    const sequence = proof.steps.findIndex(({ previous }) => /[a-f]/.test(previous));
    const step = expectDefined(proof.steps[sequence], 'a step');
    const { previous, skipped } = step;
    const wrong = [
      { ...step, previous: previous.toUpperCase() },
      { ...step, digest: `${step.digest}zz` },
      // The bytes that are hashed are the same.
      { ...step, previous: previous.slice(0, -2), skipped: `${previous.slice(-2)}${skipped}` },
    ];
    for (const one of wrong) {
      const steps = proof.steps.with(sequence, one);
      expect(faultsOfProof({ ...proof, steps }).join()).toContain('64 lower-case hex digits');
    }
    const head = { ...proof.head, hash: proof.head.hash.toUpperCase() };
    expect(faultsOfProof({ ...proof, head }).join()).toContain('64 lower-case hex digits');
  });

  it('detects a removed step and another head', () => {
    const proof = proofIn([17]);
    for (const index of proof.steps.keys()) {
      expect(faultsOfProof({ ...proof, steps: proof.steps.toSpliced(index, 1) })).not.toEqual([]);
    }
    const head = { ...proof.head, hash: proofIn([17], 4999).head.hash };
    expect(faultsOfProof({ ...proof, head })).not.toEqual([]);
  });
});

/** Returns another value. The first digit of a hash is replaced. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return 'x';
  return (value.startsWith('0') ? '1' : '0') + value.slice(1);
}
