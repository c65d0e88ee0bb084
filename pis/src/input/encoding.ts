import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { PisError } from '../rows/model.ts';
import type { Progress } from './source.ts';
import type { Encoding } from './text-format.ts';

/** Number of bytes of the beginning of a file that decide its format. */
const SAMPLE_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;
const UTF8_MARK = Buffer.from('\ufeff');
/** Maximum size of a file. */
const MAX_BYTES = 1024 ** 3;

/** Returns the first bytes of a file. Throws if it is no file or too large. */
export async function readStart(path: string): Promise<Buffer> {
  const facts = await stat(path).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new PisError(`${path} cannot be read: ${code}. Name an existing file.`, 2);
  });
  if (!facts.isFile()) throw new PisError(`${path} is not a file. Name a file.`, 2);
  if (facts.size > MAX_BYTES) {
    throw new PisError(`${path} has ${String(facts.size)} bytes. Split files above 1 GiB.`);
  }
  const file = await open(path);
  try {
    const start = Buffer.alloc(SAMPLE_BYTES);
    const { bytesRead } = await file.read(start, 0, SAMPLE_BYTES, 0);
    if (bytesRead === 0) throw new PisError(`${path} is empty. Expected a header and rows.`);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the encoding of a text file: by its byte order mark, else UTF-8 if it is valid. */
export async function encodingOf(path: string, start: Buffer): Promise<Encoding> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.includes(0)) {
    throw new PisError(
      `${path} contains zero bytes, so it is not a text file. Export it as CSV in UTF-8.`,
    );
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytesOf(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (cause) {
    if (cause instanceof TypeError) return 'windows-1252';
    throw cause;
  }
}

/** Returns true if a file begins with a byte order mark. UTF-16 is written with one. */
export function hasMark(start: Buffer, encoding: Encoding): boolean {
  return encoding.startsWith('utf-16') || start.subarray(0, 3).equals(UTF8_MARK);
}

/** Returns the text of a file in pieces, without its byte order mark. */
export async function* textOf(
  path: string,
  encoding: Encoding,
  progress?: Progress,
): AsyncGenerator<string, void> {
  const { size } = await stat(path);
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of bytesOf(path)) {
    read += chunk.length;
    progress?.(size === 0 ? 1 : read / size);
    const text = decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) {
      throw new PisError(`${path} contains zero bytes, so it is not a text file.`);
    }
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
}
