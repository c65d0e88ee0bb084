import type { FilePayment } from '../records/payment.ts';

/**
 * The change of a payee since the previous file. `newPayee`: the name is new. `newAccount`: the
 * name is known, but no earlier payment to it went to this account.
 */
export type PayeeNews = 'newPayee' | 'newAccount';

type Payee = Pick<FilePayment, 'creditorName' | 'creditor'>;

/** The payees of an earlier file. For each name, it contains the accounts that were paid. */
export class KnownPayees {
  readonly #accounts = new Map<string, Set<string>>();

  remember({ creditorName, creditor }: Payee): void {
    const name = comparableName(creditorName);
    const known = this.#accounts.get(name);
    if (known === undefined) this.#accounts.set(name, new Set([creditor]));
    else known.add(creditor);
  }

  /**
   * Returns how a payee differs from the earlier payments. Returns null if that name was paid at
   * that account before. Names are compared loosely but accounts exactly, so that a new account is
   * never treated as known.
   */
  newsOf({ creditorName, creditor }: Payee): PayeeNews | null {
    const known = this.#accounts.get(comparableName(creditorName));
    if (known === undefined) return 'newPayee';
    return known.has(creditor) ? null : 'newAccount';
  }
}

/**
 * Returns a name in a form that can be compared: normalised, in lower case, with only letters,
 * marks and digits.
 */
export function comparableName(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
