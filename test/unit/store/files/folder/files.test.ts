import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { ChecksummedFile } from '../../../../../src/domain/ports/files.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
} from '../../../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../../../src/domain/records/events.ts';
import {
  contentPath,
  PIECE_BYTES,
  temporaryDirectory,
} from '../../../../../src/store/files/content.ts';
import { openFileStore } from '../../../../../src/store/files/folder/files.ts';
import { VerifiedFiles } from '../../../../../src/store/files/folder/verified-reads.ts';
import { inFolder } from '../../../../contract/store/fixtures.ts';
import { makePipe } from '../../../../helpers/pipe.ts';

const KEPT = 'a'.repeat(64);
const ORPHAN = 'b'.repeat(64);

const ignore = (): void => undefined;

function put(path: string, content: string | Buffer = 'bytes'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe('what the start sweeps', () => {
  it('is temporary, or nobody keeps it, and nothing else', () =>
    inFolder(async (directory) => {
      const kept = put(contentPath(directory, KEPT));
      const orphan = put(contentPath(directory, ORPHAN));
      const temporary = put(join(temporaryDirectory(directory), 'upload-1'));
      const foreign = [put(join(directory, 'README')), put(join(directory, 'bb', 'notes.txt'))];
      // A folder with a file's name, and a file with a folder's, stopped the start.
      foreign.push(put(join(contentPath(directory, 'c'.repeat(64)), 'notes.txt')));
      foreign.push(put(join(directory, 'dd')));

      const store = openFileStore(directory, ignore);
      expect(await store.clear()).toBe(1);
      expect(await store.sweep((sha256) => Promise.resolve(sha256 === KEPT))).toBe(1);
      expect([kept, orphan, temporary].map(existsSync)).toEqual([true, false, false]);
      expect(foreign.map(existsSync)).toEqual([true, true, true, true]);
    }));

  it('is an empty folder too: the name of one whose sync failed must be made anew', () =>
    inFolder(async (directory) => {
      put(contentPath(directory, KEPT));
      put(contentPath(directory, ORPHAN));
      for (const empty of ['00', 'ff', 'other', 'tmp']) mkdirSync(join(directory, empty));
      await openFileStore(directory, ignore).sweep((sha256) => Promise.resolve(sha256 === KEPT));
      expect(readdirSync(directory).sort()).toEqual(['aa', 'other', 'tmp']);
    }));

  it('may be nothing: the folder for temporary files is made', () =>
    inFolder(async (directory) => {
      const files = join(directory, 'files');
      const store = openFileStore(files, ignore);
      expect(await store.clear()).toBe(0);
      expect(existsSync(temporaryDirectory(files))).toBe(true);
    }));
});

/** Files of this process that are open, where the operating system tells. */
function descriptors(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}

describe('a kept file that is given back', () => {
  const content = Buffer.alloc(2 * PIECE_BYTES + 100, 'payments');

  /** Keeps and seals the content, and gives it to `use`; afterwards no file is open. */
  function withChecksums(
    use: (given: {
      directory: string;
      path: string;
      checksummed: ChecksummedFile;
    }) => Promise<void>,
  ): Promise<void> {
    return inFolder(async (directory) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = put(contentPath(directory, sha256), content);
      const checksummed = new VerifiedFiles(directory, () => 0).checksum({
        sha256,
        bytes: content.length,
      });
      const before = descriptors();
      await use({ directory, path, checksummed });
      expect(descriptors()).toBe(before);
    });
  }

  it('is what was sealed, byte for byte', () =>
    withChecksums(async ({ directory, checksummed }) => {
      const stream = await openFileStore(directory, ignore).open(checksummed);
      expect((await buffer(stream)).equals(content)).toBe(true);
    }));

  it('is open before its first byte is asked for, and closed when nobody asks', () =>
    withChecksums(async ({ directory, path, checksummed }) => {
      const files = openFileStore(directory, ignore);
      const stream = await files.open(checksummed);
      rmSync(path);
      expect((await buffer(stream)).equals(content)).toBe(true);
      await expect(files.open(checksummed)).rejects.toThrow(StoredFileDamaged);
      put(path, content);
      await (await files.open(checksummed)).cancel();
      const begun = (await files.open(checksummed)).getReader();
      await begun.read();
      await begun.cancel();
    }));

  it.each([
    [
      'is changed',
      (path: string) => {
        writeFileSync(path, content.toString().replaceAll('n', 'N'));
      },
    ],
    [
      'loses its end',
      (path: string) => {
        truncateSync(path, PIECE_BYTES + 1);
      },
    ],
  ])('breaks off where it %s meanwhile, and that is told', (_, damage) =>
    withChecksums(async ({ directory, path, checksummed }) => {
      const events: ServiceEvent[] = [];
      const observe = (event: ServiceEvent): void => {
        events.push(event);
      };
      const reader = (await openFileStore(directory, observe).open(checksummed)).getReader();
      const first = await reader.read();
      expect(content.subarray(0, PIECE_BYTES).equals(first.value ?? Buffer.of())).toBe(true);
      damage(path);
      await expect(reader.read()).rejects.toThrow(StoredFileDamaged);
      expect(events).toMatchObject([{ kind: 'failure', what: 'sending a payment file' }]);
    }),
  );

  it('tells a file that cannot be opened from one that is gone', () =>
    inFolder(async (directory) => {
      const checksummed = { sha256: KEPT, bytes: 5, checksums: new Uint8Array(32) };
      const tooLong = `${directory}/${'n'.repeat(300)}`;
      await expect(open(tooLong)).rejects.toThrow('ENAMETOOLONG');
      const unopened = openFileStore(tooLong, ignore).open(checksummed);
      await expect(unopened).rejects.toThrow(StoreUnavailable);
      await expect(openFileStore(directory, ignore).open(checksummed)).rejects.toThrow(
        StoredFileDamaged,
      );
    }));

  it('is damaged where something else has taken the name of its folder', () =>
    inFolder(async (directory) => {
      put(dirname(contentPath(directory, KEPT)));
      const checksummed = { sha256: KEPT, bytes: 5, checksums: new Uint8Array(32) };
      const opened = openFileStore(directory, ignore).open(checksummed);
      await expect(opened).rejects.toThrow(StoredFileDamaged);
    }));

  it.each([
    [
      'a pipe',
      (path: string) => {
        makePipe(path);
      },
    ],
    [
      'a folder',
      (path: string) => {
        mkdirSync(path);
      },
    ],
    [
      'a link',
      (path: string) => {
        symlinkSync(put(`${path}.moved`, content), path);
      },
    ],
  ])('is damaged where %s has taken its name, and nothing is waited for', (_, damage) =>
    withChecksums(async ({ directory, path, checksummed }) => {
      rmSync(path);
      damage(path);
      const opened = openFileStore(directory, ignore).open(checksummed);
      await expect(opened).rejects.toThrow(StoredFileDamaged);
    }),
  );

  it('is named by its SHA-256 and by nothing else', () =>
    inFolder(async (directory) => {
      const checksummed = { sha256: '../../passwords', bytes: 5, checksums: new Uint8Array(32) };
      await expect(openFileStore(directory, ignore).open(checksummed)).rejects.toThrow('SHA-256');
    }));
});
