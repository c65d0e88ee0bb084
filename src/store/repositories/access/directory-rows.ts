import type { DirectoryOrganisation, DirectorySoftware } from '../../../domain/records/access.ts';

/** Number of rows that one step compares with the directory, which takes a few milliseconds. */
export const ROWS_IN_STEP = 500;

/** Kinds of directory records that are stored in rows of their own. */
export type RowKind = 'organisation' | 'software' | 'certificate';

/** A change that makes a stored row equal to the directory. */
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
      /** The thumbprint of the certificate. */
      readonly id: string;
      readonly softwareId: string;
      readonly active: 0 | 1;
    }
  /**
   * A record that is no longer listed, or no longer active. If the same record has other changes,
   * this one is applied first.
   */
  | { readonly kind: 'shutOut'; readonly of: RowKind; readonly id: string };

/**
 * Order in which changes are applied. Withdrawals come first. Each row comes after the row that it
 * refers to.
 */
const ORDER = ['shutOut', 'organisation', 'software', 'certificate'] as const;

/** Sorts the changes into the order in which they must be applied. */
export function orderOf(changes: readonly RowChange[]): readonly RowChange[] {
  return ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/**
 * Returns true if a change concerns an organisation or software. A changed certificate is reported
 * with its software, and a revoked one in its own list.
 */
export function isNoCertificate(change: RowChange): boolean {
  return (change.kind === 'shutOut' ? change.of : change.kind) !== 'certificate';
}

/** Returns the ids of the changed rows, sorted and without duplicates. */
export function idsOf(changes: readonly RowChange[]): readonly string[] {
  return [...new Set(changes.map(({ id }) => id))].sort();
}

/** A record as listed in the directory. Software includes its certificates. */
export type ListedRow =
  | { readonly kind: 'organisation'; readonly listed: Omit<DirectoryOrganisation, 'software'> }
  | {
      readonly kind: 'software';
      readonly listed: DirectorySoftware;
      readonly organisationId: string;
    };

/**
 * Splits a directory into parts of about `ROWS_IN_STEP` rows. If the list contains an organisation
 * several times, it is returned once.
 */
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
    for (const item of software) {
      portion.push({ kind: 'software', listed: item, organisationId });
      rows += 1 + item.certificates.length;
    }
    rows += 1;
    if (rows < ROWS_IN_STEP) continue;
    yield portion;
    portion = [];
    rows = 0;
  }
  yield portion;
}

/** The ids of all listed records, by kind. */
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
