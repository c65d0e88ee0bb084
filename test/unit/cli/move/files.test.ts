import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { contentName, contentPath } from '../../../../src/store/files/content.ts';
import { FILES_OWNER } from '../../../../src/domain/ports/files.ts';
import { formatBucket, keyOf } from '../../../../src/store/files/s3/bucket.ts';
import { readKnownFiles } from '../../../../src/store/sqlite/database/inspection.ts';
import { MOVE_IN_PROGRESS } from '../../../../src/store/tables.ts';
import { makeDataFolder, settingOf } from '../../../helpers/moving.ts';
import { startObjectStore, type TestObjectStore } from '../../../helpers/s3/server.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';
import { run } from '../fixtures.ts';

async function objectStore(): Promise<TestObjectStore> {
  const objects = await startObjectStore();
  onTestFinished(() => objects.close());
  return objects;
}

/** Moves a data folder with its files into the object store. */
function moveTo(url: string, folder: string, objects: TestObjectStore): Promise<string> {
  const { PIS_FILES: address = '', ...environment } = objects.settings;
  return run('move', ['--to', url, '--files', address], folder, { environment, clock: Date.now });
}

const FILES = ['one', 'two', 'three', 'four'];

const filesOf = (folder: string): readonly string[] =>
  readKnownFiles(dataFolder(folder).database).map(({ sha256 }) => sha256);

const puts = ({ answered }: TestObjectStore): number =>
  answered.filter((answer) => answer === 'PUT 200').length;

/** Returns a data folder with payment files, an object store and an empty database. */
async function prepared(): Promise<[string, TestObjectStore, string]> {
  return [await makeDataFolder(FILES), await objectStore(), await freshDatabase()];
}

describe.runIf(hasPostgres())('pisctl move with --files', () => {
  test('uploads every payment file and claims the bucket', async () => {
    const [folder, objects, url] = await prepared();
    const said = await moveTo(url, folder, objects);
    const files = filesOf(folder);
    expect(said).toContain(`${String(files.length)} payment files.`);
    expect(said).toContain(` PIS_FILES='${objects.address}', `);
    expect(said).not.toContain(objects.settings['PIS_S3_SECRET_KEY']);
    for (const sha256 of files) {
      const kept = objects.bucket.newest(keyOf(objects.place, contentName(sha256)));
      expect(kept?.content.length).toBeGreaterThan(0);
    }
    expect(puts(objects)).toBe(files.length + 1);
    const owner = await settingOf(url, FILES_OWNER);
    expect(objects.bucket.newest(keyOf(objects.place, 'owner'))?.content.toString()).toBe(owner);

    const other = moveTo(await freshDatabase(), await makeDataFolder(['other']), objects);
    await expect(other).rejects.toThrow('It contains the files of another database');
  });

  test('resumes and uploads only missing or damaged files', async () => {
    const [folder, objects, url] = await prepared();
    const [damaged = '', lost = '', ...rest] = filesOf(folder);
    const path = contentPath(dataFolder(folder).files, lost);
    const kept = `${folder}/kept`;
    copyFileSync(path, kept);
    writeFileSync(path, 'something else');
    await expect(moveTo(url, folder, objects)).rejects.toThrow(`${lost} is missing`);
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();
    // The command has waited for the other uploads. Damage one of them.
    for (const one of rest) {
      expect(objects.bucket.newest(keyOf(objects.place, contentName(one)))).toBeDefined();
    }
    objects.bucket.rot(keyOf(objects.place, contentName(damaged)), 0);
    const before = puts(objects);
    copyFileSync(kept, path);
    expect(await moveTo(url, folder, objects)).toContain('Resuming the interrupted move.');
    expect(puts(objects) - before).toBe(2);
  });

  test('resumes only with the same place for the payment files', async () => {
    const [folder, objects, url] = await prepared();
    const [lost = ''] = filesOf(folder);
    const path = contentPath(dataFolder(folder).files, lost);
    const kept = `${folder}/kept`;
    renameSync(path, kept);
    await expect(moveTo(url, folder, objects)).rejects.toThrow(`${lost} is missing`);
    renameSync(kept, path);

    const first = `started with the payment files in ${formatBucket(objects.place)}, but`;
    const inFolder = run('move', ['--to', url], folder);
    await expect(inFolder).rejects.toThrow(
      `${first} this command has the payment files in the data`,
    );
    const address = objects.address.replace('?', '/other?');
    const other = { ...objects, settings: { ...objects.settings, PIS_FILES: address } };
    const elsewhere = formatBucket({ ...objects.place, prefix: `${objects.place.prefix}/other` });
    await expect(moveTo(url, folder, other)).rejects.toThrow(
      `${first} this command has the payment files in ${elsewhere}.`,
    );
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();

    await moveTo(url, folder, objects);
    await expect(run('move', ['--to', url], folder)).rejects.toThrow(first);
  });

  test('does not start if the bucket or --files is not usable', async () => {
    const [folder, objects, url] = await prepared();
    objects.bucket.versioning = null;
    await expect(moveTo(url, folder, objects)).rejects.toThrow('Versioning of the bucket is off');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const without = run('move', ['--to', url, '--files', objects.address], folder, {
      clock: Date.now,
    });
    await expect(without).rejects.toThrow('There are no credentials for the object store');
    const nowhere = run('move', ['--to', url, '--files', 'folder'], folder, { clock: Date.now });
    await expect(nowhere).rejects.toThrow('--files must be the address of a bucket');
    const misspelt = run('move', ['--to', url, '--files', 's3://x'], folder, { clock: Date.now });
    await expect(misspelt).rejects.toThrow('PIS_FILES=s3://x is not valid');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeUndefined();
  });
});
