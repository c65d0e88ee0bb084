import { describe, expect, test } from 'vitest';
import { contentName } from '../../../../../src/store/files/content.ts';
import { keyOf } from '../../../../../src/store/files/s3/bucket.ts';
import { claimBucket } from '../../../../../src/store/files/s3/ownership.ts';
import { ABANDONED_MS } from '../../../../../src/store/files/s3/files.ts';
import {
  contentOf,
  fileStoreOf,
  inBucket,
  named,
  newThread,
  openObjectStore,
  uploadOf,
} from '../../../../contract/stored-files/locations.ts';

/** Old enough to be deleted. The object store reports times in seconds. */
const LONG_MS = ABANDONED_MS + 2000;

const OWNER = 'one';

/** Opens an object store, a claimed location in it, and a function that stores a file there. */
async function open() {
  const store = await openObjectStore();
  const place = inBucket(store.place);
  await claimBucket(store.place, { owner: OWNER, isNew: true });
  const mark = keyOf(store.place, 'owner');
  const keyOfFile = (sha256: string) => keyOf(store.place, contentName(sha256));
  const keep = async (kind: number) => {
    const content = contentOf(1000, kind);
    const { sha256 } = named(content);
    await newThread(place).store(uploadOf(content, 'memory', place), sha256);
    return sha256;
  };
  const sweep = (isKept: (sha256: string) => Promise<boolean>) =>
    fileStoreOf(place).sweep(isKept, OWNER);
  return { store, bucket: store.bucket, mark, place, keyOfFile, keep, sweep };
}

const nobody = () => Promise.resolve(false);

describe('deleting orphaned files from an object store', () => {
  test('removes old orphans and nothing else, page by page', async () => {
    const { store, bucket, mark, keyOfFile, keep, sweep } = await open();
    const files: string[] = [];
    for (let kind = 0; kind < 8; kind += 1) files.push(await keep(kind));
    const [kept = '', ...others] = files;
    const [young = '', ...orphans] = others;
    for (const sha256 of [kept, ...orphans]) bucket.age(keyOfFile(sha256), LONG_MS);
    bucket.age(keyOfFile(young), ABANDONED_MS - 60_000);
    const foreign = [keyOf(store.place, `zz/${kept}`), `elsewhere/${contentName(kept)}`];
    for (const key of foreign) bucket.put(key, Buffer.from('another’s'), 0);

    const asked: string[] = [];
    const removed = await sweep((sha256) => {
      asked.push(sha256);
      return Promise.resolve(sha256 === kept);
    });
    expect(removed).toBe(orphans.length);
    expect(bucket.keys).toEqual([...foreign, mark, keyOfFile(kept), keyOfFile(young)].sort());
    expect(asked.sort()).toEqual([kept, ...orphans].sort());
    expect(await sweep((sha256) => Promise.resolve(sha256 === kept))).toBe(0);
  });

  test('leaves a file that is uploaded again meanwhile', async () => {
    const { bucket, keyOfFile, keep, place, sweep } = await open();
    const sha256 = await keep(1);
    bucket.age(keyOfFile(sha256), LONG_MS);
    const removed = await sweep(async () => {
      // Another node stores the same file between the question and the deletion.
      expect(await keep(1)).toBe(sha256);
      return false;
    });
    expect(removed).toBe(1);
    expect(bucket.versionsOf(keyOfFile(sha256))).toHaveLength(1);
    await newThread(place).check(named(contentOf(1000, 1)));
  });

  test('removes every version of an orphan and asks once for all of them', async () => {
    const { bucket, mark, keyOfFile, keep, sweep } = await open();
    const sha256 = await keep(1);
    const key = keyOfFile(sha256);
    for (let times = 0; times < 4; times += 1)
      bucket.put(key, contentOf(1000, 1), Date.parse('2020-01-01'));
    bucket.age(key, LONG_MS);
    let asked = 0;
    const removed = await sweep(() => {
      asked += 1;
      return nobody();
    });
    expect([removed, asked]).toEqual([5, 1]);
    expect(bucket.keys).toEqual([mark]);
  });

  test('removes nothing from an empty bucket', async () => {
    const { sweep } = await open();
    expect(await sweep(nobody)).toBe(0);
  });

  test.each([
    ['another database', Buffer.from('two')],
    ['no database', null],
  ])('removes nothing and fails if the bucket is marked as the files of %s', async (_, content) => {
    const { bucket, mark, keyOfFile, keep, sweep } = await open();
    const key = keyOfFile(await keep(1));
    bucket.age(key, LONG_MS);
    bucket.put(mark, content, 0);
    await expect(sweep(nobody)).rejects.toThrow('no orphaned file was deleted');
    expect(bucket.versionsOf(key)).toHaveLength(1);
  });

  test("fails if the list does not have S3's format", async () => {
    const { bucket, sweep } = await open();
    bucket.put('live/files/<odd', Buffer.from('odd'), 0);
    await expect(sweep(nobody)).rejects.toThrow('S3’s format');
  });
});
