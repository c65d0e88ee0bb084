import type { Pence } from '../../kernel/money.ts';
import type { LocalDate } from '../../kernel/time.ts';

/** What a payment takes of what its consent allows over time. */
export interface Spending {
  readonly pence: Pence;
  /** What all payments of the consent, this one with them, may come to. */
  readonly limits: readonly SpendingLimit[];
}

/** The most that payments of a consent, made on days in London and not rejected, may come to. */
export interface SpendingLimit {
  readonly first: LocalDate;
  /** The last day that counts. */
  readonly last: LocalDate;
  readonly maximumPence: Pence;
  /** The parameter of the consent that says so: its JSON path. */
  readonly path: string;
}

/** A limit that a payment would break. */
export interface ExceededLimit extends SpendingLimit {
  /** What was paid on its days already. */
  readonly spentPence: Pence;
}
