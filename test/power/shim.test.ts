import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dice } from '../crash/random.ts';
import { Disk } from './disk.ts';
import { unrecorded } from './image.ts';
import { compileShim, Control, hasShim, shimSettings } from './shim.ts';
import { readTrace } from './trace.ts';

/** A test program that uses all file operations of Node.js and SQLite. */
const PROGRAM = `
  import fs from 'node:fs';
  import { open, mkdir, rename, rm, writeFile, appendFile } from 'node:fs/promises';
  import Sqlite from 'better-sqlite3';
  const root = process.env.SHIM_ROOT;
  fs.mkdirSync(root + '/files/ab', { recursive: true });
  await mkdir(root + '/files/cd');
  fs.writeFileSync(root + '/files/ab/one', 'one');
  fs.appendFileSync(root + '/files/ab/one', ' and more');
  await writeFile(root + '/files/cd/two', 'x'.repeat(100_000));
  await appendFile(root + '/files/cd/two', 'y');
  fs.truncateSync(root + '/files/cd/two', 5000);
  const handle = await open(root + '/files/three', 'wx');
  await handle.writev([Buffer.from('a'), Buffer.from('bc')], 10);
  await handle.truncate(12);
  await handle.sync();
  await handle.close();
  await rename(root + '/files/three', root + '/files/ab/three');
  fs.writeFileSync(root + '/files/ab/one', 'anew');
  fs.writeFileSync(root + '/gone', 'x');
  fs.rmSync(root + '/gone');
  await writeFile(root + '/gone', 'x');
  await rm(root + '/gone');
  fs.mkdirSync(root + '/empty');
  fs.rmdirSync(root + '/empty');
  const database = new Sqlite(root + '/service.db');
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(20000))');
  if (process.argv[1] === 'stay') process.kill(process.pid, 'SIGKILL');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
`;

let folder = '';
let control: Control;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pis-shim-'));
  mkdirSync(`${folder}/data`);
  control = new Control(`${folder}/control`);
});
afterEach(() => {
  control.close();
  rmSync(folder, { recursive: true });
});

/**
 * Runs the test program with the shim. Returns a model of the disk, built from the recorded
 * operations, and a function that compares it with the real folder.
 */
function run(argument: string): { disk: Disk; differences: () => readonly string[] } {
  const [data, trace] = [`${folder}/data`, `${folder}/trace`];
  const library = compileShim(folder);
  const env = shimSettings({ library, dataDirectory: data, trace, control });
  const args = ['--input-type=module', '--eval', PROGRAM, argument];
  const { stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const disk = new Disk({ root: data, dice: new Dice(1, 'disk') });
  for (const operation of readTrace(trace)) disk.apply(operation);
  return { disk, differences: () => unrecorded(disk, data) };
}

describe.skipIf(!hasShim)('the shim', () => {
  it.each(['leave', 'stay'])(
    'records all changes that a program makes to its folder (%s)',
    (argument) => {
      const { disk, differences } = run(argument);
      expect(differences()).toEqual([]);
      const names = [...disk.names.keys()].map((path) => path.slice(`${folder}/data/`.length));
      const files = ['files', 'files/ab', 'files/ab/one', 'files/ab/three', 'files/cd'];
      const log = argument === 'stay' ? ['service.db-wal'] : [];
      const expected = [...files, 'files/cd/two', 'service.db', ...log];
      expect(names.sort()).toEqual(expected);
    },
  );

  it('reveals a write that it did not record', () => {
    const { differences } = run('leave');
    appendFileSync(`${folder}/data/files/ab/one`, '!');
    writeFileSync(`${folder}/data/unseen`, '');
    rmSync(`${folder}/data/files/ab/three`);
    expect([...differences()].sort()).toEqual([
      `${folder}/data/files/ab/one was written to`,
      `${folder}/data/files/ab/three was removed`,
      `${folder}/data/unseen was made`,
    ]);
  });

  it('ends a process between two changes', () => {
    control.set('untilEnd', 12);
    expect(run('leave').differences()).toEqual([]);
  });
});
