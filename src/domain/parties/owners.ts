/** An account by its number, or a user by its id. */
interface Owned {
  readonly kind: 'account' | 'user';
  readonly id: string;
}

/** Owner of an account or a user. */
export interface Owner extends Owned {
  readonly customerId: string;
}

/** A transfer of an account or a user to another customer, as ordered in the bank's file. */
export interface OwnerTransfer extends Owned {
  readonly from: string;
  readonly to: string;
}

/** Owners and transfers in the bank's file. */
export interface OwnersInFile {
  readonly accounts: readonly { readonly number: string; readonly customerId: string }[];
  readonly users: readonly { readonly id: string; readonly customerId: string }[];
  readonly transfers?: readonly OwnerTransfer[];
}

/** A change of owner in the bank's file that no transfer orders. */
export interface OwnerConflict extends OwnerTransfer {
  /**
   * The transfer in the file for this account or user that has other customers. Null if there is
   * none.
   */
  readonly ordered: OwnerTransfer | null;
}

/**
 * Compares the owners in the bank's file with the stored ones. Returns the changes with a matching
 * transfer in the file, and those without. A transfer that was applied before is not a change.
 *
 * @param recorded stored owners of the accounts and users in the file
 */
export function compareOwners(
  recorded: readonly Owner[],
  { accounts, users, transfers = [] }: OwnersInFile,
): { readonly transfers: readonly OwnerTransfer[]; readonly conflicts: readonly OwnerConflict[] } {
  const known = new Map(recorded.map((owner) => [keyOf(owner), owner.customerId]));
  const ordered = new Map(transfers.map((transfer) => [keyOf(transfer), transfer]));
  const [applied, conflicts]: [OwnerTransfer[], OwnerConflict[]] = [[], []];
  const given: readonly Owner[] = [
    ...accounts.map(({ number: id, customerId }) => ({ kind: 'account', id, customerId }) as const),
    ...users.map(({ id, customerId }) => ({ kind: 'user', id, customerId }) as const),
  ];
  for (const { kind, id, customerId: to } of given) {
    const from = known.get(keyOf({ kind, id }));
    if (from === undefined || from === to) continue;
    const change = { kind, id, from, to };
    const order = ordered.get(keyOf(change)) ?? null;
    if (order?.from === from && order.to === to) applied.push(change);
    else conflicts.push({ ...change, ordered: order });
  }
  return { transfers: applied, conflicts };
}

function keyOf({ kind, id }: Owned): string {
  return `${kind} ${id}`;
}
