import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource, SpooledFile } from '../../domain/ports/files.ts';
import { NO_FILE, READ_PLAIN, temporaryPath } from './content.ts';

/** Bytes read at a time from a file on disk; what a reading keeps in memory. */
const WINDOW_BYTES = 1024 * 1024;

/** There is no file under the name: nothing, a folder, a link, a pipe. */
export class NoPlainFile extends Error {
  override readonly name = 'NoPlainFile';
}

/**
 * Opens a file to read it. Throws NoPlainFile where something else lies: a pipe would hold the
 * thread until somebody writes to it.
 */
export function openPlainFile(path: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, READ_PLAIN);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw NO_FILE.has(code) ? new NoPlainFile(`${path} is no file (${code}).`, { cause }) : cause;
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new NoPlainFile(`${path} is no file.`);
}

/** A file that is in memory. */
export function memorySource(memory: Uint8Array): ByteSource {
  return {
    bytes: memory.byteLength,
    windowBytes: memory.byteLength,
    memory,
    read(target, position) {
      const part = memory.subarray(position, position + target.byteLength);
      target.set(part);
      return part.byteLength;
    },
  };
}

/** Lends the bytes of a file on disk to `use`, window by window, and closes the file after it. */
export function withFileSource<Result>(
  path: string,
  use: (source: ByteSource) => Result,
  windowBytes = WINDOW_BYTES,
): Result {
  const descriptor = openPlainFile(path);
  try {
    return use({
      bytes: fstatSync(descriptor).size,
      windowBytes,
      memory: null,
      read: (target, position) => readSync(descriptor, target, 0, target.byteLength, position),
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Lends the bytes of an upload to `use`, wherever they lie. */
export function withSource<Result>(
  file: SpooledFile,
  filesDirectory: string,
  use: (source: ByteSource) => Result,
): Result {
  if (file.kind === 'disk') {
    return withFileSource(temporaryPath(filesDirectory, file.temporary), use);
  }
  return use(memorySource(new Uint8Array(file.buffer, 0, file.bytes)));
}

/** All bytes in their order, a window at a time; each piece is good until the next is asked for. */
export function* piecesOf(source: ByteSource): Iterable<Uint8Array> {
  if (source.memory !== null) {
    yield source.memory;
    return;
  }
  const window = Buffer.allocUnsafe(source.windowBytes);
  for (let position = 0; ;) {
    const read = source.read(window, position);
    if (read === 0) return;
    yield window.subarray(0, read);
    position += read;
  }
}

/** SHA-256 of all bytes, hex. */
export function hashSource(source: ByteSource): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(source)) hash.update(piece);
  return hash.digest('hex');
}
