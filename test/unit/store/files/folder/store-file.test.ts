import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpooledFile } from '../../../../../src/domain/ports/files.ts';
import { SyncFailed } from '../../../../../src/domain/ports/storage-errors.ts';
import {
  contentPath,
  temporaryDirectory,
  temporaryPath,
} from '../../../../../src/store/files/content.ts';
import { FileWriter, type Syncs } from '../../../../../src/store/files/folder/store-file.ts';

const CONTENT = Buffer.from('{"Data":{}}');
const SHA256 = sha256Of(CONTENT);

let folder = '';
/** Synced paths below the folder. Temporary files are recorded as `tmp`. */
let synced: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/persist-`);
  synced = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns a writer like that of a new thread. It records its syncs, and some of them fail. */
function newWriter(fails: (noted: string) => NodeJS.ErrnoException | null = () => null) {
  const sync = (_: number, path: string): void => {
    const place = relative(folder, path);
    const noted = place.startsWith('tmp/') ? 'tmp' : place;
    const error = fails(noted);
    if (error !== null) throw error;
    synced.push(noted);
  };
  const syncs: Syncs = { file: sync, folder: sync };
  return new FileWriter(folder, syncs);
}

function inMemory(content: Uint8Array = CONTENT): SpooledFile {
  const buffer = new SharedArrayBuffer(content.length + 10);
  new Uint8Array(buffer).set(content);
  return { kind: 'memory', buffer, bytes: content.length };
}

function onDisk(name: string): SpooledFile {
  mkdirSync(temporaryDirectory(folder), { recursive: true });
  writeFileSync(temporaryPath(folder, name), CONTENT);
  return { kind: 'disk', temporary: name, bytes: CONTENT.length };
}

function leftovers(): string[] {
  return readdirSync(temporaryDirectory(folder));
}

/** Returns another content whose name is in the same folder. */
function neighbour(): Buffer {
  for (let number = 0; ; number += 1) {
    const content = Buffer.from(`{"Data":{"number":${String(number)}}}`);
    if (sha256Of(content).startsWith(SHA256.slice(0, 2))) return content;
  }
}

describe('storing a file', () => {
  it('from memory uses its hash as its name, and may be repeated', () => {
    newWriter().store(inMemory(), SHA256);
    const before = statSync(contentPath(folder, SHA256)).ino;
    newWriter().store(inMemory(), SHA256);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
    expect(statSync(contentPath(folder, SHA256)).ino).toBe(before);
    expect(leftovers()).toEqual([]);
  });

  it('from disk moves it, and deletes it if it is stored already', () => {
    const keeper = newWriter();
    keeper.store(onDisk('one'), SHA256);
    expect(leftovers()).toEqual([]);
    keeper.store(onDisk('two'), SHA256);
    expect(leftovers()).toEqual([]);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
  });

  it('leaves nothing behind if it fails', () => {
    // A folder with the name of the file cannot be replaced by a file.
    const path = contentPath(folder, SHA256);
    mkdirSync(path, { recursive: true });
    expect(() => {
      newWriter().store(inMemory(), SHA256);
    }).toThrow('EISDIR');
    mkdirSync(temporaryDirectory(folder), { recursive: true });
    expect(leftovers()).toEqual([]);
  });

  it.each(['memory', 'disk'])('from %s replaces a file whose bytes were changed', (kind) => {
    newWriter().store(inMemory(), SHA256);
    const path = contentPath(folder, SHA256);
    for (const changed of ['{"Data":[]}', '{"Da', '']) {
      writeFileSync(path, changed);
      newWriter().store(kind === 'memory' ? inMemory() : onDisk('again'), SHA256);
      expect(readFileSync(path)).toEqual(CONTENT);
      expect(leftovers()).toEqual([]);
    }
  });
});

describe('the syncs of a stored file', () => {
  const shard = dirname(contentPath('', SHA256)).slice(1);

  it('cover its bytes, its name, and the name of its folder', () => {
    newWriter().store(inMemory(), SHA256);
    expect(synced).toEqual(['tmp', shard, '']);
  });

  it('are repeated by a second thread that stores a file in a new folder', () => {
    newWriter().store(inMemory(), SHA256);
    synced = [];
    const content = neighbour();
    const second = newWriter();
    second.store(inMemory(content), sha256Of(content));
    expect(synced).toEqual(['tmp', shard, '']);
    synced = [];
    second.store(inMemory(), SHA256);
    expect(synced).toEqual([`${shard}/${SHA256}`, shard]);
  });

  it('are repeated when the folder was deleted and is created again', () => {
    const keeper = newWriter();
    keeper.store(inMemory(), SHA256);
    rmSync(`${folder}/${shard}`, { recursive: true });
    synced = [];
    keeper.store(inMemory(), SHA256);
    expect(synced).toEqual(['tmp', shard, '']);
  });

  it.each([
    ['tmp', 'EIO'],
    [shard, 'EIO'],
    ['', 'EIO'],
    ['tmp', 'ENOSPC'],
    [shard, 'EDQUOT'],
  ])(
    'throw SyncFailed and are repeated by the next thread if that of "%s" fails (%s)',
    (place, code) => {
      const failed = Object.assign(new Error('as the disk would have it'), {
        code,
        syscall: 'fsync',
      });
      const failing = newWriter((noted) => (noted === place ? failed : null));
      expect(() => {
        failing.store(inMemory(), SHA256);
      }).toThrow(SyncFailed);
      // The folder exists, but a new thread has not made anything durable yet.
      synced = [];
      newWriter().store(inMemory(), SHA256);
      expect(synced.slice(1)).toEqual([shard, '']);
    },
  );
});
