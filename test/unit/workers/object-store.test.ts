import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { SearchRequest } from '../../../src/domain/ports/file-search.ts';
import { StoredFileDamaged, StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import type { FileFacts } from '../../../src/domain/records/payment.ts';
import { contentName, temporaryDirectory } from '../../../src/store/files/content.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import type { FileWorkerPool } from '../../../src/workers/pool.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { oneThread } from '../../helpers/one-thread.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { inMemory } from '../../helpers/receive-file.ts';
import { useObjectStore } from '../../helpers/s3/use-object-store.ts';

const METADATA = { fileType: PAYMENT_FILE_3_1, requestedDate: null, debtorAccount: null };
const RULES = {
  ...{ today: '2026-11-20', maxDaysAhead: 30, bacsAccepted: true, maxFaults: 5 },
  ...LIMITS,
};

/** A worker thread with payment files in a bucket, until the test ends. */
function openThread(bucket: Bucket): FileWorkerPool {
  const filesDirectory = mkdtempSync(`${tmpdir()}/pool-`);
  mkdirSync(temporaryDirectory(filesDirectory));
  const workers = oneThread(filesDirectory, { bucket });
  onTestFinished(async () => {
    await workers.close();
    rmSync(filesDirectory, { recursive: true });
  });
  return workers;
}

/** Stores a valid file. */
async function take(workers: FileWorkerPool, payments: number): Promise<FileFacts> {
  const received = await workers.receive(inMemory(bulkFile(payments)), METADATA, RULES);
  if (!received.accepted) throw new Error('A faultless file was refused.');
  return received.facts;
}

/** All payments of a file, and those that an earlier file does not have. */
function searchFor(file: FileFacts, earlier: FileFacts | null): SearchRequest {
  const status = { kind: 'open', text: 'Waits' } as const;
  const groups = file.groups.map(({ instrument, date }) => ({ instrument, date, status }));
  const sought = { text: '', only: 'all', sort: 'place' } as const;
  return { ...sought, statuses: { groups, exceptions: [] }, earlier, skip: 0, limit: 10 };
}

describe('a file worker with an object store', () => {
  test('reads files that another worker stored, in slices and as a whole', async () => {
    const { place } = await useObjectStore();
    const file = await take(openThread(place), 250);
    const other = openThread(place);
    await other.check(file);
    expect(await other.seal(file, null)).toMatchObject({ sha256: file.sha256, bytes: file.bytes });
    const slice = await other.slice(file, { cursor: 240, limit: 5, group: null });
    expect(slice.payments.map(({ index }) => index)).toEqual([240, 241, 242, 243, 244]);
    const table = await other.tabulate(file, { ...searchFor(file, null), account: null });
    expect(Buffer.from(table).toString().trim().split('\r\n')).toHaveLength(251);
  });

  test('compares two files, and rejects if the earlier one is damaged', async () => {
    const { place, bucket } = await useObjectStore();
    const workers = openThread(place);
    const [earlier, file] = [await take(workers, 3), await take(workers, 5)];
    const found = await workers.search(file, searchFor(file, earlier));
    expect(found).toMatchObject({ found: 5, news: { newPayee: 0 } });
    bucket.forget(keyOf(place, contentName(earlier.sha256)));
    const other = openThread(place);
    const searched = other.search(file, searchFor(file, earlier));
    await expect(searched).rejects.toThrow(StoredFileDamaged);
    await expect(searched).rejects.toMatchObject({ sha256: earlier.sha256 });
    expect(await other.search(file, searchFor(file, null))).toMatchObject({ found: 5 });
  });

  test('runs another job while one waits for the object store', async () => {
    const { place, faults, answered } = await useObjectStore();
    const workers = openThread(place);
    const file = await take(workers, 3);
    const other = openThread(place);
    let answer = (): void => undefined;
    faults.until = new Promise((resolve) => (answer = resolve));
    answered.length = 0;
    const checking = other.check(file);
    await other.hash(inMemory(bulkFile(1)));
    expect(answered).toEqual([]);
    answer();
    await checking;
    expect(answered).toEqual(['HEAD 200', 'GET 206']);
  });

  test('distinguishes an unavailable object store from a missing file', async () => {
    const { place, bucket, faults } = await useObjectStore();
    const workers = openThread(place);
    const file = await take(workers, 3);
    faults.isAway = true;
    await expect(workers.check(file)).rejects.toThrow(StoreUnavailable);
    await expect(take(workers, 4)).rejects.toThrow(/object store .* does not respond/);
    faults.isAway = false;
    bucket.forget(keyOf(place, contentName(file.sha256)));
    await expect(workers.check(file)).rejects.toThrow(StoredFileDamaged);
    expect((await take(workers, 3)).sha256).toBe(file.sha256);
    await workers.check(file);
  });
});
