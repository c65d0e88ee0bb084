import type { DirectoryOrganisation, DirectorySoftware } from '../../domain/records/access.ts';
import { readDirectory } from './document.ts';

/**
 * Maximum number of database rows that one part of the directory creates. If a single piece of
 * software has more rows, its part exceeds this.
 */
export const MAX_ROWS_IN_PART = 200;

/** A parsed directory document that can be sent to another thread. Each part of it is JSON text. */
export interface PackedDirectory {
  readonly parts: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * Parses a directory document for another thread. Returns its parts or all its problems. It must be
 * called in a worker thread.
 */
export function packDirectory(
  text: string,
): PackedDirectory | { readonly problems: readonly string[] } {
  const parsed = readDirectory(text);
  if ('problems' in parsed) return parsed;
  return { leftOut: parsed.leftOut, parts: [...partsOf(parsed.organisations)] };
}

/**
 * The organisations in a directory document. They can be iterated once. One organisation may occur
 * several times, each time with other software.
 */
export interface DirectoryListing {
  readonly organisations: Iterable<DirectoryOrganisation>;
  readonly leftOut: readonly string[];
}

/** Returns the listing of a packed document. Each part is parsed when the iteration reaches it. */
export function unpackDirectory({ parts, leftOut }: PackedDirectory): DirectoryListing {
  return { organisations: organisationsOf(parts), leftOut };
}

function* organisationsOf(parts: readonly string[]): Generator<DirectoryOrganisation> {
  for (const part of parts) yield* JSON.parse(part) as DirectoryOrganisation[];
}

function* partsOf(organisations: Iterable<DirectoryOrganisation>): Generator<string> {
  let part: DirectoryOrganisation[] = [];
  let rows = 0;
  for (const piece of piecesOf(organisations)) {
    const more = 1 + rowsOf(piece.software);
    if (rows > 0 && rows + more > MAX_ROWS_IN_PART) {
      yield JSON.stringify(part);
      part = [];
      rows = 0;
    }
    part.push(piece);
    rows += more;
  }
  if (rows > 0) yield JSON.stringify(part);
}

/**
 * Yields the organisations. An organisation with much software is yielded several times, each time
 * with some of its software.
 */
function* piecesOf(
  organisations: Iterable<DirectoryOrganisation>,
): Generator<DirectoryOrganisation> {
  for (const organisation of organisations) {
    let software: DirectorySoftware[] = [];
    for (const item of organisation.software) {
      if (software.length > 0 && 1 + rowsOf(software) + rowsOf([item]) > MAX_ROWS_IN_PART) {
        yield { ...organisation, software };
        software = [];
      }
      software.push(item);
    }
    yield { ...organisation, software };
  }
}

function rowsOf(software: readonly DirectorySoftware[]): number {
  return software.reduce((rows, { certificates }) => rows + 1 + certificates.length, 0);
}
