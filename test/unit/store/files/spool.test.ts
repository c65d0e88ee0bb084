import type { FileHandle } from 'node:fs/promises';
import * as files from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { createSpool, SPOOL_MEMORY_BYTES, TURN_BYTES } from '../../../../src/store/files/spool.ts';

vi.mock('node:fs/promises', { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
});

/** A temporary file with any name. */
const PATH: unknown = expect.stringMatching(/^\/nowhere\/tmp\/[-0-9a-f]{36}$/);

/** Mocks a disk on which only the given number of writes succeed. */
function diskWithRoomFor(writes: number): void {
  let written = 0;
  const handle = {
    writeFile: () => {
      written += 1;
      return written <= writes ? Promise.resolve() : Promise.reject(new Error('ENOSPC'));
    },
    close: () => Promise.resolve(),
  };
  vi.mocked(files.open).mockResolvedValue(handle as unknown as FileHandle);
  vi.mocked(files.rm).mockResolvedValue();
}

function receive(incoming: Readable): Promise<unknown> {
  const spool = createSpool('/nowhere', { maxBytes: 2 * SPOOL_MEMORY_BYTES });
  return spool.receive({ incoming, announcedBytes: undefined });
}

const upload = (): Readable => Readable.from([Buffer.alloc(SPOOL_MEMORY_BYTES), Buffer.alloc(10)]);

it.each([0, 1])(
  'an upload fails with StoreUnavailable if the disk is full after %i writes',
  async (writes) => {
    diskWithRoomFor(writes);
    await expect(receive(upload())).rejects.toThrow(StoreUnavailable);
    expect(files.rm).toHaveBeenCalledWith(PATH, { force: true });
  },
);

it('an upload that fits on the disk is stored in a temporary file', async () => {
  diskWithRoomFor(2);
  const bytes = SPOOL_MEMORY_BYTES + 10;
  expect(await receive(upload())).toEqual({
    kind: 'disk',
    temporary: expect.stringMatching(/^[-0-9a-f]{36}$/) as unknown,
    bytes,
  });
});

it('an upload is reported as incomplete if the sender aborts', async () => {
  diskWithRoomFor(2);
  const incoming = new PassThrough();
  incoming.write(Buffer.alloc(10));
  setImmediate(() => incoming.destroy());
  expect(await receive(incoming)).toBe('brokenOff');
});

it('an upload leaves the event loop to others, however fast it arrives', async () => {
  let total = 0;
  function* chunks() {
    for (; total < 32; total += 1) yield Buffer.alloc(TURN_BYTES / 2);
  }
  const incoming = Readable.from(chunks(), { highWaterMark: 1 });
  const received = receive(incoming);
  const takenByTurn: number[] = [];
  while (total < 32) {
    await new Promise((resolve) => setImmediate(resolve));
    takenByTurn.push(total);
  }
  await received;
  const ofTurn = takenByTurn.map((count, turn) => count - (takenByTurn[turn - 1] ?? 0));
  // Two chunks fill the limit of a turn. Up to two more are read ahead.
  expect(Math.max(...ofTurn)).toBeLessThanOrEqual(4);
});

it("an upload's network buffers are freed unless they contain other data", async () => {
  const alone = Buffer.from(new TextEncoder().encode('alone').buffer);
  const more = Buffer.from(new TextEncoder().encode(' and more').buffer);
  const file = await receive(Readable.from([alone, more.subarray(0, 4)]));
  expect(file).toMatchObject({ kind: 'memory', bytes: 9 });
  const { buffer } = file as { buffer: SharedArrayBuffer };
  expect(Buffer.from(buffer, 0, 9).toString()).toBe('alone and');
  expect([alone.byteLength, more.toString()]).toEqual([0, ' and more']);
});
