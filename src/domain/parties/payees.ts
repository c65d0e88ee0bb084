import type { FilePayment } from '../records/payment.ts';

/**
 * What is not as it was in the file before: a payee who was not in it, or an account to which none
 * of the payments to a payee of that name went.
 */
export type PayeeNews = 'newPayee' | 'newAccount';

type Payee = Pick<FilePayment, 'creditorName' | 'creditor'>;

/** The payees of a file, each by name with the accounts that were paid under it. */
export class KnownPayees {
  readonly #accounts = new Map<string, Set<string>>();

  add({ creditorName, creditor }: Payee): void {
    const name = comparable(creditorName);
    const known = this.#accounts.get(name);
    if (known === undefined) this.#accounts.set(name, new Set([creditor]));
    else known.add(creditor);
  }

  /**
   * What is new of a payee; null: that name was paid at that account. However names are compared,
   * an account that was not paid before is never taken for a known one.
   */
  newsOf({ creditorName, creditor }: Payee): PayeeNews | null {
    const known = this.#accounts.get(comparable(creditorName));
    if (known === undefined) return 'newPayee';
    return known.has(creditor) ? null : 'newAccount';
  }
}

/** A name as it is compared: without case, spaces, stops and accents' two spellings. */
function comparable(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
