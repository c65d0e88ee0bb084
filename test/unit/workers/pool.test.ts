import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { SpooledFile } from '../../../src/domain/ports/files.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
  SyncFailed,
  WorkersBusy,
} from '../../../src/domain/ports/storage-errors.ts';
import {
  contentPath,
  temporaryDirectory,
  temporaryPath,
} from '../../../src/store/files/content.ts';
import type { FileWorkerPool } from '../../../src/workers/pool.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { oneThread } from '../../helpers/one-thread.ts';
import { makePipe } from '../../helpers/pipe.ts';
import { makeTppKey } from '../../helpers/signing.ts';

const CONTENT = Buffer.from('some file');

let filesDirectory = '';
let workers: FileWorkerPool;

beforeEach(() => {
  filesDirectory = mkdtempSync(`${tmpdir()}/pool-`);
  workers = oneThread(filesDirectory, { maxQueue: 2 });
});

afterEach(async () => {
  await workers.close();
  rmSync(filesDirectory, { recursive: true });
});

function upload(): SpooledFile {
  const buffer = new SharedArrayBuffer(CONTENT.length);
  new Uint8Array(buffer).set(CONTENT);
  return { kind: 'memory', buffer, bytes: CONTENT.length };
}

describe('createFileWorkers', () => {
  it('runs jobs in a worker thread', async () => {
    const expected = createHash('sha256').update(CONTENT).digest('hex');
    await expect(workers.hash(upload())).resolves.toBe(expected);
    const metadata = {
      fileType: PAYMENT_FILE_3_1,
      fileHash: '',
      requestedDate: null,
      debtorAccount: null,
    };
    const rules = {
      today: '2026-11-20',
      maxDaysAhead: 30,
      bacsAccepted: true,
      maxFaults: 5,
      ...LIMITS,
    };
    const received = await workers.receive(upload(), metadata, rules);
    expect(received).toMatchObject({ accepted: false, sha256: expected, total: 2 });
  });

  it('verifies the signature of an upload, in memory or on disk', async () => {
    const key = await makeTppKey('key-1');
    // More bytes than are read at once, and no multiple of that number.
    const large = Buffer.alloc(3_000_001, 'payments');
    mkdirSync(temporaryDirectory(filesDirectory), { recursive: true });
    writeFileSync(temporaryPath(filesDirectory, 'large'), large);
    const onDisk: SpooledFile = { kind: 'disk', temporary: 'large', bytes: large.length };
    for (const [file, bytes] of [
      [upload(), CONTENT],
      [onDisk, large],
    ] as const) {
      const [protectedHeader = '', , value = ''] = (await key.sign({}, bytes)).split('.');
      const signature = { protectedHeader, value, key: key.publicJwk };
      await expect(workers.verify(file, signature)).resolves.toBe(true);
      const other = { ...signature, protectedHeader: 'e30K' };
      await expect(workers.verify(file, other)).resolves.toBe(false);
    }
  });

  it('rejects jobs when its queue is full, and runs the others', async () => {
    const jobs = await Promise.allSettled(Array.from({ length: 8 }, () => workers.hash(upload())));
    const refused = jobs.filter((job) => job.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    for (const job of refused) expect(job.reason).toBeInstanceOf(WorkersBusy);
  });

  it('distinguishes a storage error from a bug', async () => {
    const missing: SpooledFile = { kind: 'disk', temporary: 'missing', bytes: 1 };
    await expect(workers.hash(missing)).rejects.toThrow(StoreUnavailable);
  });

  it('distinguishes a missing or changed file from both', async () => {
    const sha256 = createHash('sha256').update(CONTENT).digest('hex');
    const file = { sha256, bytes: CONTENT.length };
    await expect(workers.check(file)).rejects.toThrow(StoredFileDamaged);
    await workers.keep(upload(), sha256);
    await workers.check(file);
    writeFileSync(contentPath(filesDirectory, sha256), 'same file');
    await expect(workers.check(file)).rejects.toThrow(sha256);
    await expect(workers.seal(file, null)).rejects.toThrow(StoredFileDamaged);
    await workers.keep(upload(), sha256);
    await expect(workers.seal(file, null)).resolves.toMatchObject(file);
  });

  it('rejects all jobs after a failed sync in any thread', async () => {
    const failed: SyncFailed[] = [];
    const onSyncFailed = (error: SyncFailed): void => {
      failed.push(error);
    };
    const two = oneThread(filesDirectory, { threads: 2, onSyncFailed });
    const sha256 = createHash('sha256').update(CONTENT).digest('hex');
    // A pipe cannot be synced.
    mkdirSync(temporaryDirectory(filesDirectory), { recursive: true });
    makePipe(temporaryPath(filesDirectory, 'pipe'));
    const kept = two.keep({ kind: 'disk', temporary: 'pipe', bytes: CONTENT.length }, sha256);
    await expect(kept).rejects.toThrow(SyncFailed);
    expect(failed).toHaveLength(1);
    expect(String(failed[0])).toContain('fdatasync');
    for (let times = 0; times < 4; times += 1) {
      await expect(two.hash(upload())).rejects.toThrow(SyncFailed);
    }
    expect(failed).toHaveLength(5);
    await two.close();
  });
});
