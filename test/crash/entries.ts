import { formatAmount, type Pence } from '../../src/shared/money.ts';
import type { LocalDate } from '../../src/shared/time.ts';
import {
  BAKERY,
  NEARLY_EMPTY,
  NORTHWIND,
  PAYROLL,
  TWO_APPROVALS,
} from '../helpers/payment-file.ts';

/** Accounts whose statements contain the stories' entries. */
export const ACCOUNTS = [NORTHWIND, PAYROLL, NEARLY_EMPTY, BAKERY, TWO_APPROVALS] as const;

/** Formats an entry: the account, its kind, the reference of the payment, and the amount. */
export function entryOf(account: string, kind: string, reference: string, amount: string): string {
  return [account, kind, reference, amount].join(' | ');
}

/** Adds the only allowed date to an entry, the day in London. */
export function onDay(entry: string, day: LocalDate): string {
  return [entry, day].join(' | ');
}

/** A debit of an account. */
export interface Debit {
  readonly debtor: string;
  readonly reference: string;
  readonly pence: Pence;
}

/** The parts of a payment that appear on statements. */
export interface Transferred extends Debit {
  readonly creditor: string;
  /** The scheme's reason for a rejection. Undefined if it accepts. */
  readonly reason?: string | undefined;
}

export function debitOf({ debtor, reference, pence }: Debit): string {
  return entryOf(debtor, 'debit', reference, formatAmount(-pence));
}

/** Returns the credit: a return to the debtor, or a credit to a creditor at this bank. */
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

/** Expected entries that have not appeared on statements yet. */
export class Outstanding {
  /** Number of times that each entry must appear. */
  readonly #times = new Map<string, number>();
  /** Entries that may appear once, and need not. */
  readonly #possible = new Set<string>();

  /** Returns one missing entry. Undefined if there is none. */
  get first(): string | undefined {
    const [first] = this.#times.keys();
    return first;
  }

  add(entry: string): void {
    this.#times.set(entry, (this.#times.get(entry) ?? 0) + 1);
  }

  /** Allows an entry of a request whose response was lost and that cannot be repeated. */
  allow(entry: string): void {
    this.#possible.add(entry);
  }

  /** Removes an entry that must no longer appear. Returns false if it has appeared. */
  drop(entry: string): boolean {
    return this.#strike(entry);
  }

  /** Removes one occurrence of an entry on a day. Returns false if it is not expected. */
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
