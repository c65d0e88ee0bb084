import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { contentName } from '../../../src/store/files/content.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import { SPOOL_MEMORY_BYTES } from '../../../src/store/files/spool.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { startService, type RunningService, type ServiceOptions } from '../../helpers/service.ts';
import { eventually } from '../../helpers/eventually.ts';
import { dataOf, faultsOf, Tpp } from '../../helpers/tpp.ts';

const FILE = bulkFile(1);
const WRONG_SECRET = { credentials: { accessKeyId: 'files', secretAccessKey: 'wrong' } };

/** Starts a service that stores payment files in the given bucket. It stops when the test ends. */
async function serve(place: Bucket, options: ServiceOptions = {}): Promise<Serving> {
  const config = { ...filesAt(place), ...options.config };
  const service = await startService({ ...options, config });
  onTestFinished(() => service.end());
  return { service, tpp: await Tpp.signIn(service.origin) };
}

interface Serving {
  readonly service: RunningService;
  readonly tpp: Tpp;
}

function keyOfFile(place: Bucket, file: Uint8Array): string {
  return keyOf(place, contentName(createHash('sha256').update(file).digest('hex')));
}

/** Makes a file payment, from the upload to its final status, and then reads all its resources. */
async function wholeWay({ service, tpp }: Serving, file: Buffer): Promise<void> {
  const { consentId, token } = await tpp.approved(file);
  const paymentId = String(dataOf(await tpp.submit(consentId, token))['FilePaymentId']);
  expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
  const uploaded = await tpp.get(`/file-payment-consents/${consentId}/file`);
  expect(uploaded.bytes.equals(file)).toBe(true);
  const details = await tpp.get(`/file-payments/${paymentId}/payment-details`);
  expect(dataOf(details)['PaymentStatus']).not.toEqual([]);
  expect((await tpp.get(`/file-payments/${paymentId}/report-file`)).status).toBe(200);
  expect(await service.store.auditBooks()).toEqual([]);
  await expect.poll(() => service.files()).toEqual([]);
}

const SERVERS: readonly (readonly [string, () => Promise<Bucket>])[] = [
  ['an object store', async () => (await useObjectStore()).place],
  ...(inject('realBucket') === null
    ? []
    : [['a real object store', () => Promise.resolve(realPlace())] as const]),
];

function realPlace(): Bucket {
  const bucket = expectDefined(inject('realBucket'), 'the real bucket');
  return { ...bucket, prefix: `${bucket.prefix}/${randomUUID()}` };
}

describe.each(SERVERS)('a service whose files are in %s', (_, open) => {
  test('processes a file from upload to report, and stores nothing of it locally', async () => {
    await wholeWay(await serve(await open()), bulkFile(400));
  });

  test('processes a file that does not fit into memory', async () => {
    const large = bulkFile(12_000);
    expect(large.length).toBeGreaterThan(SPOOL_MEMORY_BYTES);
    const config = { fileMaxBytes: 2 * large.length };
    await wholeWay(await serve(await open(), { config }), large);
  });

  test('finds its files after a restart, and refuses to start without them', async () => {
    const place = await open();
    const { service, tpp } = await serve(place);
    const consentId = await tpp.consentFor(FILE);
    expect((await tpp.upload(consentId, FILE)).status).toBe(200);
    const again = await service.restart();
    const reader = await Tpp.signIn(again.origin);
    const reply = await reader.get(`/file-payment-consents/${consentId}/file`);
    expect(reply.bytes.equals(FILE)).toBe(true);
    await again.stop();
    const { directory } = service;
    await expect(startService({ directory })).rejects.toThrow(
      'Its payment files are in an object store. Set PIS_FILES to its address.',
    );
    const elsewhere = filesAt({ ...place, prefix: `${place.prefix}/other` });
    await expect(startService({ directory, config: elsewhere })).rejects.toThrow(
      'It does not contain the files of this database. Name their location in PIS_FILES.',
    );
  });
});

describe('an object store that becomes unavailable', () => {
  test('makes uploads fail with 503 and Retry-After, and the same upload works later', async () => {
    const store = await useObjectStore();
    const { service, tpp } = await serve(store.place);
    const consentId = await tpp.consentFor(FILE);
    store.faults.isAway = true;
    const refused = await tpp.upload(consentId, FILE, { key: 'again' });
    expect([refused.status, faultsOf(refused)]).toEqual([503, ['UnexpectedError']]);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(refused.text).not.toContain(store.place.endpoint);
    const { Status } = dataOf(await tpp.get(`/file-payment-consents/${consentId}`));
    expect(Status).toBe('AwaitingUpload');
    store.faults.isAway = false;
    expect((await tpp.upload(consentId, FILE, { key: 'again' })).status).toBe(200);
    expect(store.bucket.versionsOf(keyOfFile(store.place, FILE))).toHaveLength(1);
    await expect.poll(() => service.files()).toEqual([]);
  });

  test('delays the payments of files, and nothing else', async () => {
    const store = await useObjectStore();
    const { service, tpp } = await serve(store.place);
    const { consentId, token } = await tpp.approved(FILE);
    store.faults.isAway = true;
    const paymentId = String(dataOf(await tpp.submit(consentId, token))['FilePaymentId']);
    await eventually(() => {
      const failed = service.events.some(
        (event) => event.kind === 'failure' && event.what.endsWith(` of ${paymentId}`),
      );
      expect(failed).toBe(true);
    });
    expect((await fetch(`${service.origin}/health/ready`)).status).toBe(200);
    expect(await service.store.auditBooks()).toEqual([]);
    const read = await tpp.get(`/file-payment-consents/${consentId}/file`);
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    store.faults.isAway = false;
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect(service.events.some(({ kind }) => kind === 'workParked')).toBe(false);
  });

  test('is tolerated when it occasionally truncates bodies or answers that it is busy', async () => {
    const store = await useObjectStore();
    const serving = await serve(store.place);
    store.faults.cutBodies = 2;
    store.faults.busyAnswers = 2;
    await wholeWay(serving, bulkFile(3));
  });
});

describe('a damaged file in an object store', () => {
  test.each([
    ['was changed', (store: Store, key: string) => store.bucket.put(key, Buffer.from('other'), 0)],
    [
      'rotted',
      (store: Store, key: string) => {
        store.bucket.rot(key, 10);
      },
    ],
    [
      'is gone',
      (store: Store, key: string) => {
        store.bucket.forget(key);
      },
    ],
  ])('that %s is not paid until it is uploaded again', async (_, harm) => {
    const store = await useObjectStore();
    const { service, tpp } = await serve(store.place);
    // The payment is executed days later, so that no node still has its file in memory.
    const initiation = { RequestedExecutionDateTime: '2026-12-03T09:00:00Z' };
    const { consentId, token } = await tpp.approved(FILE, initiation);
    const paymentId = String(dataOf(await tpp.submit(consentId, token))['FilePaymentId']);
    const again = await service.restart();
    onTestFinished(() => again.end());
    const later = await Tpp.signIn(again.origin);
    harm(store, keyOfFile(store.place, FILE));
    await later.moveClock('2026-12-03T09:00:00Z');
    await eventually(() => {
      expect(again.events.some(({ kind }) => kind === 'workParked')).toBe(true);
    });
    const read = await later.get(`/file-payment-consents/${consentId}/file`);
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, null]);
    expect((await later.upload(await later.consentFor(FILE), FILE)).status).toBe(200);
    const mended = await later.get(`/file-payment-consents/${consentId}/file`);
    expect(mended.bytes.equals(FILE)).toBe(true);
    expect(dataOf(await later.get(`/file-payments/${paymentId}`))['Status']).toBe(
      'InitiationPending',
    );
  });
});

type Store = Awaited<ReturnType<typeof useObjectStore>>;

describe('a service with an invalid file location', () => {
  const folder = (): string => {
    const directory = mkdtempSync(join(tmpdir(), 'pis-'));
    onTestFinished(() => {
      rmSync(directory, { recursive: true });
    });
    return directory;
  };

  test('leaves no database behind if its object store cannot be used', async () => {
    const { place } = await useObjectStore();
    const directory = folder();
    const config = filesAt({ ...place, ...WRONG_SECRET });
    await expect(startService({ directory, config })).rejects.toThrow(
      'PIS_S3_SECRET_KEY is not the secret of PIS_S3_ACCESS_KEY.',
    );
    expect(existsSync(join(directory, 'service.db'))).toBe(false);
  });

  test('refuses an object store if its files are in its folder, and then starts with the folder', async () => {
    const { place } = await useObjectStore();
    const directory = folder();
    await (await startService({ directory })).stop();
    const config = filesAt(place);
    await expect(startService({ directory, config })).rejects.toThrow(
      'Its payment files are in its data folder. Set PIS_FILES=folder.',
    );
    await (await startService({ directory })).stop();
  });

  test('does not touch the files of another database', async () => {
    const { place } = await useObjectStore();
    const config = filesAt(place);
    await (await startService({ directory: folder(), config })).stop();
    const other = folder();
    await expect(startService({ directory: other, config })).rejects.toThrow(
      'It contains the files of another database. Use a prefix of its own for each database.',
    );
    const apart = filesAt({ ...place, prefix: 'other' });
    await (await startService({ directory: other, config: apart })).stop();
  });
});
