import { formatAmount, type Pence } from '../../src/shared/money.ts';
import type { LocalDate } from '../../src/shared/time.ts';
import {
  BAKERY,
  NEARLY_EMPTY,
  NORTHWIND,
  PAYROLL,
  TWO_APPROVALS,
} from '../helpers/payment-file.ts';

/** Accounts whose statements the stories touch. */
export const ACCOUNTS = [NORTHWIND, PAYROLL, NEARLY_EMPTY, BAKERY, TWO_APPROVALS] as const;

/** One line of a statement: whose, what, for which payment of which story, how much. */
export function entryOf(account: string, kind: string, reference: string, amount: string): string {
  return [account, kind, reference, amount].join(' | ');
}

/** An entry that may bear one date alone, the day in London. */
export function onDay(entry: string, day: LocalDate): string {
  return [entry, day].join(' | ');
}

/** What an account is debited. */
export interface Debit {
  readonly debtor: string;
  readonly reference: string;
  readonly pence: Pence;
}

/** A payment as far as statements tell of it. */
export interface Transferred extends Debit {
  readonly creditor: string;
  /** Why the scheme rejects it; undefined when it does not. */
  readonly reason?: string | undefined;
}

export function debitOf({ debtor, reference, pence }: Debit): string {
  return entryOf(debtor, 'debit', reference, formatAmount(-pence));
}

/** What comes back to the debtor, or in to a creditor of this bank. */
export function creditsOf({
  creditor,
  debtor,
  pence,
  reference,
  reason,
}: Transferred): readonly string[] {
  const amount = formatAmount(pence);
  if (reason !== undefined) {
    return [entryOf(debtor, 'returned-credit', `Returned ${reason} ${reference}`, amount)];
  }
  return creditor === BAKERY ? [entryOf(BAKERY, 'credit', reference, amount)] : [];
}

/** Entries that are to appear on statements and have not been seen there. */
export class Outstanding {
  /** How often each of them is to appear. */
  readonly #times = new Map<string, number>();
  /** Those that may appear, each once, and need not. */
  readonly #possible = new Set<string>();

  /** One that is missing; undefined when none is. */
  get first(): string | undefined {
    const [first] = this.#times.keys();
    return first;
  }

  add(entry: string): void {
    this.#times.set(entry, (this.#times.get(entry) ?? 0) + 1);
  }

  /** One that appears if a request was heard whose answer was lost, and that nobody can repeat. */
  allow(entry: string): void {
    this.#possible.add(entry);
  }

  /** Strikes an entry that is not to appear any more; false when it has appeared. */
  drop(entry: string): boolean {
    return this.#strike(entry);
  }

  /** Strikes an entry of that day once; false when it is not outstanding. */
  strike(entry: string, day: LocalDate): boolean {
    return this.#strike(onDay(entry, day)) || this.#strike(entry) || this.#possible.delete(entry);
  }

  #strike(entry: string): boolean {
    const times = this.#times.get(entry) ?? 0;
    if (times > 1) this.#times.set(entry, times - 1);
    else this.#times.delete(entry);
    return times > 0;
  }
}
