import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpooledFile } from '../../../src/domain/ports.ts';
import { StoreUnavailable, WorkersBusy } from '../../../src/domain/unavailable.ts';
import { createFileWorkers, type FileWorkerPool } from '../../../src/workers/pool.ts';
import { makeTppKey } from '../../helpers/signing.ts';

const CONTENT = Buffer.from('some file');

let filesDirectory = '';
let workers: FileWorkerPool;

beforeEach(() => {
  filesDirectory = mkdtempSync(`${tmpdir()}/pool-`);
  workers = createFileWorkers({ filesDirectory, reader: 'fast', threads: 1, maxQueue: 2 });
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
  it('works on files in a thread', async () => {
    const expected = createHash('sha256').update(CONTENT).digest('hex');
    await expect(workers.hash(upload())).resolves.toBe(expected);
    const metadata = { fileHash: '', requestedDate: null, debtorAccount: null };
    const rules = { today: '2026-11-20', horizonDays: 30, bacsAccepted: true, maxFaults: 5 };
    const received = await workers.receive(upload(), metadata, rules);
    expect(received).toMatchObject({ accepted: false, sha256: expected, total: 2 });
  });

  it('verifies the signature of an upload, wherever it lies', async () => {
    const key = await makeTppKey('key-1');
    // More than is read at a time, and no multiple of it.
    const large = Buffer.alloc(3_000_001, 'payments');
    const path = `${filesDirectory}/large`;
    writeFileSync(path, large);
    const onDisk: SpooledFile = { kind: 'disk', path, bytes: large.length };
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

  it('turns away jobs that its queue has no room for, and does the others', async () => {
    const jobs = await Promise.allSettled(Array.from({ length: 8 }, () => workers.hash(upload())));
    const refused = jobs.filter((job) => job.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    for (const job of refused) expect(job.reason).toBeInstanceOf(WorkersBusy);
  });

  it('tells trouble with the disk from a bug', async () => {
    const missing: SpooledFile = { kind: 'disk', path: `${filesDirectory}/missing`, bytes: 1 };
    await expect(workers.hash(missing)).rejects.toThrow(StoreUnavailable);
  });
});
