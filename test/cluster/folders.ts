import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';

/** The user postgres on Debian. All programs of the cluster run as this user. */
const POSTGRES = statSync('/var/lib/postgresql', { throwIfNoEntry: false });

/** Creates a folder that only the user postgres can access. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  own(path);
  return path;
}

/** Creates a file that only the user postgres can access. */
export function makeFile(path: string, text: string, mode = 0o600): string {
  writeFileSync(path, text);
  chmodSync(path, mode);
  own(path);
  return path;
}

function own(path: string): void {
  if (POSTGRES !== undefined) chownSync(path, POSTGRES.uid, POSTGRES.gid);
}
