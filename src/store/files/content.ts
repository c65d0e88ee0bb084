import { constants } from 'node:fs';

/** What a kept file is named by: the SHA-256 of its bytes, hex. */
export const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The name of a kept file below the place where files are kept, in 256 parts. Whoever keeps a file
 * and whoever sweeps files agree on this and nothing else.
 */
export function contentName(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Where the bytes of a file lie below a folder. */
export function contentPath(filesDirectory: string, sha256: string): string {
  return `${filesDirectory}/${contentName(sha256)}`;
}

/** A kept file that is sealed is looked at in pieces of so many bytes; the last may be shorter. */
export const PIECE_BYTES = 256 * 1024;

/** Bytes of the seal of a piece: its SHA-256. */
export const CHECKSUMMED_BYTES = 32;

/** The seal of a piece, counted from 0, among those of its file. */
export function checksumOf(seals: Uint8Array, piece: number): Uint8Array {
  return seals.subarray(piece * CHECKSUMMED_BYTES, (piece + 1) * CHECKSUMMED_BYTES);
}

/** Codes of errors where there is nothing under the name of a file, or something else. */
export const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** To read a file: without waiting for the other end of a pipe, and without following a link. */
export const READ_PLAIN = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** The folder for files that are not, or not yet, kept; emptied at every start. */
export function temporaryDirectory(filesDirectory: string): string {
  return `${filesDirectory}/tmp`;
}

/** Where a temporary file lies, by its name. */
export function temporaryPath(filesDirectory: string, name: string): string {
  return `${temporaryDirectory(filesDirectory)}/${name}`;
}
