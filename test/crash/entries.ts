import { formatAmount, type Pence } from '../../src/shared/money.ts';
import type { LocalDate } from '../../src/shared/time.ts';
import {
  BAKERY,
  NEARLY_EMPTY,
  NORTHWIND,
  PAYROLL,
  TWO_APPROVALS,
} from '../helpers/payment-file.ts';

/** The accounts whose statements the campaign audits. */
export const ACCOUNTS = [NORTHWIND, PAYROLL, NEARLY_EMPTY, BAKERY, TWO_APPROVALS] as const;

/**
 * Formats a statement entry as a text: the account, the entry's kind, the payment's reference and
 * the amount.
 */
export function entryOf(account: string, kind: string, reference: string, amount: string): string {
  return [account, kind, reference, amount].join(' | ');
}

/** Adds to an entry's text the day in London on which it must appear. */
export function onDay(entry: string, day: LocalDate): string {
  return [entry, day].join(' | ');
}

/** A debit of an account. */
export interface Debit {
  readonly debtor: string;
  readonly reference: string;
  readonly pence: Pence;
}

/** The parts of a payment that its statement entries show. */
export interface Transferred extends Debit {
  readonly creditor: string;
  /**
   * The reason code with which the scheme rejects the payment. Undefined if it accepts the payment.
   */
  readonly reason?: string | undefined;
}

export function debitOf({ debtor, reference, pence }: Debit): string {
  return entryOf(debtor, 'debit', reference, formatAmount(-pence));
}

/**
 * Returns the credit entry of a payment. It is a return to the debtor if the scheme rejects the
 * payment, or the credit to a creditor at this bank.
 */
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

/** Reasons for which the schemes reject credits of the campaign. */
const REASONS = ['AC01', 'AC04', 'AC06'] as const;
const WITHOUT_REASON = 'Returned NARR ';

/** Statement entries that a story expects but that have not appeared yet. */
export class Outstanding {
  /** Number of times that each expected entry must still appear. */
  readonly #times = new Map<string, number>();
  /** Entries that may appear once but need not. */
  readonly #possible = new Set<string>();

  /**
   * Returns one of the expected entries that have not appeared. Returns undefined if none is left.
   */
  get first(): string | undefined {
    const [first] = this.#times.keys();
    return first;
  }

  /** Returns one of these entries, apart from credits that the scheme must reject. */
  get firstNotRejected(): string | undefined {
    return [...this.#times.keys()].find((entry) => !entry.includes(' | returned-credit | '));
  }

  add(entry: string): void {
    this.#times.set(entry, (this.#times.get(entry) ?? 0) + 1);
  }

  /**
   * Allows an entry to appear. Used for a request whose response was lost and that cannot be sent
   * again.
   */
  allow(entry: string): void {
    this.#possible.add(entry);
  }

  /**
   * Stops expecting an entry, because it must not appear any more. Returns false if it has already
   * appeared.
   */
  drop(entry: string): boolean {
    return this.#strike(entry);
  }

  /** Records that an entry appeared on a day. Returns false if it was not expected. */
  strike(entry: string, day: LocalDate): boolean {
    return this.#strike(onDay(entry, day)) || this.#strike(entry) || this.#possible.delete(entry);
  }

  /**
   * Records the return of a credit that a hub rejected. Its answer may come days after the debit,
   * and without a reason. Returns false if no rejection was expected.
   */
  strikeRejection(entry: string): boolean {
    const possible = entry.includes(WITHOUT_REASON)
      ? REASONS.map((reason) => entry.replace(WITHOUT_REASON, `Returned ${reason} `))
      : [entry];
    const expected = [...this.#times.keys()].find((key) =>
      possible.some((one) => key === one || key.startsWith(onDay(one, ''))),
    );
    return expected !== undefined && this.#strike(expected);
  }

  #strike(entry: string): boolean {
    const times = this.#times.get(entry) ?? 0;
    if (times > 1) this.#times.set(entry, times - 1);
    else this.#times.delete(entry);
    return times > 0;
  }
}
