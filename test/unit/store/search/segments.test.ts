import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../../../src/domain/ports/files.ts';
import type { NewSearchSource, SearchTerm } from '../../../../src/domain/ports/search-index.ts';
import { PAYMENT_FILE_3_1 } from '../../../../src/domain/records/file-types.ts';
import { StoredFileDamaged } from '../../../../src/domain/ports/storage-errors.ts';
import {
  contentPath,
  temporaryDirectory,
  temporaryPath,
} from '../../../../src/store/files/content.ts';
import {
  BLOCK_BYTES,
  DIRECTORY_ENTRY_BYTES,
  FOOTER_BYTES,
} from '../../../../src/store/search/format.ts';
import { openSearchSegments } from '../../../../src/store/search/look-up.ts';
import { mergeSegments } from '../../../../src/store/search/merge.ts';
import { SegmentReader } from '../../../../src/store/search/segment-reader.ts';
import { SegmentWriter } from '../../../../src/store/search/segment-writer.ts';
import { writeSegment } from '../../../../src/workers/search-jobs.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { bulkFile } from '../../../helpers/payment-file.ts';
import { inMemory, receiveFile } from '../../../helpers/receive-file.ts';
import { useSearchFiles, type TestSearchFiles } from '../../../helpers/search-files.ts';

type Entry = readonly [key: number, source: number];

/** Writes a segment with these entries in both sections and stores it. */
async function store(
  files: TestSearchFiles,
  entries: readonly Entry[],
  sources: number,
): Promise<StoredFile> {
  const writer = new SegmentWriter(temporaryPath(files.filesDirectory, 'segment'));
  for (const section of ['fields', 'words'] as const) {
    for (const [key, source] of entries) writer.add(section, key, source);
  }
  for (let id = 0; id < sources; id += 1)
    writer.addSource({ kind: 'file', id: `file-${String(id)}` });
  const segment = writer.finish();
  writer.close();
  await files.storedFiles.store(
    { kind: 'disk', temporary: 'segment', bytes: segment.bytes },
    segment.sha256,
  );
  return segment;
}

/** Entries of many blocks. One key is in more entries than fit into a block. */
function manyEntries(): readonly Entry[] {
  const entries: Entry[] = [];
  for (let key = 0; key < 60_000; key += 1) entries.push([key * 3_000_000_000, key % 40_000]);
  for (let source = 0; source < 200_000; source += 1) entries.push([60_000 * 3e9, source]);
  for (let key = 0; key < 1000; key += 1)
    entries.push([60_001 * 3e9 + key, 7], [60_001 * 3e9 + key, 9]);
  return entries;
}

const EDGES = [
  0,
  1,
  3e9,
  3e9 * 14_999,
  3e9 * 59_999,
  3e9 * 60_000,
  3e9 * 60_001,
  3e9 * 60_001 + 500,
  3e14,
];

const SMALL: readonly NewSearchSource[] = [
  {
    ...{ kind: 'consent', id: 'first' },
    texts: { fields: [{ name: 'identification', text: 'E2E-1' }], names: ['Ann Smith'] },
  },
  {
    ...{ kind: 'payment', id: 'second' },
    texts: { fields: [{ name: 'identification', text: 'E2E-1' }], names: [] },
  },
];

/** Returns a segment whose footer names version 2 of the format. */
function newerVersion(segment: Buffer): Buffer {
  const bytes = Buffer.from(segment);
  const footer = bytes.subarray(-FOOTER_BYTES);
  footer.writeUInt32LE(2, 8);
  footer.writeUInt32LE(crc32(footer.subarray(0, -4)), FOOTER_BYTES - 4);
  return bytes;
}

const BY_ID: SearchTerm = { kind: 'fields', fields: [{ name: 'identification', text: 'e2e 1' }] };
const BY_NAME: SearchTerm = { kind: 'words', words: 'ann' };

describe('a segment', () => {
  it('returns the sources of each range of keys', async () => {
    const files = useSearchFiles();
    const entries = manyEntries();
    const segment = await store(files, entries, 200_000);
    // A short tail, so that the directory is read in several parts.
    const reader = await SegmentReader.open(segment, files.readRange, 100);
    for (const first of EDGES) {
      for (const last of EDGES.filter((edge) => edge >= first)) {
        const expected = entries.filter(([key]) => key >= first && key <= last);
        for (const section of ['fields', 'words'] as const) {
          const found: number[] = [];
          await reader.visitSources(section, { first, last }, (source) => found.push(source));
          expect(found.length).toBe(expected.length);
          expect(found.every((source, index) => source === expected[index]?.[1])).toBe(true);
        }
      }
    }
    const ids = await reader.sourcesAt([0, 1, 9_000, 9_001, 150_000, 199_999]);
    expect(ids.map(({ id }) => id)).toEqual([
      ...['file-0', 'file-1', 'file-9000', 'file-9001', 'file-150000', 'file-199999'],
    ]);
    await expect(reader.sourcesAt([200_000])).rejects.toThrow(StoredFileDamaged);
  });

  it('is opened by one read of its directory', async () => {
    const files = useSearchFiles();
    const segment = await store(files, manyEntries(), 200_000);
    const reads: number[] = [];
    await SegmentReader.open(segment, (file, position, bytes) => {
      reads.push(bytes);
      return files.readRange(file, position, bytes);
    });
    const blocks = Math.floor(segment.bytes / BLOCK_BYTES) + 3;
    expect(blocks).toBeGreaterThan(20);
    expect(reads).toEqual([blocks * DIRECTORY_ENTRY_BYTES + FOOTER_BYTES]);
  });

  it('is merged with others entry by entry', async () => {
    const files = useSearchFiles();
    const entries = manyEntries();
    const one = await store(files, entries, 200_000);
    const other = await store(files, entries.slice(0, 70_000), 200_000);
    const writer = new SegmentWriter(temporaryPath(files.filesDirectory, 'merged'));
    const readers = [];
    for (const part of [one, other]) readers.push(await SegmentReader.open(part, files.readRange));
    await mergeSegments(readers, writer);
    const merged = writer.finish();
    writer.close();
    const all = entries.concat(
      entries.slice(0, 70_000).map(([key, source]): Entry => [key, source + 200_000]),
    );
    all.sort(([key, source], [otherKey, otherSource]) => key - otherKey || source - otherSource);
    expect(merged).toMatchObject({ sources: 400_000, entries: 2 * all.length });
    const bytes = readFileSync(temporaryPath(files.filesDirectory, 'merged'));
    const again = await store(files, all, 1);
    // The sections of entries are equal, up to the sources, which have other ids.
    const stored = readFileSync(contentPath(files.filesDirectory, again.sha256));
    const length = stored.length - 1000;
    expect(bytes.subarray(0, length).equals(stored.subarray(0, length))).toBe(true);
  });

  it('is written in parts if its entries do not fit into memory', async () => {
    const files = useSearchFiles();
    const sources = Array.from({ length: 30 }, (_, index): NewSearchSource => {
      const text = `E2E-${String(index % 10)}`;
      return {
        ...{ kind: 'consent', id: `consent-${String(index)}` },
        texts: { fields: [{ name: 'identification', text }], names: [`name ${text}`] },
      };
    });
    const whole = await writeSegment(sources, files);
    expect(await writeSegment(sources, { ...files, maxEntries: 7 })).toEqual(whole);
    expect(whole).toMatchObject({ sources: 30 });
    const found = await files.segments.lookUp(whole, [BY_ID]);
    expect(found.map(({ id }) => id)).toEqual(['consent-21', 'consent-11', 'consent-1']);
  });

  it('returns a large file once, although it is written in several parts', async () => {
    const files = useSearchFiles();
    const { filesDirectory } = files;
    const metadata = { fileType: PAYMENT_FILE_3_1, requestedDate: null, debtorAccount: null };
    const rules = { today: '2026-11-20', maxDaysAhead: 30, bacsAccepted: true, maxFaults: 5 };
    const received = receiveFile(
      filesDirectory,
      inMemory(bulkFile(300)),
      { metadata, rules: { ...rules, ...LIMITS } },
      'fast',
    );
    if (!received.accepted) throw new Error('A valid file was refused.');
    const { facts } = received;
    // The reference equals the first text of the first payment, which is in another field.
    const texts = { fields: [{ name: 'reference', text: 'FRESCO.21302' }], names: [] } as const;
    const file: NewSearchSource = { kind: 'file', id: 'large', facts, texts };
    const segment = await writeSegment([...SMALL, file, ...SMALL], { ...files, maxEntries: 100 });
    expect(segment.sources).toBeGreaterThan(10);
    for (const text of ['ACME0', 'ACME150', 'ACME299', 'FRESCO.21302']) {
      const fields = [{ name: 'identification', text } as const];
      const found = await files.segments.lookUp(segment, [{ kind: 'fields', fields }]);
      expect(found).toEqual([{ kind: 'file', id: 'large' }]);
    }
    const amount = [{ name: 'amount', text: '1050 GBP' } as const];
    const inAllParts = await files.segments.lookUp(segment, [{ kind: 'fields', fields: amount }]);
    expect(inAllParts).toEqual([{ kind: 'file', id: 'large' }]);
    expect(readdirSync(temporaryDirectory(filesDirectory))).toEqual([]);
  });

  it('returns sources that have all fields or words of a term', async () => {
    const files = useSearchFiles();
    const source = (id: string, ids: readonly string[], name: string): NewSearchSource => ({
      ...{ kind: 'consent', id },
      texts: { fields: ids.map((text) => ({ name: 'identification', text })), names: [name] },
    });
    const segment = await writeSegment(
      [source('both', ['A', 'B', 'A'], 'Ann Smith'), source('second', ['B'], 'Smith')],
      files,
    );
    expect(segment.entries).toBe(6);
    const term = (text: string) => ({ name: 'identification', text }) as const;
    const found = await files.segments.lookUp(segment, [
      { kind: 'fields', fields: [term('A'), term('B')] },
    ]);
    expect(found).toEqual([{ kind: 'consent', id: 'both' }]);
    const named = await files.segments.lookUp(segment, [{ kind: 'words', words: 'ann smi' }]);
    expect(named).toEqual([{ kind: 'consent', id: 'both' }]);
  });

  it('has a format that stays the same, because segments are stored for years', async () => {
    const { sha256 } = await writeSegment(SMALL, useSearchFiles());
    expect(sha256).toBe('3f4624b9db055b1fb9722993af2dbfbf095e089df371b2a9df72a8309cb9e6fc');
  });

  it('can be empty', async () => {
    const files = useSearchFiles();
    const empty = await writeSegment([], files);
    expect(empty).toMatchObject({ sources: 0, entries: 0 });
    expect(await files.segments.lookUp(empty, [BY_ID, BY_NAME])).toEqual([]);
  });
});

describe('a damaged segment', () => {
  async function damagedBy(damage: (path: string, bytes: Buffer) => void): Promise<unknown> {
    const files = useSearchFiles();
    const segment = await writeSegment(SMALL, files);
    const path = contentPath(files.filesDirectory, segment.sha256);
    damage(path, readFileSync(path));
    return files.segments.lookUp(segment, [BY_ID, BY_NAME]).catch((error: unknown) => error);
  }

  it('is reported for each changed byte', async () => {
    const files = useSearchFiles();
    const segment = await writeSegment(SMALL, files);
    const path = contentPath(files.filesDirectory, segment.sha256);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      const segments = openSearchSegments(files.readRange);
      await expect(segments.lookUp(segment, [BY_ID, BY_NAME])).rejects.toThrow(StoredFileDamaged);
    }
    // A segment that could not be opened is opened again once it is whole.
    await expect(files.segments.lookUp(segment, [BY_ID])).rejects.toThrow(StoredFileDamaged);
    writeFileSync(path, whole);
    expect(await files.segments.lookUp(segment, [BY_ID])).toHaveLength(2);
  });

  it('is reported if it is missing, empty, shorter or not a segment', async () => {
    const damages = [
      (path: string) => {
        rmSync(path);
      },
      (path: string) => {
        truncateSync(path);
      },
      (path: string, { length }: Buffer) => {
        truncateSync(path, length - 1);
      },
      (path: string, { length }: Buffer) => {
        writeFileSync(path, 'x'.repeat(length));
      },
    ];
    for (const damage of damages) {
      expect(await damagedBy(damage)).toBeInstanceOf(StoredFileDamaged);
    }
  });

  it('is not looked up with another version of the format', async () => {
    const files = useSearchFiles();
    const segment = await writeSegment(SMALL, files);
    const path = contentPath(files.filesDirectory, segment.sha256);
    const bytes = readFileSync(path);
    writeFileSync(path, newerVersion(bytes));
    await expect(files.segments.lookUp(segment, [BY_ID])).rejects.toThrow(/has version 2\./);
  });
});
