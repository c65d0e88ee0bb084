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
