import { existsSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ByteSource, StoredFile, SpooledFile } from '../../../src/domain/ports/files.ts';
import { StoredFileDamaged } from '../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { claimBucket } from '../../../src/store/files/s3/ownership.ts';
import { PIECE_BYTES, temporaryPath } from '../../../src/store/files/content.ts';
import { WHOLE_MAX_BYTES } from '../../../src/store/files/checksums.ts';
import { piecesOf } from '../../../src/store/files/source.ts';
import {
  contentOf,
  fileStoreOf,
  named,
  newThread,
  LOCATIONS,
  uploadOf,
  type TestLocation,
} from './locations.ts';

/** Small files are read as a whole, large ones in pieces with checksums. */
const SIZES = [
  ['small', 1000, 'memory'],
  ['of the largest size that is read as a whole', WHOLE_MAX_BYTES, 'memory'],
  ['large', WHOLE_MAX_BYTES + 3 * PIECE_BYTES + 17, 'disk'],
] as const;

function allOf(source: ByteSource): Buffer {
  // Each piece is valid until the next one is read.
  return Buffer.concat(Array.from(piecesOf(source), (piece) => Buffer.from(piece)));
}

/** Reads a file in a new thread. */
async function readIn(place: TestLocation, file: StoredFile): Promise<Buffer> {
  return newThread(place).withFiles([file], (verified) => verified.withFile(file, allOf));
}

/** Stores a file in a new thread. */
async function storeIn(
  place: TestLocation,
  content: Buffer,
  kind: SpooledFile['kind'] = 'memory',
): Promise<StoredFile> {
  const file = named(content);
  await newThread(place).store(uploadOf(content, kind, place), file.sha256);
  return file;
}

/** Changes one byte and keeps the length, so that only the content differs. */
function changed(content: Buffer, at: number): Buffer {
  const other = Buffer.from(content);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
}

describe.each(LOCATIONS)('payment files in %s', (_, open) => {
  test.each(SIZES)('that are %s are read back as they were uploaded', async (_, bytes, kind) => {
    const place = await open();
    const content = contentOf(bytes);
    const file = await storeIn(place, content, kind);
    expect((await readIn(place, file)).equals(content)).toBe(true);
    await newThread(place).check(file);
    const checksummed = await newThread(place).checksum(file);
    expect(checksummed).toMatchObject(file);
    const stream = await fileStoreOf(place).open(checksummed);
    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  test('are read from any position', async () => {
    const place = await open();
    const content = contentOf(WHOLE_MAX_BYTES + PIECE_BYTES);
    const file = await storeIn(place, content, 'disk');
    await newThread(place).withFiles([file], (verified) => {
      verified.withFile(file, (source) => {
        for (const position of [WHOLE_MAX_BYTES + 5, 7, PIECE_BYTES - 3]) {
          const target = Buffer.alloc(10);
          expect(source.read(target, position)).toBe(10);
          expect(target).toEqual(content.subarray(position, position + 10));
        }
      });
    });
  });

  test('can be stored repeatedly, also at the same time', async () => {
    const place = await open();
    const content = contentOf(1000);
    const keeping = Array.from({ length: 4 }, () => storeIn(place, content));
    const [file = named(content)] = await Promise.all(keeping);
    await storeIn(place, content);
    expect((await readIn(place, file)).equals(content)).toBe(true);
  });

  test('are sent only as far as the reader requests', async () => {
    const place = await open();
    const content = contentOf(WHOLE_MAX_BYTES);
    const file = await storeIn(place, content);
    const files = fileStoreOf(place);
    const checksummed = await newThread(place).checksum(file);
    await (await files.open(checksummed)).cancel();
    const reader = (await files.open(checksummed)).getReader();
    const { value } = await reader.read();
    expect(content.subarray(0, PIECE_BYTES).equals(value ?? Buffer.of())).toBe(true);
    await reader.cancel();
  });

  test('that were never stored are reported as damaged', async () => {
    const place = await open();
    const file = named(contentOf(1000));
    const thread = newThread(place);
    await expect((async () => thread.check(file))()).rejects.toThrow(StoredFileDamaged);
    await expect((async () => thread.checksum(file))()).rejects.toThrow(file.sha256);
    await expect(readIn(place, file)).rejects.toThrow(StoredFileDamaged);
    const checksums = new Uint8Array(32);
    await expect(fileStoreOf(place).open({ ...file, checksums })).rejects.toThrow(
      StoredFileDamaged,
    );
  });

  const DAMAGES: readonly [
    string,
    (place: TestLocation, file: StoredFile, content: Buffer) => Promise<void>,
  ][] = [
    [
      'have a changed byte',
      (place, { sha256 }, content) => place.change(sha256, changed(content, content.length - 1)),
    ],
    [
      'have lost their end',
      (place, { sha256 }, content) => place.change(sha256, content.subarray(0, -1)),
    ],
    [
      'have extra bytes at the end',
      (place, { sha256 }, content) => place.change(sha256, Buffer.concat([content, content])),
    ],
    ['are gone', (place, { sha256 }) => place.lose(sha256)],
  ];

  describe.each(DAMAGES)('that %s', (_, damage) => {
    test.each(SIZES)(
      'and are %s are never used until they are uploaded again',
      async (_, bytes, kind) => {
        const place = await open();
        const content = contentOf(bytes);
        const file = await storeIn(place, content, kind);
        const knowing = newThread(place);
        await knowing.check(file);
        await damage(place, file, content);
        for (const thread of [knowing, newThread(place)]) {
          await expect((async () => thread.check(file))()).rejects.toThrow(StoredFileDamaged);
          await expect((async () => thread.checksum(file))()).rejects.toThrow(StoredFileDamaged);
        }
        await expect(readIn(place, file)).rejects.toThrow(StoredFileDamaged);
        await storeIn(place, content, kind);
        await knowing.check(file);
        expect((await readIn(place, file)).equals(content)).toBe(true);
      },
    );
  });

  test('can be read although another one is damaged', async () => {
    const place = await open();
    const [good, bad] = [contentOf(1000), contentOf(1000, 1)];
    const [file, earlier] = [await storeIn(place, good), await storeIn(place, bad)];
    await place.lose(earlier.sha256);
    await newThread(place).withFiles([file, earlier], (verified) => {
      expect(() => verified.withFile(earlier, allOf)).toThrow(StoredFileDamaged);
      expect(verified.withFile(file, allOf).equals(good)).toBe(true);
    });
  });

  test('end the stream with an error if they change while they are sent, and the failure is reported', async () => {
    const place = await open();
    const content = contentOf(WHOLE_MAX_BYTES + 4 * PIECE_BYTES);
    const file = await storeIn(place, content, 'disk');
    const events: ServiceEvent[] = [];
    const checksummed = await newThread(place).checksum(file);
    const reader = (await fileStoreOf(place, events).open(checksummed)).getReader();
    await reader.read();
    await place.change(file.sha256, changed(content, content.length - 1));
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow(StoredFileDamaged);
    expect(events).toMatchObject([{ kind: 'failure', what: 'sending a payment file' }]);
  });

  test('have no other name than their SHA-256', async () => {
    const place = await open();
    const checksummed = { sha256: '../../passwords', bytes: 5, checksums: new Uint8Array(32) };
    await expect(fileStoreOf(place).open(checksummed)).rejects.toThrow('SHA-256');
  });

  test('stay when temporary files are deleted', async () => {
    const place = await open();
    const file = await storeIn(place, contentOf(1000));
    const left = temporaryPath(place.place.filesDirectory, 'left');
    writeFileSync(left, 'of an upload that broke off');
    expect(await fileStoreOf(place).clear()).toBe(1);
    expect(existsSync(left)).toBe(false);
    await newThread(place).check(file);
  });

  test('stay when orphaned files are deleted', async () => {
    const place = await open();
    const file = await storeIn(place, contentOf(1000));
    const files = fileStoreOf(place);
    const { bucket } = place.place;
    const owner = bucket === null ? null : 'one';
    if (bucket !== null) await claimBucket(bucket, { owner: 'one', isNew: true });
    expect(await files.sweep((sha256) => Promise.resolve(sha256 === file.sha256), owner)).toBe(0);
    await newThread(place).check(file);
  });

  test('can be removed, each one alone', async () => {
    const place = await open();
    const [file, other] = [
      await storeIn(place, contentOf(1000)),
      await storeIn(place, contentOf(1000, 2)),
    ];
    const files = fileStoreOf(place);
    const { bucket } = place.place;
    const owner = bucket === null ? null : 'one';
    if (bucket !== null) {
      await claimBucket(bucket, { owner: 'one', isNew: true });
      await expect(files.remove(file.sha256, 'two')).rejects.toThrow('is not marked');
    }
    await files.remove(file.sha256, owner);
    const check = Promise.resolve().then(() => newThread(place).check(file));
    await expect(check).rejects.toThrow(StoredFileDamaged);
    await newThread(place).check(other);
    await files.remove(file.sha256, owner);
  });
});
