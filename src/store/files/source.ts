import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource, SpooledFile } from '../../domain/ports/files.ts';
import { NO_FILE_CODES, READ_REGULAR_FILE, temporaryPath } from './content.ts';

/** Size of the read buffer for a file on disk, in bytes. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Thrown if the path is not a regular file: it does not exist, or it is a folder, a link or a pipe.
 */
export class NotRegularFile extends Error {
  override readonly name = 'NoPlainFile';
}

/**
 * Opens a regular file for reading. Throws NotRegularFile for anything else, because opening a pipe
 * would block the thread until another process writes to it.
 */
export function openRegularFile(path: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, READ_REGULAR_FILE);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw NO_FILE_CODES.has(code)
      ? new NotRegularFile(`${path} is not a regular file (${code}).`, { cause })
      : cause;
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new NotRegularFile(`${path} is not a regular file.`);
}

/** Returns a byte source for a file in memory. */
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

/** Opens a file on disk, calls `use` with it as a byte source, and closes it. */
export function withFileSource<Result>(
  path: string,
  use: (source: ByteSource) => Result,
  windowBytes = WINDOW_BYTES,
): Result {
  const descriptor = openRegularFile(path);
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

/** Calls `use` with an upload as a byte source. The upload may be in memory or on disk. */
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

/**
 * Yields all bytes of a source in order, one buffer at a time. Each buffer is valid until the next
 * one is requested.
 */
export function* piecesOf(source: ByteSource): Iterable<Uint8Array> {
  if (source.memory !== null) {
    yield source.memory;
    return;
  }
  const window = Buffer.allocUnsafe(source.windowBytes);
  for (let position = 0; ;) {
    const bytesRead = source.read(window, position);
    if (bytesRead === 0) return;
    yield window.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Returns the SHA-256 of all bytes in hexadecimal. */
export function hashSource(source: ByteSource): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(source)) hash.update(piece);
  return hash.digest('hex');
}
