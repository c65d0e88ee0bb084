/**
 * Where the bytes of a file lie below the data folder: by their SHA-256 (hex), in 256 folders.
 * The worker that keeps a file and the store that sweeps files agree on this and nothing else.
 */
export function contentPath(filesDirectory: string, sha256: string): string {
  return `${filesDirectory}/${sha256.slice(0, 2)}/${sha256}`;
}

/** The folder for files that are not, or not yet, kept; emptied at every start. */
export function temporaryDirectory(filesDirectory: string): string {
  return `${filesDirectory}/tmp`;
}
