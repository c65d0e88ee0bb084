import { describe, expect, inject, test } from 'vitest';
import { expectDefined } from '../../../../../src/shared/assert.ts';
import type { Bucket } from '../../../../../src/store/files/s3/bucket.ts';
import { admitBucket, claimBucket } from '../../../../../src/store/files/s3/ownership.ts';
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

  test('is claimed by only one of two services that start at the same time', async () => {
    const { place, bucket } = await openObjectStore();
    const owners = ['one', 'two'];
    const claims = await Promise.allSettled(
      owners.map((owner) => claimBucket(place, { owner, isNew: true })),
    );
    const winners = owners.filter((_, index) => claims[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(bucket.newest('live/files/owner')?.content.toString()).toBe(winners[0]);
  });

  test('is claimed by all nodes of one service that start at the same time', async () => {
    const { place, bucket } = await openObjectStore();
    const one = { owner: 'one', isNew: true };
    await Promise.all([claimBucket(place, one), claimBucket(place, one)]);
    expect(bucket.versionsOf('live/files/owner')).toHaveLength(1);
  });

  test('is claimed if the object store does not support conditional requests', async () => {
    const { place, bucket, faults } = await openObjectStore();
    faults.hasNoConditions = true;
    const one = { owner: 'one', isNew: true };
    await claimBucket(place, one);
    await claimBucket(place, one);
    expect(bucket.versionsOf('live/files/owner')).toHaveLength(1);
  });

  test('is refused if another service overwrites the owner mark at once', async () => {
    const { place, bucket } = await openObjectStore();
    const put = bucket.put.bind(bucket);
    bucket.put = (key, content, now) => {
      const version = put(key, content, now);
      put(key, Buffer.from('two'), now);
      return version;
    };
    const claimed = claimBucket(place, { owner: 'one', isNew: true });
    await expect(claimed).rejects.toThrow('It contains the files of another database');
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
