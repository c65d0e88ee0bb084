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

describe('the clean-up at the start', () => {
  it('deletes temporary and orphaned files and nothing else', () =>
    inFolder(async (directory) => {
      const kept = put(contentPath(directory, KEPT));
      const orphan = put(contentPath(directory, ORPHAN));
      const temporary = put(join(temporaryDirectory(directory), 'upload-1'));
      const foreign = [put(join(directory, 'README')), put(join(directory, 'bb', 'notes.txt'))];
      // Regression: a folder with a file's name, or a file with a folder's name, prevented the
      // start.
      foreign.push(put(join(contentPath(directory, 'c'.repeat(64)), 'notes.txt')));
      foreign.push(put(join(directory, 'dd')));

      const store = openFileStore(directory, ignore);
      expect(await store.clear()).toBe(1);
      expect(await store.sweep((sha256) => Promise.resolve(sha256 === KEPT), null)).toBe(1);
      expect([kept, orphan, temporary].map(existsSync)).toEqual([true, false, false]);
      expect(foreign.map(existsSync)).toEqual([true, true, true, true]);
    }));

  it('deletes empty folders, because a folder whose sync failed must be created again', () =>
    inFolder(async (directory) => {
      put(contentPath(directory, KEPT));
      put(contentPath(directory, ORPHAN));
      for (const empty of ['00', 'ff', 'other', 'tmp']) mkdirSync(join(directory, empty));
      await openFileStore(directory, ignore).sweep(
        (sha256) => Promise.resolve(sha256 === KEPT),
        null,
      );
      expect(readdirSync(directory).sort()).toEqual(['aa', 'other', 'tmp']);
    }));

  it('creates the folder for temporary files if it is missing', () =>
    inFolder(async (directory) => {
      const files = join(directory, 'files');
      const store = openFileStore(files, ignore);
      expect(await store.clear()).toBe(0);
      expect(existsSync(temporaryDirectory(files))).toBe(true);
    }));
});

/** Number of open files of this process, or 0 if the operating system does not report it. */
function descriptors(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}

describe('sending a stored file', () => {
  const content = Buffer.alloc(2 * PIECE_BYTES + 100, 'payments');

  /**
   * Stores the content with its checksums and passes them to `use`. Expects that all files are
   * closed afterwards.
   */
  function withChecksums(
    use: (parts: {
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

  it('returns the stored bytes', () =>
    withChecksums(async ({ directory, checksummed }) => {
      const stream = await openFileStore(directory, ignore).open(checksummed);
      expect((await buffer(stream)).equals(content)).toBe(true);
    }));

  it('opens the file before the first byte is read, and closes it when the reader cancels', () =>
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
  ])('ends with an error if the file %s meanwhile, and reports the failure', (_, damage) =>
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

  it('distinguishes a file that cannot be opened from a missing one', () =>
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

  it("reports a damaged file if its folder's name belongs to a file", () =>
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
  ])('reports a damaged file if %s has its name, without blocking', (_, damage) =>
    withChecksums(async ({ directory, path, checksummed }) => {
      rmSync(path);
      damage(path);
      const opened = openFileStore(directory, ignore).open(checksummed);
      await expect(opened).rejects.toThrow(StoredFileDamaged);
    }),
  );

  it('accepts no other name than a SHA-256', () =>
    inFolder(async (directory) => {
      const checksummed = { sha256: '../../passwords', bytes: 5, checksums: new Uint8Array(32) };
      await expect(openFileStore(directory, ignore).open(checksummed)).rejects.toThrow('SHA-256');
    }));
});
