/**
 * Something that a customer owns: an account, identified by its number, or a user, identified by
 * its id.
 */
interface Owned {
  readonly kind: 'account' | 'user';
  readonly id: string;
}

/** An account or a user with the customer that owns it. */
export interface Owner extends Owned {
  readonly customerId: string;
}

/** An instruction in the bank's file to transfer an account or a user to another customer. */
export interface OwnerTransfer extends Owned {
  readonly from: string;
  readonly to: string;
}

/** The owners and the transfers that the bank's file contains. */
export interface OwnersInFile {
  readonly accounts: readonly { readonly number: string; readonly customerId: string }[];
  readonly users: readonly { readonly id: string; readonly customerId: string }[];
  readonly transfers?: readonly OwnerTransfer[];
}

/** A change of owner for which the bank's file contains no transfer. */
export interface OwnerConflict extends OwnerTransfer {
  /**
   * The file's transfer for the same account or user, if it names other customers. Null if there is
   * none.
   */
  readonly ordered: OwnerTransfer | null;
}

/**
 * Compares the owners in the bank's file with the stored ones. Returns the changes that match a
 * transfer in the file, and those that do not. A transfer that was applied before is not a change.
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
  const newOwners: readonly Owner[] = [
    ...accounts.map(({ number: id, customerId }) => ({ kind: 'account', id, customerId }) as const),
    ...users.map(({ id, customerId }) => ({ kind: 'user', id, customerId }) as const),
  ];
  for (const { kind, id, customerId: to } of newOwners) {
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
