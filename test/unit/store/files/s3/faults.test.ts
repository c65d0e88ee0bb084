import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  StoredFileDamaged,
  StoreUnavailable,
} from '../../../../../src/domain/ports/storage-errors.ts';
import { expectDefined } from '../../../../../src/shared/assert.ts';
import { contentName, PIECE_BYTES } from '../../../../../src/store/files/content.ts';
import { keyOf } from '../../../../../src/store/files/s3/bucket.ts';
import { ATTEMPTS, BucketClient } from '../../../../../src/store/files/s3/client.ts';
import { Objects } from '../../../../../src/store/files/s3/objects.ts';
import { TRUSTED_MS, FRESH_MS } from '../../../../../src/store/files/s3/s3-files.ts';
import { WHOLE_MAX_BYTES } from '../../../../../src/store/files/checksums.ts';
import {
  contentOf,
  fileStoreOf,
  inBucket,
  named,
  newThread,
  openObjectStore,
  uploadOf,
} from '../../../../contract/stored-files/locations.ts';

const CONTENT = contentOf(100_000);
const FILE = named(CONTENT);

/** Opens an object store and a location in it. */
async function open() {
  const store = await openObjectStore();
  const place = inBucket(store.place);
  const key = keyOf(store.place, contentName(FILE.sha256));
  return { store, place, key, upload: uploadOf(CONTENT, 'memory', place) };
}

/** Returns and clears the list of responses. */
function answered({ answered }: { readonly answered: string[] }): readonly string[] {
  return answered.splice(0);
}

describe('an object store that is unavailable', () => {
  test('makes every operation fail with StoreUnavailable, and no file is lost', async () => {
    const { store, place, upload } = await open();
    const thread = newThread(place);
    await thread.store(upload, FILE.sha256);
    const checksummed = await thread.checksum(FILE);
    store.faults.isAway = true;
    const other = newThread(place);
    const reading = async () => other.withFiles([FILE], () => 'read');
    for (const asking of [
      () => other.store(upload, FILE.sha256),
      () => other.check(FILE),
      () => other.checksum(FILE),
      reading,
      () => fileStoreOf(place).open(checksummed),
      () => fileStoreOf(place).sweep(() => Promise.resolve(false), 'one'),
    ]) {
      const asked = (async () => asking())();
      await expect(asked).rejects.toThrow(StoreUnavailable);
    }
    store.faults.isAway = false;
    await other.check(FILE);
    expect(await reading()).toBe('read');
  });

  test('is not needed for a file that was read less than a minute ago', async () => {
    const { store, place, upload } = await open();
    let now = 0;
    const thread = newThread(place, () => now);
    await thread.store(upload, FILE.sha256);
    const lent = () =>
      thread.withFiles([FILE], (verified) => verified.withFile(FILE, (source) => source.bytes));
    expect(await lent()).toBe(CONTENT.length);
    store.faults.isAway = true;
    now = TRUSTED_MS - 1;
    expect(await lent()).toBe(CONTENT.length);
    now = TRUSTED_MS;
    await expect(lent()).rejects.toThrow(StoreUnavailable);
  });

  test('gets a limited number of attempts', async () => {
    const { store, place, upload } = await open();
    store.faults.busyAnswers = ATTEMPTS - 1;
    await newThread(place).store(upload, FILE.sha256);
    expect(answered(store)).toEqual([...Array<string>(2).fill('HEAD 503'), 'HEAD 404', 'PUT 200']);
    store.faults.busyAnswers = Infinity;
    const asked = (async () => newThread(place).check(FILE))();
    await expect(asked).rejects.toThrow(/responded with status 503/);
    expect(answered(store)).toEqual(Array<string>(ATTEMPTS).fill('HEAD 503'));
  });

  test('is waited for until the timeout', async () => {
    const { store } = await open();
    store.faults.slowMs = 60_000;
    const client = new BucketClient(store.place, { timeoutMs: 50 });
    const asked = client.send('the versioning', (s3, Bucket) => s3.getBucketVersioning({ Bucket }));
    await expect(asked).rejects.toThrow(/does not respond: .* 50 ms/);
    client.close();
  });

  test('with a closed port is reported with its address', async () => {
    const { store, place } = await open();
    await store.close();
    const asked = (async () => newThread(place).check(FILE))();
    await expect(asked).rejects.toThrow(`${store.place.endpoint} does not respond`);
  });
});

describe('a download from an object store', () => {
  test('is repeated if the connection breaks', async () => {
    const { store, place, upload } = await open();
    await newThread(place).store(upload, FILE.sha256);
    const thread = newThread(place);
    store.faults.cutBodies = ATTEMPTS - 1;
    const checksummed = await thread.checksum(FILE);
    store.faults.cutBodies = ATTEMPTS - 1;
    const stream = await fileStoreOf(place).open(checksummed);
    expect((await buffer(stream)).equals(CONTENT)).toBe(true);
    store.faults.cutBodies = ATTEMPTS;
    await expect(newThread(place).checksum(FILE)).rejects.toThrow(StoreUnavailable);
  });

  test('is repeated if the response takes too long, although bytes still arrive', async () => {
    const { store, place, upload } = await open();
    await newThread(place).store(upload, FILE.sha256);
    const client = new BucketClient(store.place, { timeoutMs: 100 });
    store.faults.slowBodies = 1;
    answered(store);
    const { content } = expectDefined(
      await new Objects(store.place, client).part(FILE.sha256, 0, CONTENT.length),
      'the file',
    );
    expect(content.equals(CONTENT)).toBe(true);
    expect(answered(store)).toEqual(['GET 206', 'GET 206']);
    client.close();
  });

  test('is verified even if the object looks unchanged', async () => {
    const { store, place, key, upload } = await open();
    let now = 0;
    const thread = newThread(place, () => now);
    await thread.store(upload, FILE.sha256);
    const checksummed = await thread.checksum(FILE);
    store.bucket.rot(key, CONTENT.length - 1);
    await expect(newThread(place).checksum(FILE)).rejects.toThrow(StoredFileDamaged);
    const stream = await fileStoreOf(place).open(checksummed);
    await expect(buffer(stream)).rejects.toThrow(StoredFileDamaged);
    // The object looks unchanged and is still trusted. It is verified again after the trusted time.
    await thread.check(FILE);
    now = TRUSTED_MS;
    await expect((async () => thread.check(FILE))()).rejects.toThrow(StoredFileDamaged);
    await thread.store(upload, FILE.sha256);
    await newThread(place).check(FILE);
  });

  test('is shared by several readers while its local copy exists', async () => {
    const { store, place, upload } = await open();
    const thread = newThread(place);
    await thread.store(upload, FILE.sha256);
    answered(store);
    for (let times = 0; times < 3; times += 1) {
      await thread.withFiles([FILE], (verified) =>
        verified.withFile(FILE, (source) => source.bytes),
      );
    }
    expect(answered(store)).toEqual(['GET 206']);
    await thread.check(FILE);
    expect(answered(store)).toEqual(['HEAD 200']);
  });

  test('is usable by more readers at once than a thread caches copies for', async () => {
    const { place } = await open();
    const thread = newThread(place);
    const contents = Array.from({ length: 7 }, (_, kind) =>
      contentOf(WHOLE_MAX_BYTES + PIECE_BYTES, kind + 1),
    );
    const files = contents.map(named);
    for (const [index, content] of contents.entries()) {
      await thread.store(uploadOf(content, 'disk', place), named(content).sha256);
      expect(files[index]).toEqual(named(content));
    }
    const read = await Promise.all(
      files.map(async (file, index) => {
        const last = files.at(-1 - index) ?? file;
        return thread.withFiles([file, last], (verified) =>
          [file, last].map((one) =>
            verified.withFile(one, (source) => {
              const target = Buffer.alloc(4);
              source.read(target, WHOLE_MAX_BYTES);
              return target.readUInt8(3);
            }),
          ),
        );
      }),
    );
    const kinds = contents.map((content) => content.readUInt8(WHOLE_MAX_BYTES + 3));
    expect(read).toEqual(kinds.map((kind, index) => [kind, kinds.at(-1 - index)]));
  });
});

describe('an upload to an object store', () => {
  test('is refused if its bytes do not match its name', async () => {
    const { store, place } = await open();
    const upload = uploadOf(contentOf(1000, 1), 'memory', place);
    const kept = (async () => newThread(place).store(upload, FILE.sha256))();
    await expect(kept).rejects.toThrow('XAmzContentSHA256Mismatch');
    expect(store.bucket.keys).toEqual([]);
  });

  test('is not complete if the response has no ETag', async () => {
    const { store, place, upload } = await open();
    store.faults.hasNoEtags = true;
    const stored = (async () => newThread(place).store(upload, FILE.sha256))();
    await expect(stored).rejects.toThrow('no ETag in its response');
  });

  test('is skipped while the object is young, and repeated once the deletion of orphans may consider it', async () => {
    const { store, place, key, upload } = await open();
    const thread = newThread(place);
    await thread.store(upload, FILE.sha256);
    await newThread(place).store(upload, FILE.sha256);
    expect(store.bucket.versionsOf(key)).toHaveLength(1);
    // The object store reports times in seconds.
    store.bucket.age(key, FRESH_MS + 2000);
    await thread.store(upload, FILE.sha256);
    expect(store.bucket.versionsOf(key)).toHaveLength(2);
  });

  test('succeeds although the object store is busy for some time', async () => {
    const { store, place, upload } = await open();
    store.faults.slowMs = 20;
    const keeping = Promise.all(
      Array.from({ length: 4 }, async () => newThread(place).store(upload, FILE.sha256)),
    );
    await wait(10);
    store.faults.busyAnswers = 2;
    await keeping;
    await newThread(place).check(FILE);
  });

  test('is signed with the SHA-256 that is its name', async () => {
    const { store } = await open();
    const client = new BucketClient(store.place);
    const body = { sha256: hash('sha256', CONTENT), bytes: CONTENT.length, open: () => CONTENT };
    await client.put('an upload', 'any', body);
    expect(store.bucket.newest('any')?.content.equals(CONTENT)).toBe(true);
    client.close();
  });
});
