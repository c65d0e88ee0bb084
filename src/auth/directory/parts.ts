import type { DirectoryOrganisation, DirectorySoftware } from '../../domain/records/access.ts';
import { readDirectory } from './document.ts';

/** Rows that a part of the directory has at most, but for one piece of software with more. */
export const MAX_ROWS_IN_PART = 200;

/** A document that was read, fit to go from one thread to another: parts of it, each as JSON. */
export interface PackedDirectory {
  readonly parts: readonly string[];
  readonly leftOut: readonly string[];
}

/** A document that was read, or everything that is wrong with it; for the thread that reads it. */
export function packDirectory(
  written: string,
): PackedDirectory | { readonly problems: readonly string[] } {
  const read = readDirectory(written);
  if ('problems' in read) return read;
  return { leftOut: read.leftOut, parts: [...partsOf(read.organisations)] };
}

/** What a document lists, once; an organisation may come in parts, each with other software. */
export interface DirectoryListing {
  readonly organisations: Iterable<DirectoryOrganisation>;
  readonly leftOut: readonly string[];
}

/** What was packed. Each part is read when it is asked for. */
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
      [part, rows] = [[], 0];
    }
    part.push(piece);
    rows += more;
  }
  if (rows > 0) yield JSON.stringify(part);
}

/** Organisations, those with much software several times, each time with some of it. */
function* piecesOf(
  organisations: Iterable<DirectoryOrganisation>,
): Generator<DirectoryOrganisation> {
  for (const organisation of organisations) {
    let software: DirectorySoftware[] = [];
    for (const one of organisation.software) {
      if (software.length > 0 && 1 + rowsOf(software) + rowsOf([one]) > MAX_ROWS_IN_PART) {
        yield { ...organisation, software };
        software = [];
      }
      software.push(one);
    }
    yield { ...organisation, software };
  }
}

function rowsOf(software: readonly DirectorySoftware[]): number {
  return software.reduce((rows, { certificates }) => rows + 1 + certificates.length, 0);
}
