import type { FilePayment } from '../records/payment.ts';

/**
 * Change of a payee since the previous file. `newPayee`: its name is new. `newAccount`: no earlier
 * payment to that name went to this account.
 */
export type PayeeNews = 'newPayee' | 'newAccount';

type Payee = Pick<FilePayment, 'creditorName' | 'creditor'>;

/** Payees of a file: the accounts that were paid, by name. */
export class KnownPayees {
  readonly #accounts = new Map<string, Set<string>>();

  add({ creditorName, creditor }: Payee): void {
    const name = comparable(creditorName);
    const known = this.#accounts.get(name);
    if (known === undefined) this.#accounts.set(name, new Set([creditor]));
    else known.add(creditor);
  }

  /**
   * Returns the change of a payee. Null if that name was paid at that account before. Names are
   * compared loosely, but accounts exactly, so that a new account is never treated as known.
   */
  newsOf({ creditorName, creditor }: Payee): PayeeNews | null {
    const known = this.#accounts.get(comparable(creditorName));
    if (known === undefined) return 'newPayee';
    return known.has(creditor) ? null : 'newAccount';
  }
}

/** Returns a name for comparison: normalised, lower case, only letters, marks and digits. */
function comparable(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
