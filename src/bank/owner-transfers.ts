import { z } from 'zod';
import { valueAt } from '../contract/faults.ts';
import { refuseRepeats } from '../contract/problems.ts';
import type { OwnerTransfer } from '../domain/parties/owners.ts';
import { expectDefined } from '../shared/assert.ts';
import { shorten } from '../shared/text.ts';

const name = z.string().min(1).max(64);

/**
 * The schema of `transfers` in the bank's file. Each transfer moves an account or a user to another
 * customer.
 */
export const transfersMember = z
  .array(
    z.strictObject({
      account: name.optional(),
      user: name.optional(),
      from: name,
      to: name,
    }),
  )
  .default([]);

/** The list in the file for each kind of transfer, and the name of the id field in that list. */
const LISTED = {
  account: ['accounts', 'number'],
  user: ['users', 'id'],
} as const satisfies Record<OwnerTransfer['kind'], readonly [string, string]>;

/**
 * Checks each transfer. It must name either an account or a user, and nothing may be transferred
 * twice. The file must list the account or user under the customer `to`, and `from` must be another
 * customer.
 */
export function checkTransfers(
  rowsOf: (part: string) => readonly unknown[] | undefined,
  context: z.core.$RefinementCtx,
): void {
  const rows = rowsOf('transfers') ?? [];
  const add = (path: readonly (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path: ['transfers', ...path], message });
  };
  for (const kind of ['account', 'user'] as const) {
    const ids = rows.map((row, index) => ({
      path: ['transfers', index, kind],
      value: valueAt(row, [kind]),
    }));
    refuseRepeats(ids, context);
  }
  for (const [index, row] of rows.entries()) {
    const [account, user, from, to] = ['account', 'user', 'from', 'to'].map((member) =>
      valueAt(row, [member]),
    );
    if ((account === undefined) === (user === undefined)) {
      add([index], 'Expected either account or user');
      continue;
    }
    if (from !== undefined && from === to)
      add([index, 'to'], 'Expected another customer than from');
    const kind = account === undefined ? 'user' : 'account';
    const id = account ?? user;
    const [part, member] = LISTED[kind];
    const listed = rowsOf(part)?.find((one) => valueAt(one, [member]) === id);
    if (typeof id !== 'string' || rowsOf(part) === undefined) continue;
    if (listed === undefined) add([index, kind], `${part} does not list ${shorten(id)}`);
    else if (valueAt(listed, ['customerId']) !== to) {
      add([index, 'to'], `Expected the customerId that ${part} has for ${shorten(id)}`);
    }
  }
}

/** Returns the transfers of a valid file. */
export function transfersOf(rows: z.output<typeof transfersMember>): readonly OwnerTransfer[] {
  return rows.map(({ account, user, from, to }) => {
    if (account !== undefined) return { kind: 'account', id: account, from, to };
    return { kind: 'user', id: expectDefined(user, 'the user of a transfer'), from, to };
  });
}
