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

/** Two changes within one tick of the kernel's clock may look like one; 10 ms is the coarsest. */
const TICK_MS = 20;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/verify-`);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Every byte tells where it is. */
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

/** Changes one byte of a file where it lies. */
function changeByte(path: string, position: number): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, Buffer.from('x'), 0, 1, position);
  closeSync(descriptor);
}

/** Reads from a place on, in pieces of an odd size. */
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
  ['as large as is read whole', WHOLE_MAX_BYTES],
  ['larger', WHOLE_MAX_BYTES + 3 * PIECE_BYTES + 17],
] as const;

describe.each(SIZES)('a kept file that is %s', (_, bytes) => {
  const content = contentOf(bytes);

  it('is lent as it is, from any place on', () => {
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
  ])('is not lent when %s, before and after it was read', async (__, damage) => {
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

  it('is sealed piece by piece', () => {
    const { checksums } = new VerifiedFiles(folder, () => 0).checksum(put(content));
    expect(checksums).toHaveLength(Math.ceil(bytes / PIECE_BYTES) * CHECKSUM_BYTES);
    const last = content.subarray(bytes - (bytes % PIECE_BYTES || PIECE_BYTES));
    const expected = createHash('sha256').update(last).digest('hex');
    expect(Buffer.from(checksums.subarray(-CHECKSUM_BYTES)).toString('hex')).toBe(expected);
  });
});

describe.each(SIZES)('a kept file that is %s and rots without a trace', (_, bytes) => {
  const content = contentOf(bytes);

  /** Where every file looks alike from the outside, whatever becomes of it. */
  function blind() {
    const clock = { now: 0 };
    const files = new VerifiedFiles(
      folder,
      () => clock.now,
      () => 'as ever',
    );
    return { clock, files };
  }

  it('is looked at again within a minute', () => {
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

  it('gives no byte that was not uploaded, whatever is believed of it', () => {
    const { clock, files } = blind();
    const file = put(content);
    const readAll = (): Buffer => files.withFile(file, (source) => readFrom(source, 0, bytes));
    expect(readAll().equals(content)).toBe(true);
    changeByte(file.path, bytes - 2);
    files.trust(file);
    for (clock.now = 0; clock.now <= TRUSTED_MS; clock.now += TRUSTED_MS / 2) {
      // What is in memory may be used; what is read anew is found out.
      const given = outcomeOf(readAll);
      if (Buffer.isBuffer(given)) expect(given.equals(content)).toBe(true);
      else expect(given).toBeInstanceOf(StoredFileDamaged);
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

describe('a large file that is changed while it is lent', () => {
  const bytes = WHOLE_MAX_BYTES + 2 * PIECE_BYTES;
  const content = contentOf(bytes);

  it('gives no changed byte, and all of those that were not', () => {
    const verified = new VerifiedFiles(folder, () => 0);
    const file = put(content);
    verified.withFile(file, (source) => {
      changeByte(file.path, 3 * PIECE_BYTES + 5);
      const before = readFrom(source, 0, 3 * PIECE_BYTES);
      expect(before.equals(content.subarray(0, 3 * PIECE_BYTES))).toBe(true);
      expect(() => readFrom(source, 3 * PIECE_BYTES, 1)).toThrow(StoredFileDamaged);
      // Not the second time either.
      expect(() => readFrom(source, 3 * PIECE_BYTES, 1)).toThrow(StoredFileDamaged);
    });
  });
});
