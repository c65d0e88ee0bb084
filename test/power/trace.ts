import { closeSync, openSync, readSync } from 'node:fs';
import { assert } from '../../src/shared/assert.ts';

/** Kinds of operations, by the letters that shim.c writes for them. */
const KINDS = {
  c: 'create',
  w: 'write',
  t: 'truncate',
  m: 'makeFolder',
  r: 'rename',
  u: 'remove',
  F: 'fileSyncBegins',
  f: 'fileSyncEnds',
  D: 'folderSyncBegins',
  d: 'folderSyncEnds',
  A: 'answer',
  X: 'unmodelled',
} as const;

/** An operation of the service on its folder, or a response that it was about to send. */
export interface Operation {
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  readonly thread: number;
  /** Result of a sync: 0 if it succeeded. */
  readonly result: number;
  /** Offset of a write, or the new length of a truncated file. */
  readonly offset: number;
  readonly path: string;
  /** The bytes that were written, the response, or the new path after a rename. */
  readonly bytes: Buffer;
}

/** Number of bytes to read at once. An entry contains at most the bytes of one write. */
const CHUNK_BYTES = 16 * 1024 * 1024;

/** Number of bytes in an entry before its path. */
const HEAD_BYTES = 21;

/**
 * Returns the operations of a trace, in order. Ignores an incomplete last entry, which a kill may
 * leave.
 */
export function* readTrace(path: string): Generator<Operation> {
  for (const entry of entriesOf(path)) yield operationOf(entry);
}

/** Returns the entries of a trace, each without its length prefix. */
function* entriesOf(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    let held = Buffer.alloc(0);
    for (;;) {
      const read = Buffer.alloc(CHUNK_BYTES);
      const length = readSync(descriptor, read, 0, CHUNK_BYTES, null);
      if (length === 0) return;
      held = Buffer.concat([held, read.subarray(0, length)]);
      let at = 0;
      while (at + 4 <= held.length && at + 4 + held.readUInt32LE(at) <= held.length) {
        const end = at + 4 + held.readUInt32LE(at);
        yield held.subarray(at + 4, end);
        at = end;
      }
      held = held.subarray(at);
    }
  } finally {
    closeSync(descriptor);
  }
}

function operationOf(entry: Buffer): Operation {
  const letter = String.fromCharCode(entry.readUInt8(0));
  assert(letter in KINDS, `an entry of a kind that shim.c has: ${letter}`);
  const pathEnd = HEAD_BYTES + entry.readUInt32LE(17);
  return {
    kind: KINDS[letter as keyof typeof KINDS],
    thread: entry.readUInt32LE(1),
    result: entry.readInt32LE(5),
    offset: Number(entry.readBigUInt64LE(9)),
    path: entry.toString('utf8', HEAD_BYTES, pathEnd),
    bytes: entry.subarray(pathEnd),
  };
}

/**
 * Returns the interaction id in a response. The client chose the id, and the service repeats it.
 */
export function answeredId({ bytes }: Operation): string | undefined {
  return /x-fapi-interaction-id: ([0-9a-f-]+)/i.exec(bytes.toString('latin1'))?.[1];
}
