import { unzipSync, zipSync, type Zippable } from 'fflate';
import type { CaseMember } from '../../domain/records/case-file.ts';

/** Maximum size of a case file that is read, in bytes. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/** Maximum number of members in a case file. */
const MAX_MEMBERS = 2000;

/** Time of each member. It is fixed, so that equal members give an equal archive. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Writes members as a ZIP archive that is not compressed. The same members give the same bytes. */
export function writeArchive(members: readonly CaseMember[]): Uint8Array {
  const files: Zippable = Object.fromEntries(members.map(({ name, bytes }) => [name, bytes]));
  return zipSync(files, { level: 0, mtime: FIXED_TIME });
}

/**
 * Reads an archive that `writeArchive` wrote. Returns undefined if it is none: a byte that belongs
 * to no member was changed, or the archive was written by another program.
 */
export function readArchive(archive: Uint8Array): readonly CaseMember[] | undefined {
  if (archive.byteLength > MAX_ARCHIVE_BYTES) return undefined;
  try {
    let members = 0;
    const files = unzipSync(archive, {
      filter: ({ compression }) => {
        members += 1;
        if (compression !== 0 || members > MAX_MEMBERS) throw new Error('Not a case file.');
        return true;
      },
    });
    const read = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
    return Buffer.from(writeArchive(read)).equals(archive) ? read : undefined;
  } catch {
    return undefined;
  }
}
