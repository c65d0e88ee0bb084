/**
 * Where the bytes of a file lie below the data folder: by their SHA-256 (hex), in 256 folders.
 * The worker that keeps a file and the store that sweeps files agree on this and nothing else.
 */
export function contentPath(filesDirectory: string, sha256: string): string {
  return `${filesDirectory}/${sha256.slice(0, 2)}/${sha256}`;
}

/** A kept file that is sealed is looked at in pieces of so many bytes; the last may be shorter. */
export const PIECE_BYTES = 256 * 1024;

/** Bytes of the seal of a piece: its SHA-256. */
export const SEAL_BYTES = 32;

/** The folder for files that are not, or not yet, kept; emptied at every start. */
export function temporaryDirectory(filesDirectory: string): string {
  return `${filesDirectory}/tmp`;
}
