import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  PAIN_001,
  PAYMENT_FILE_3_1,
  type FileType,
} from '../../../src/domain/records/file-types.ts';
import type { NewSearchSource, SearchTerm } from '../../../src/domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../../src/domain/ports/storage-errors.ts';
import type { FileFacts } from '../../../src/domain/records/payment.ts';
import { contentName, contentPath, temporaryDirectory } from '../../../src/store/files/content.ts';
import { openRanges } from '../../../src/store/files/ranges.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import { openSearchSegments } from '../../../src/store/search/look-up.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { oneThread } from '../../helpers/one-thread.ts';
import { account, bulkFile, fileOf, payment } from '../../helpers/payment-file.ts';
import { painOf } from '../../helpers/pain001.ts';
import { inMemory } from '../../helpers/receive-file.ts';
import { useObjectStore } from '../../helpers/s3/use-object-store.ts';

const RULES = {
  ...{ today: '2026-11-20', maxDaysAhead: 30, bacsAccepted: true, maxFaults: 5 },
  ...LIMITS,
};

/** Worker threads and the look-up over one folder or bucket, until the test ends. */
function openSearch(bucket: Bucket | null) {
  const filesDirectory = mkdtempSync(`${tmpdir()}/search-`);
  mkdirSync(temporaryDirectory(filesDirectory));
  const workers = oneThread(filesDirectory, { bucket });
  onTestFinished(async () => {
    await workers.close();
    rmSync(filesDirectory, { recursive: true });
  });
  const take = async (bytes: Buffer, fileType: FileType = PAYMENT_FILE_3_1): Promise<FileFacts> => {
    const metadata = { fileType, requestedDate: null, debtorAccount: null };
    const received = await workers.receive(inMemory(bytes), metadata, RULES);
    if (!received.accepted) throw new Error(JSON.stringify(received.faults));
    return received.facts;
  };
  const segments = openSearchSegments(openRanges({ filesDirectory, bucket }));
  return { workers, take, segments, filesDirectory };
}

function fileSource(id: string, facts: FileFacts): NewSearchSource {
  return { kind: 'file', id, facts, texts: { fields: [], names: [] } };
}

function byField(
  name: 'identification' | 'account' | 'amount' | 'reference',
  text: string,
): SearchTerm {
  return { kind: 'fields', fields: [{ name, text }] };
}

const BY_WORDS: SearchTerm = { kind: 'words', words: 'zebra smi' };

/** The payments of a file. Only the last one is found by the terms of the tests. */
const PAYMENTS = Array.from({ length: 300 }, (_, index) => payment(index)).concat(
  payment(300, {
    EndToEndIdentification: 'Needle/7',
    InstructedAmount: { Amount: '77.01', Currency: 'GBP' },
    CreditorAccount: account('20304012345678', 'Smithson & Zebra Ltd'),
    RemittanceInformation: { Unstructured: 'INV 2026-77' },
  }),
);

const TERMS: readonly SearchTerm[] = [
  byField('identification', 'needle-7'),
  byField('identification', 'acme300'),
  byField('account', '20-30-40 12345678'),
  byField('amount', '7701 GBP'),
  byField('reference', 'inv 2026 77'),
  BY_WORDS,
];

describe.each(['a folder', 'an object store'])('the search index in %s', (place) => {
  const openPlace = async () =>
    openSearch(place === 'a folder' ? null : (await useObjectStore()).place);

  test('finds payments in files of all formats by each of their texts', async () => {
    const { workers, take, segments } = await openPlace();
    const json = await take(fileOf(PAYMENTS));
    const xml = await take(painOf(PAYMENTS, RULES.today), PAIN_001);
    const other = await take(bulkFile(20));
    const sources = [fileSource('json', json), fileSource('other', other), fileSource('xml', xml)];
    const segment = await workers.writeSegment(sources);
    for (const term of TERMS) {
      expect(await segments.lookUp(segment, [term])).toEqual([
        { kind: 'file', id: 'xml' },
        { kind: 'file', id: 'json' },
      ]);
      for (const file of [json, xml]) {
        const located = await workers.locate(file, { terms: [term], cursor: 0, limit: 5 });
        expect(located.nextCursor).toBeNull();
        expect(located.payments.map(({ index }) => index)).toEqual([300]);
      }
      const none = await workers.locate(other, { terms: [term], cursor: 0, limit: 5 });
      expect(none).toEqual({ payments: [], nextCursor: null });
    }
    const ids = await segments.lookUp(segment, [byField('account', '11280001234567')]);
    expect(ids.map(({ id }) => id)).toEqual(['xml', 'other', 'json']);
  });

  test('merges segments, and finds the sources of all of them, newest first', async () => {
    const { workers, take, segments } = await openPlace();
    const parts = [];
    for (let part = 0; part < 3; part += 1) {
      const file = await take(fileOf([payment(part), payment(99)]));
      parts.push(await workers.writeSegment([fileSource(`file-${String(part)}`, file)]));
    }
    const merged = await workers.mergeSegments(parts);
    expect(merged).toMatchObject({ sources: 3 });
    const found = await segments.lookUp(merged, [byField('identification', 'ACME99')]);
    expect(found.map(({ id }) => id)).toEqual(['file-2', 'file-1', 'file-0']);
    const one = await segments.lookUp(merged, [byField('identification', 'ACME1')]);
    expect(one.map(({ id }) => id)).toEqual(['file-1']);
  });

  test('compares all fields of a term with one payment', async () => {
    const { workers, take } = await openPlace();
    const file = await take(fileOf(PAYMENTS));
    const both = (id: string, amount: string): SearchTerm => ({
      kind: 'fields',
      fields: [
        { name: 'identification', text: id },
        { name: 'amount', text: amount },
      ],
    });
    const request = { cursor: 0, limit: 5 };
    const found = await workers.locate(file, { ...request, terms: [both('ACME5', '1050 GBP')] });
    expect(found.payments.map(({ index }) => index)).toEqual([5]);
    const none = await workers.locate(file, { ...request, terms: [both('ACME5', '7701 GBP')] });
    expect(none.payments).toEqual([]);
  });
});

describe('locate', () => {
  test('continues at its cursor', async () => {
    const { workers, take } = openSearch(null);
    const file = await take(bulkFile(7));
    const terms = [byField('amount', '1050 GBP')];
    const first = await workers.locate(file, { terms, cursor: 0, limit: 5 });
    expect(first).toMatchObject({ payments: { length: 5 }, nextCursor: 5 });
    const rest = await workers.locate(file, { terms, cursor: 5, limit: 5 });
    expect(rest.payments.map(({ index }) => index)).toEqual([5, 6]);
    expect(rest.nextCursor).toBeNull();
  });
});

describe('damage', () => {
  test('of a payment file is reported by writeSegment, which leaves no file behind', async () => {
    const { workers, take, filesDirectory } = openSearch(null);
    const [file, whole] = [await take(bulkFile(5)), await take(bulkFile(6))];
    writeFileSync(contentPath(filesDirectory, file.sha256), 'other bytes');
    const sources = [fileSource('whole', whole), fileSource('damaged', file)];
    const written = workers.writeSegment(sources);
    await expect(written).rejects.toThrow(StoredFileDamaged);
    await expect(written).rejects.toMatchObject({ sha256: file.sha256 });
    expect(readdirSync(temporaryDirectory(filesDirectory))).toEqual([]);
  });

  test('of a segment is reported by mergeSegments and lookUp', async () => {
    const { place, bucket } = await useObjectStore();
    const { workers, take, segments, filesDirectory } = openSearch(place);
    const parts = [];
    for (const count of [1, 2]) {
      const file = await take(bulkFile(count));
      parts.push(await workers.writeSegment([fileSource(String(count), file)]));
    }
    const [first] = parts;
    if (first === undefined) throw new Error('There is no segment.');
    bucket.forget(keyOf(place, contentName(first.sha256)));
    await expect(workers.mergeSegments(parts)).rejects.toMatchObject({ sha256: first.sha256 });
    await expect(segments.lookUp(first, [BY_WORDS])).rejects.toThrow(StoredFileDamaged);
    expect(readdirSync(temporaryDirectory(filesDirectory))).toEqual([]);
  });
});
