import type { DirectoryOrganisation, DirectorySoftware } from '../../../domain/records/access.ts';

/** Rows that are held against the directory in one step: some milliseconds. */
export const ROWS_IN_STEP = 500;

/** What of the directory has a row of its own. */
export type RowKind = 'organisation' | 'software' | 'certificate';

/** A row that is not as the directory lists it, and what it becomes. */
export type RowChange =
  | { readonly kind: 'organisation'; readonly id: string; readonly document: string }
  | {
      readonly kind: 'software';
      readonly id: string;
      readonly organisationId: string;
      readonly document: string;
    }
  | {
      readonly kind: 'certificate';
      /** Its thumbprint. */
      readonly id: string;
      readonly softwareId: string;
      readonly active: 0 | 1;
    }
  /** It is not listed any more, or no longer good: whatever else it becomes comes after that. */
  | { readonly kind: 'shutOut'; readonly of: RowKind; readonly id: string };

/** Who is shut out goes first; then each row after the one that it refers to. */
const ORDER = ['shutOut', 'organisation', 'software', 'certificate'] as const;

/** The changes in the order in which they can be made. */
export function orderOf(changes: readonly RowChange[]): readonly RowChange[] {
  return ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/** Certificates are told of by what becomes of them, and with their software. */
export function isNoCertificate(change: RowChange): boolean {
  return (change.kind === 'shutOut' ? change.of : change.kind) !== 'certificate';
}

/** Of what rows are changed; ascending, each once. */
export function idsOf(changes: readonly RowChange[]): readonly string[] {
  return [...new Set(changes.map(({ id }) => id))].sort();
}

/** A row as the directory lists it; software comes with its certificates. */
export type ListedRow =
  | { readonly kind: 'organisation'; readonly listed: Omit<DirectoryOrganisation, 'software'> }
  | {
      readonly kind: 'software';
      readonly listed: DirectorySoftware;
      readonly organisationId: string;
    };

/** The rows of a directory in portions; an organisation that comes in parts is a row once. */
export function* portionsOf(
  organisations: Iterable<DirectoryOrganisation>,
): Generator<readonly ListedRow[]> {
  const begun = new Set<string>();
  let portion: ListedRow[] = [];
  let rows = 0;
  for (const { software, ...listed } of organisations) {
    const { id: organisationId } = listed;
    if (!begun.has(organisationId)) portion.push({ kind: 'organisation', listed });
    begun.add(organisationId);
    for (const one of software) {
      portion.push({ kind: 'software', listed: one, organisationId });
      rows += 1 + one.certificates.length;
    }
    rows += 1;
    if (rows < ROWS_IN_STEP) continue;
    yield portion;
    [portion, rows] = [[], 0];
  }
  yield portion;
}

/** The ids that a directory lists, of each kind. */
export class ListedIds {
  readonly #ids = {
    organisation: new Set<string>(),
    software: new Set<string>(),
    certificate: new Set<string>(),
  };

  add(portion: readonly ListedRow[]): void {
    for (const row of portion) {
      this.#ids[row.kind].add(row.listed.id);
      if (row.kind === 'organisation') continue;
      for (const { thumbprint } of row.listed.certificates) this.#ids.certificate.add(thumbprint);
    }
  }

  has(kind: RowKind, id: string): boolean {
    return this.#ids[kind].has(id);
  }
}
