import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteSource, StoredFile } from '../../../../../src/domain/ports/files.ts';
import { StoredFileDamaged } from '../../../../../src/domain/ports/storage-errors.ts';
import {
  PIECE_BYTES,
  CHECKSUM_BYTES,
  contentPath,
} from '../../../../../src/store/files/content.ts';
import { TRUSTED_MS, VerifiedFiles } from '../../../../../src/store/files/folder/verified-reads.ts';
import { WHOLE_MAX_BYTES } from '../../../../../src/store/files/checksums.ts';

/**
 * Two changes within one tick of the kernel's clock may look the same. The longest tick is 10 ms.
 */
const TICK_MS = 20;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/verify-`);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns bytes that depend on their position. */
function contentOf(bytes: number): Buffer {
  const content = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at += 1) content[at] = (at ^ (at >> 8) ^ (at >> 16)) & 0xff;
  return content;
}

function put(content: Buffer): StoredFile & { readonly path: string } {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = contentPath(folder, sha256);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return { sha256, bytes: content.length, path };
}

/** Changes one byte of a file on disk. */
function changeByte(path: string, position: number): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, Buffer.from('x'), 0, 1, position);
  closeSync(descriptor);
}

/** Reads from a position, in pieces of an odd size. */
function readFrom(source: ByteSource, position: number, bytes: number): Buffer {
  const parts: Buffer[] = [];
  const end = position + bytes;
  for (let at = position; at < end;) {
    const part = Buffer.alloc(Math.min(70_001, end - at));
    const read = source.read(part, at);
    if (read === 0) break;
    parts.push(part.subarray(0, read));
    at += read;
  }
  return Buffer.concat(parts);
}

const SIZES = [
  ['small', 100_003],
  ['of the largest size that is read as a whole', WHOLE_MAX_BYTES],
  ['larger', WHOLE_MAX_BYTES + 3 * PIECE_BYTES + 17],
] as const;

describe.each(SIZES)('a stored file that is %s', (_, bytes) => {
  const content = contentOf(bytes);

  it('can be read from any position', () => {
    const verified = new VerifiedFiles(folder, () => 0);
    const file = put(content);
    for (const position of [0, 1, Math.floor(bytes / 2), bytes - 1, bytes]) {
      const read = verified.withFile(file, (source) => readFrom(source, position, bytes));
      expect(read.equals(content.subarray(position))).toBe(true);
    }
    expect(() => {
      verified.check(file);
    }).not.toThrow();
  });

  it.each([
    [
      'a byte was changed',
      (path: string) => {
        changeByte(path, bytes - 2);
      },
    ],
    [
      'its end is missing',
      (path: string) => {
        truncateSync(path, bytes - 1);
      },
    ],
    [
      'something follows it',
      (path: string) => {
        truncateSync(path, bytes + 1);
      },
    ],
    [
      'it is gone',
      (path: string) => {
        rmSync(path);
      },
    ],
    [
      'its folder is gone',
      (path: string) => {
        rmSync(dirname(path), { recursive: true });
      },
    ],
    [
      'a folder has its name',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('cannot be read if %s, whether or not it was read before', async (__, damage) => {
    for (const isReadBefore of [false, true]) {
      const verified = new VerifiedFiles(folder, () => 0);
      const file = put(content);
      if (isReadBefore) verified.check(file);
      await wait(TICK_MS);
      damage(file.path);
      const uses = [
        () => verified.withFile(file, (source) => readFrom(source, 0, bytes)),
        () => {
          verified.check(file);
        },
        () => verified.checksum(file),
      ];
      for (const use of uses) {
        expect(use).toThrow(StoredFileDamaged);
        expect(use).toThrow(file.sha256);
      }
      rmSync(file.path, { recursive: true, force: true });
    }
  });

  it('gets a checksum for each piece', () => {
    const { checksums } = new VerifiedFiles(folder, () => 0).checksum(put(content));
    expect(checksums).toHaveLength(Math.ceil(bytes / PIECE_BYTES) * CHECKSUM_BYTES);
    const last = content.subarray(bytes - (bytes % PIECE_BYTES || PIECE_BYTES));
    const expected = createHash('sha256').update(last).digest('hex');
    expect(Buffer.from(checksums.subarray(-CHECKSUM_BYTES)).toString('hex')).toBe(expected);
  });
});

describe.each(SIZES)('a stored file that is %s and changes without new timestamps', (_, bytes) => {
  const content = contentOf(bytes);

  /** Returns files that always look unchanged. */
  function blind() {
    const clock = { now: 0 };
    const files = new VerifiedFiles(
      folder,
      () => clock.now,
      () => 'as ever',
    );
    return { clock, files };
  }

  it('is verified again after a minute', () => {
    const { clock, files } = blind();
    const file = put(content);
    files.trust(file);
    changeByte(file.path, bytes - 2);
    const check = (): void => {
      files.check(file);
    };
    clock.now = TRUSTED_MS - 1;
    expect(check).not.toThrow();
    clock.now = TRUSTED_MS;
    expect(check).toThrow(StoredFileDamaged);
  });

  it('never yields changed bytes, even while it is trusted', () => {
    const { clock, files } = blind();
    const file = put(content);
    const readAll = (): Buffer => files.withFile(file, (source) => readFrom(source, 0, bytes));
    expect(readAll().equals(content)).toBe(true);
    changeByte(file.path, bytes - 2);
    files.trust(file);
    for (clock.now = 0; clock.now <= TRUSTED_MS; clock.now += TRUSTED_MS / 2) {
      // Bytes in memory may be used. Bytes that are read from the disk again are found to be
      // changed.
      const outcome = outcomeOf(readAll);
      if (Buffer.isBuffer(outcome)) expect(outcome.equals(content)).toBe(true);
      else expect(outcome).toBeInstanceOf(StoredFileDamaged);
    }
    expect(readAll).toThrow(StoredFileDamaged);
  });
});

function outcomeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('a large file that changes while it is read', () => {
  const bytes = WHOLE_MAX_BYTES + 2 * PIECE_BYTES;
  const content = contentOf(bytes);

  it('yields all unchanged bytes and no changed one', () => {
    const verified = new VerifiedFiles(folder, () => 0);
    const file = put(content);
    verified.withFile(file, (source) => {
      changeByte(file.path, 3 * PIECE_BYTES + 5);
      const before = readFrom(source, 0, 3 * PIECE_BYTES);
      expect(before.equals(content.subarray(0, 3 * PIECE_BYTES))).toBe(true);
      expect(() => readFrom(source, 3 * PIECE_BYTES, 1)).toThrow(StoredFileDamaged);
      // The second attempt fails too.
      expect(() => readFrom(source, 3 * PIECE_BYTES, 1)).toThrow(StoredFileDamaged);
    });
  });
});
