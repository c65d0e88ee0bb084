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
/** What was synced, below the folder; temporary files as `tmp`. */
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

/** Keeps a file as a thread would that has just begun; its syncs are noted, and some fail. */
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

/** Another content whose name lies in the same folder. */
function neighbour(): Buffer {
  for (let number = 0; ; number += 1) {
    const content = Buffer.from(`{"Data":{"number":${String(number)}}}`);
    if (sha256Of(content).startsWith(SHA256.slice(0, 2))) return content;
  }
}

describe('keeping a file', () => {
  it('keeps it from memory under its hash, as often as it is told to', () => {
    newWriter().store(inMemory(), SHA256);
    const before = statSync(contentPath(folder, SHA256)).ino;
    newWriter().store(inMemory(), SHA256);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
    expect(statSync(contentPath(folder, SHA256)).ino).toBe(before);
    expect(leftovers()).toEqual([]);
  });

  it('moves it from disk, and drops it when there is one already', () => {
    const keeper = newWriter();
    keeper.store(onDisk('one'), SHA256);
    expect(leftovers()).toEqual([]);
    keeper.store(onDisk('two'), SHA256);
    expect(leftovers()).toEqual([]);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
  });

  it('leaves nothing behind when it cannot', () => {
    // A folder of the file's name cannot be replaced by a file.
    const path = contentPath(folder, SHA256);
    mkdirSync(path, { recursive: true });
    expect(() => {
      newWriter().store(inMemory(), SHA256);
    }).toThrow('EISDIR');
    mkdirSync(temporaryDirectory(folder), { recursive: true });
    expect(leftovers()).toEqual([]);
  });

  it.each(['memory', 'disk'])('from %s replaces one whose bytes were changed', (kind) => {
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

describe('what a kept file needs to survive a power cut', () => {
  const shard = dirname(contentPath('', SHA256)).slice(1);

  it('is made durable before it is kept: its bytes, its name, the name of its folder', () => {
    newWriter().store(inMemory(), SHA256);
    expect(synced).toEqual(['tmp', shard, '']);
  });

  it('is made durable by a second thread that comes upon a new folder, too', () => {
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

  it('is made durable again when the folder was lost and is made anew', () => {
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
  ])('is not, after a failed sync of "%s" (%s), and that is told as such', (place, code) => {
    const failed = Object.assign(new Error('as the disk would have it'), {
      code,
      syscall: 'fsync',
    });
    const failing = newWriter((noted) => (noted === place ? failed : null));
    expect(() => {
      failing.store(inMemory(), SHA256);
    }).toThrow(SyncFailed);
    // The folder is there, but a new process has made nothing durable yet.
    synced = [];
    newWriter().store(inMemory(), SHA256);
    expect(synced.slice(1)).toEqual([shard, '']);
  });
});
