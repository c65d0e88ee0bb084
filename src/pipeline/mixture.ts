import type { AccountNumber } from '../domain/parties/accounts.ts';
import { SCHEMES } from '../domain/schemes/schemes.ts';
import type { LocalDate } from '../shared/time.ts';
import { MAX_DEBTOR_SHARES } from './types.ts';

/**
 * The values of one payment that decide if it may be in one file with others. A value is undefined
 * if it could not be read.
 */
export interface PaymentTraits {
  readonly index: number;
  /** The LocalInstrument code. Undefined if it is not a code of any known scheme. */
  readonly instrument: string | undefined;
  /**
   * The requested date. Null for a same-day payment. Undefined if the payment names an invalid
   * date.
   */
  readonly date: LocalDate | null | undefined;
  /** The account to debit. Null means that the customer chooses it. */
  readonly debtor: AccountNumber | null | undefined;
}

/** A value and the index of the first payment that has it. */
interface Occurrence<Value> {
  readonly value: Value;
  readonly index: number;
}

/**
 * Finds the first payment with a value, and the first later payment whose value conflicts with it.
 */
class ConflictFinder<Value> {
  first: Occurrence<Value> | undefined;
  other: Occurrence<Value> | undefined;
  readonly #areCompatible: (value: Value, firstValue: Value) => boolean;

  constructor(areCompatible: (value: Value, firstValue: Value) => boolean) {
    this.#areCompatible = areCompatible;
  }

  add(value: Value, index: number): void {
    if (this.first === undefined) this.first = { value, index };
    else if (!this.#areCompatible(value, this.first.value)) this.other ??= { value, index };
  }
}

/**
 * Finds payments that must not share a file (rules, 6.13 and 6.14). Of a payment with faults
 * of its own, the readable fields are included, so that one fault does not hide another. Payments
 * must be added in file order. A payment with the same values as an earlier one may be left out.
 */
export class Mixture {
  readonly #today: LocalDate;
  readonly instruments = new ConflictFinder<string>((one, other) => isBacs(one) === isBacs(other));
  /** Same-day payments conflict with future-dated ones. */
  readonly days = new ConflictFinder<LocalDate | null>(
    (one, other) => (one === null) === (other === null),
  );
  readonly bacsDays = new ConflictFinder<LocalDate | null>((one, other) => one === other);
  /** Index of the first payment that exceeds the maximum number of debited accounts, or null. */
  tooManyDebtors: number | null = null;
  readonly #dates = new Set<LocalDate | null>();
  readonly #shares = new Set<string>();

  constructor(today: LocalDate) {
    this.#today = today;
  }

  add({ index, instrument, date, debtor }: PaymentTraits): void {
    if (instrument !== undefined) this.instruments.add(instrument, index);
    if (date === undefined) return;
    this.#dates.add(date);
    // A past date of the consent is reported separately, so it does not count as a conflict here.
    if (date === null || date >= this.#today) this.days.add(date, index);
    if (instrument === undefined) return;
    if (isBacs(instrument)) this.bacsDays.add(date, index);
    if (debtor !== undefined) this.#debit([instrument, date, debtor].join(), index);
  }

  /** Returns true if any payment has a date in the past. */
  hasPastDate(): boolean {
    return [...this.#dates].some((date) => date !== null && date < this.#today);
  }

  #debit(share: string, index: number): void {
    if (this.#shares.size < MAX_DEBTOR_SHARES) this.#shares.add(share);
    else if (!this.#shares.has(share)) this.tooManyDebtors ??= index;
  }
}

function isBacs(instrument: string): boolean {
  return instrument === SCHEMES.BACS.localInstrument;
}
