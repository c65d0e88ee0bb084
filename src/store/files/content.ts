import { constants } from 'node:fs';

/** Name of a stored file: the SHA-256 of its bytes in hexadecimal. */
export const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Returns the path of a stored file, relative to the files folder or the bucket prefix. The first
 * two characters of the name are the subfolder, so there are at most 256 subfolders. The code that
 * deletes orphaned files uses the same layout.
 */
export function contentName(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the path of a stored file in a folder. */
export function contentPath(filesDirectory: string, sha256: string): string {
  return `${filesDirectory}/${contentName(sha256)}`;
}

/**
 * Size of a piece of a file, in bytes. Each piece has its own checksum. The last piece may be
 * shorter.
 */
export const PIECE_BYTES = 256 * 1024;

/** Size of the checksum of a piece, which is its SHA-256, in bytes. */
export const CHECKSUM_BYTES = 32;

/** Returns the checksum of one piece. `piece` is its index in the file, from 0. */
export function checksumOf(checksums: Uint8Array, piece: number): Uint8Array {
  return checksums.subarray(piece * CHECKSUM_BYTES, (piece + 1) * CHECKSUM_BYTES);
}

/** Error codes that mean there is no regular file with this name. */
export const NO_FILE_CODES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/**
 * Flags that open a file for reading. They do not follow a symbolic link, and they do not wait for
 * the writer if the file is a pipe.
 */
export const READ_REGULAR_FILE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * Returns the folder for uploads that are not stored yet. The service empties it at every start.
 */
export function temporaryDirectory(filesDirectory: string): string {
  return `${filesDirectory}/tmp`;
}

/** Returns the path of a temporary file. */
export function temporaryPath(filesDirectory: string, name: string): string {
  return `${temporaryDirectory(filesDirectory)}/${name}`;
}
