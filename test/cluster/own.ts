import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';

/** Debian's user, whom all of it runs as. */
const POSTGRES = statSync('/var/lib/postgresql', { throwIfNoEntry: false });

/** A folder for that user alone. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  own(path);
  return path;
}

/** A file for that user alone. */
export function makeFile(path: string, text: string, mode = 0o600): string {
  writeFileSync(path, text);
  chmodSync(path, mode);
  own(path);
  return path;
}

function own(path: string): void {
  if (POSTGRES !== undefined) chownSync(path, POSTGRES.uid, POSTGRES.gid);
}
