import { hash, randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { expectDefined } from '../../../../../src/shared/assert.ts';
import type { Bucket } from '../../../../../src/store/files/s3/bucket.ts';
import { BucketClient } from '../../../../../src/store/files/s3/client.ts';
import {
  removeVersion,
  versionsBelow,
  type ObjectVersion,
} from '../../../../../src/store/files/s3/versions.ts';
import { hasRealBucket, openObjectStore } from '../../../../contract/stored-files/locations.ts';

const SERVERS: readonly (readonly [string, () => Promise<Bucket>])[] = [
  ['an object store', async () => (await openObjectStore()).place],
  ...(hasRealBucket()
    ? [
        [
          'a real one',
          () => Promise.resolve(expectDefined(inject('realBucket'), 'its bucket')),
        ] as const,
      ]
    : []),
];

async function listed(client: BucketClient, prefix: string): Promise<readonly ObjectVersion[]> {
  const found: ObjectVersion[] = [];
  for await (const version of versionsBelow(client, prefix)) found.push(version);
  return found;
}

describe.each(SERVERS)('versions of objects in %s', (_, open) => {
  test('are listed with their ages, and one can be removed without the others', async () => {
    const client = new BucketClient(await open());
    onTestFinished(() => {
      client.close();
    });
    const prefix = `versions/${randomUUID()}/`;
    const put = async (name: string, words: string): Promise<void> => {
      const content = Buffer.from(words);
      const body = { sha256: hash('sha256', content), bytes: content.length, open: () => content };
      await client.put('an upload', `${prefix}${name}`, body);
    };
    expect(await listed(client, prefix)).toEqual([]);
    for (const name of ['a', 'b', 'c']) await put(name, `first of ${name}`);
    await put('b', 'second of b');
    await client.send('a deletion', (s3, Bucket) => s3.deleteObject({ Bucket, Key: `${prefix}c` }));

    const before = await listed(client, prefix);
    expect(before.map(({ key }) => key.slice(prefix.length))).toEqual(['a', 'b', 'b', 'c']);
    for (const { ageMs } of before) expect(Math.abs(ageMs)).toBeLessThan(60_000);
    const [, , older] = before;
    await removeVersion(client, expectDefined(older, 'the first of b'));
    // Repeated, because another node may have removed it.
    await removeVersion(client, expectDefined(older, 'the first of b'));
    const left = before.filter((version) => version !== older);
    expect((await listed(client, prefix)).map(({ versionId }) => versionId)).toEqual(
      left.map(({ versionId }) => versionId),
    );
    const { Body } = await client.send('b', (s3, Bucket) =>
      s3.getObject({ Bucket, Key: `${prefix}b` }),
    );
    expect(await Body?.transformToString()).toBe('second of b');
  });
});

test.each([
  ['no marker', {}],
  ['the same marker', { NextKeyMarker: 'a' }],
])('a list of versions that continues endlessly with %s is aborted', async (_, markers) => {
  const page = { IsTruncated: true, ...markers } as never;
  const client = { send: () => Promise.resolve(page), now: () => Promise.resolve(0) };
  const listing = async (): Promise<void> => {
    for await (const version of versionsBelow(client, '')) expect(version).toBeUndefined();
  };
  await expect(listing()).rejects.toThrow('lists the same versions again');
});
