import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BucketSetting } from '../../../src/config/bucket.ts';
import { contentName, contentPath } from '../../../src/store/files/content.ts';
import { keyOf } from '../../../src/store/files/s3/bucket.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { startService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { run } from './fixtures.ts';

const FILES = [1, 2, 3].map((payments) => bulkFile(payments));
const [FIRST = Buffer.of()] = FILES;

const shaOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/** Runs a command with the real time, which the object store needs. */
function runAt(
  bucket: BucketSetting | null,
  command: string,
  args: readonly string[],
  folder?: string,
): Promise<string> {
  return run(command, args, folder, { clock: Date.now, bucket });
}

function newFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'moving-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  return directory;
}

/**
 * A stopped service that has taken the files, in a bucket or in its folder. It may also have stored
 * a segment of the search index, which commands count as one more file.
 */
async function served(place: BucketSetting | null) {
  const directory = newFolder();
  const data = join(directory, 'data');
  const config = place === null ? {} : filesAt(place);
  const service = await startService({ directory: data, config });
  const tpp = await Tpp.signIn(service.origin);
  const consents: string[] = [];
  for (const file of FILES) {
    const consentId = await tpp.consentFor(file);
    expect((await tpp.upload(consentId, file)).status).toBe(200);
    consents.push(consentId);
  }
  await service.stop();
  return { directory, data, consents };
}

/** Starts a service on a data folder and reads all files of it. */
async function readAll(
  data: string,
  place: BucketSetting | null,
  consents: readonly string[],
): Promise<void> {
  const service = await startService({
    directory: data,
    config: place === null ? {} : filesAt(place),
  });
  try {
    const tpp = await Tpp.signIn(service.origin);
    for (const [index, consentId] of consents.entries()) {
      const reply = await tpp.get(`/file-payment-consents/${consentId}/file`);
      expect(reply.text).toBe(FILES[index]?.toString());
    }
  } finally {
    await service.stop();
  }
}

describe('a backup of a service whose files are in an object store', () => {
  test('contains the files and can be restored to another bucket or to a folder', async () => {
    const { place, bucket } = await useObjectStore();
    const { directory, data, consents } = await served(place);
    const target = join(directory, 'backup');
    expect(await runAt(place, 'backup', [target], data)).toMatch(/Verified: [34] payment files/);
    for (const file of FILES) {
      expect(readFileSync(contentPath(join(target, 'files'), shaOf(file))).equals(file)).toBe(true);
    }
    expect(await runAt(null, 'audit', ['files', '--data', target])).toMatch(/^[34] payment files/m);

    const other = { ...place, prefix: 'other' };
    await runAt(other, 'restore', [target, join(directory, 'moved')]);
    expect(existsSync(join(directory, 'moved', 'files'))).toBe(false);
    await readAll(join(directory, 'moved'), other, consents);
    await runAt(null, 'restore', [target, join(directory, 'folder')]);
    for (const key of bucket.keys) bucket.forget(key);
    await readAll(join(directory, 'folder'), null, consents);
  });

  test('is refused if PIS_FILES does not match the location of the files', async () => {
    const { place } = await useObjectStore();
    const kept = await served(place);
    const backedUp = runAt(null, 'backup', [join(kept.directory, 'backup')], kept.data);
    await expect(backedUp).rejects.toThrow('are in an object store: set PIS_FILES');
    await expect(runAt(null, 'audit', ['files'], kept.data)).rejects.toThrow('set PIS_FILES');
    const plain = await served(null);
    const other = runAt(place, 'backup', [join(plain.directory, 'backup')], plain.data);
    await expect(other).rejects.toThrow('are in the data folder: set PIS_FILES=folder.');
    expect(existsSync(join(plain.directory, 'backup'))).toBe(false);
  });

  test.each([
    [
      'is missing',
      'is missing',
      (store: Store, key: string) => {
        store.bucket.forget(key);
      },
    ],
    [
      'was changed',
      'was changed',
      (store: Store, key: string) => {
        store.bucket.put(key, Buffer.from('other'), 0);
      },
    ],
    [
      'has rotted',
      'was changed',
      (store: Store, key: string) => {
        store.bucket.rot(key, 3);
      },
    ],
  ])('fails when a file %s, and the audit names the file', async (_, told, harm) => {
    const store = await useObjectStore();
    const { place } = store;
    const { directory, data, consents } = await served(place);
    expect(await runAt(place, 'audit', ['files'], data)).toMatch(
      /^[34] payment files, all unchanged/m,
    );
    harm(store, keyOf(place, contentName(shaOf(FIRST))));
    const target = join(directory, 'backup');
    const at = `${contentName(shaOf(FIRST))} of s3://bank-files/live/files at ${place.endpoint}`;
    await expect(runAt(place, 'backup', [target], data)).rejects.toThrow(`${at} ${told}`);
    expect(existsSync(target)).toBe(false);
    const lines: string[] = [];
    const audited = run('audit', ['files'], data, { clock: Date.now, bucket: place, lines });
    await expect(audited).rejects.toThrow(/^1 of [34] payment files are damaged or missing\./m);
    expect(lines).toContain(`${at} ${told}. It belongs to consent ${consents[0] ?? ''}.`);
  });

  test('fails without a partial backup when the object store is unavailable', async () => {
    const { place, faults } = await useObjectStore();
    const { directory, data } = await served(place);
    faults.isAway = true;
    const target = join(directory, 'backup');
    await expect(runAt(place, 'backup', [target], data)).rejects.toThrow('does not respond');
    expect(existsSync(target)).toBe(false);
  });
});

type Store = Awaited<ReturnType<typeof useObjectStore>>;

describe('files that move from a folder into an object store', () => {
  test('go there by a backup, and again when an attempt broke off', async () => {
    const store = await useObjectStore();
    const { place } = store;
    const { directory, data, consents } = await served(null);
    const target = join(directory, 'backup');
    await runAt(null, 'backup', [target], data);
    const moved = join(directory, 'moved');
    const damaged = contentPath(join(target, 'files'), shaOf(FIRST));
    writeFileSync(damaged, 'damaged');
    await expect(runAt(place, 'restore', [target, moved])).rejects.toThrow('is damaged');
    expect(existsSync(moved)).toBe(false);
    writeFileSync(damaged, FIRST);
    await runAt(place, 'restore', [target, moved]);
    await readAll(moved, place, consents);
    for (const key of store.bucket.keys) expect(store.bucket.versionsOf(key)).toHaveLength(1);
  });
});
