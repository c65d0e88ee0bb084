import { describe, expect, inject, test } from 'vitest';
import { expectDefined } from '../../../../../src/shared/assert.ts';
import type { Bucket } from '../../../../../src/store/files/s3/bucket.ts';
import { admitBucket, claimBucket } from '../../../../../src/store/files/s3/admission.ts';
import { hasRealBucket, openObjectStore } from '../../../../contract/stored-files/locations.ts';

const withKeys = (accessKeyId: string, secretAccessKey: string): Partial<Bucket> => ({
  credentials: { accessKeyId, secretAccessKey },
});

/** Wrong settings and the expected messages, which are the same for every S3 server. */
const WRONG: readonly [string, Partial<Bucket>, RegExp][] = [
  ['another secret', withKeys('files', 'wrong'), /PIS_S3_SECRET_KEY is not the secret of/],
  ['another name', withKeys('nobody', 'secret of files'), /PIS_S3_ACCESS_KEY/],
  ['another bucket', { bucket: 'no-such-bucket' }, /The bucket does not exist|lacks rights/],
  [
    'another region',
    { region: 'eu-nowhere-1' },
    /The region in PIS_FILES is not the region of the bucket/,
  ],
];

describe('a bucket', () => {
  test('with versioning is accepted', async () => {
    const { place } = await openObjectStore();
    await admitBucket(place);
  });

  test.each(WRONG)(
    'is refused with %s, in one sentence and without the secret',
    async (_, wrong, told) => {
      const { place } = await openObjectStore();
      const asked = admitBucket({ ...place, ...wrong });
      await expect(asked).rejects.toThrow(told);
      const message = await asked.catch((error: unknown) => String(error));
      expect(message).toContain(' cannot be used. ');
      expect(message).not.toMatch(/wrong|secret of files/);
    },
  );

  test.each([null, 'Suspended'] as const)(
    'whose versioning is %s is refused',
    async (versioning) => {
      const store = await openObjectStore();
      store.bucket.versioning = versioning;
      await expect(admitBucket(store.place)).rejects.toThrow(
        `s3://bank-files/live/files at ${store.place.endpoint} cannot be used. ` +
          'Versioning of the bucket is off. Enable it.',
      );
    },
  );

  test('that is unavailable is reported with its address', async () => {
    const store = await openObjectStore();
    store.faults.isAway = true;
    const told = `The object store at ${store.place.endpoint} does not respond`;
    await expect(admitBucket(store.place)).rejects.toThrow(told);
  });

  test('belongs to one service with any number of nodes', async () => {
    const { place, bucket } = await openObjectStore();
    const one = { owner: 'one', isNew: true };
    await claimBucket(place, one);
    await claimBucket(place, one);
    await claimBucket(place, { ...one, isNew: false });
    expect(bucket.versionsOf('live/files/owner')).toHaveLength(1);
    const two = { owner: 'two', isNew: true };
    await expect(claimBucket(place, two)).rejects.toThrow(
      'It contains the files of another database',
    );
    await claimBucket({ ...place, prefix: 'test/files' }, two);
    await claimBucket({ ...place, prefix: '' }, { owner: 'three', isNew: true });
  });

  test('without the owner mark of a service that has files is refused', async () => {
    const { place, bucket } = await openObjectStore();
    const claimed = claimBucket(place, { owner: 'one', isNew: false });
    await expect(claimed).rejects.toThrow('It does not contain the files of this database');
    expect(bucket.keys).toEqual([]);
  });

  test('that does not exist cannot be claimed', async () => {
    const { place } = await openObjectStore();
    const elsewhere = { ...place, bucket: 'no-such-bucket' };
    const claimed = claimBucket(elsewhere, { owner: 'one', isNew: true });
    await expect(claimed).rejects.toThrow('The bucket does not exist');
  });
});

describe.runIf(hasRealBucket())('a bucket of a real object store', () => {
  const real = (): Bucket => expectDefined(inject('realBucket'), 'the real bucket');

  test('is accepted', () => admitBucket(real()));

  test.each(WRONG)('is refused with %s', async (_, wrong, told) => {
    await expect(admitBucket({ ...real(), ...wrong })).rejects.toThrow(told);
  });
});
