import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentPath, temporaryDirectory } from '../../../src/domain/content.ts';
import { openFileStore } from '../../../src/store/files.ts';
import { inFolder } from '../../contract/store.fixtures.ts';

const KEPT = 'a'.repeat(64);
const ORPHAN = 'b'.repeat(64);

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'bytes');
  return path;
}

describe('the file store', () => {
  it('names a file by its content', () => {
    expect(openFileStore('files').pathOf(KEPT)).toBe(`files/aa/${KEPT}`);
    expect(() => openFileStore('files').pathOf('../../passwords')).toThrow('SHA-256');
  });

  it('sweeps what is temporary and what nobody keeps, and nothing else', () =>
    inFolder(async (directory) => {
      const kept = put(contentPath(directory, KEPT));
      const orphan = put(contentPath(directory, ORPHAN));
      const temporary = put(join(temporaryDirectory(directory), 'upload-1'));
      const foreign = [put(join(directory, 'README')), put(join(directory, 'bb', 'notes.txt'))];

      const removed = await openFileStore(directory).sweep((sha256) =>
        Promise.resolve(sha256 === KEPT),
      );
      expect(removed).toBe(2);
      expect([kept, orphan, temporary].map(existsSync)).toEqual([true, false, false]);
      expect(foreign.map(existsSync)).toEqual([true, true]);
    }));

  it('sweeps an empty folder: the name of one whose sync failed must be made anew', () =>
    inFolder(async (directory) => {
      put(contentPath(directory, KEPT));
      put(contentPath(directory, ORPHAN));
      for (const empty of ['00', 'ff', 'other']) mkdirSync(join(directory, empty));
      await openFileStore(directory).sweep((sha256) => Promise.resolve(sha256 === KEPT));
      expect(readdirSync(directory).sort()).toEqual(['aa', 'other', 'tmp']);
    }));

  it('sweeps a folder that is not there yet, and makes the one for temporary files', () =>
    inFolder(async (directory) => {
      const files = join(directory, 'files');
      expect(await openFileStore(files).sweep(() => Promise.resolve(true))).toBe(0);
      expect(existsSync(temporaryDirectory(files))).toBe(true);
    }));
});
