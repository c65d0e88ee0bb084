import { describe, expect, it } from 'vitest';
import { serviceActor, type StoredAuditEntry } from '../../../../src/domain/records/audit.ts';
import {
  auditEntriesOf,
  type AuditBlocks,
} from '../../../../src/use-cases/operators/audit-trail.ts';

/** Returns a log in which every fifth entry is about `payment`. */
function logOf(length: number) {
  const entries = Array.from({ length }, (_, index): StoredAuditEntry => {
    const subject = index % 5 === 0 ? 'payment' : 'other';
    const by = serviceActor('test');
    return {
      ...{ sequence: index + 1, at: index, recordedAt: index, by, subject },
      ...{ action: 'paymentSubmitted', detail: null },
    };
  });
  return {
    auditHead: () => Promise.resolve({ sequence: length, hash: '' }),
    listAuditEntries: ({ from, limit }: { readonly from: number; readonly limit: number }) =>
      Promise.resolve(entries.slice(from - 1, from - 1 + limit)),
  };
}

async function sequencesOf(length: number, found: AuditBlocks) {
  const trail = await auditEntriesOf(logOf(length), () => Promise.resolve(found), ['payment']);
  return { ...trail, entries: trail.entries.map(({ sequence }) => sequence) };
}

describe('the audit entries about a subject', () => {
  it('are read from blocks and from the end of the log, each once', async () => {
    // The first segment ended after 10 entries, so its block overlaps the next one.
    const found = { blocks: [11, 1], indexedTo: 40 };
    expect(await sequencesOf(52, found)).toEqual({
      entries: [1, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51],
      isComplete: true,
    });
  });

  it('are not taken from blocks that the index does not name', async () => {
    const { entries } = await sequencesOf(200, { blocks: [65], indexedTo: 200 });
    expect(entries[0]).toBe(66);
    expect(entries.at(-1)).toBe(126);
  });

  it('are not complete if too many entries are not indexed', async () => {
    const { entries, isComplete } = await sequencesOf(20_006, { blocks: [], indexedTo: 0 });
    expect(isComplete).toBe(false);
    expect(entries[0]).toBe(11);
  });
});
