import type { AccountNumber } from '../domain/parties/accounts.ts';
import { SCHEMES } from '../domain/schemes/schemes.ts';
import type { LocalDate } from '../shared/time.ts';
import { MAX_DEBTOR_SHARES } from './types.ts';

/** As much of a payment as can be read, right or wrong; what cannot be is undefined. */
export interface Sighting {
  readonly index: number;
  /** Its LocalInstrument, of whatever scheme there is: of another nobody knows what was meant. */
  readonly instrument: string | undefined;
  /** The day asked for; null: the same day. Undefined also where the payment names a wrong one. */
  readonly date: LocalDate | null | undefined;
  /** Null: the account that the customer chooses. */
  readonly debtor: AccountNumber | null | undefined;
}

/** A value, and the first payment of the file that has it. */
interface Seen<Value> {
  readonly value: Value;
  readonly index: number;
}

/** The first payment that has a value, and the first whose value cannot stand beside that. */
class Beside<Value> {
  first: Seen<Value> | undefined;
  other: Seen<Value> | undefined;
  readonly #mayStand: (value: Value, beside: Value) => boolean;

  constructor(mayStand: (value: Value, beside: Value) => boolean) {
    this.#mayStand = mayStand;
  }

  see(value: Value, index: number): void {
    if (this.first === undefined) this.first = { value, index };
    else if (!this.#mayStand(value, this.first.value)) this.other ??= { value, index };
  }
}

/**
 * What stands side by side in a file, faulty payments included as far as they can be read: a fault
 * of one payment hides nothing that is wrong between the others (rules, 6.13 and 6.14). Is shown
 * the payments in their order; which need not be shown are those that are like one before.
 */
export class Mixture {
  readonly #today: LocalDate;
  readonly instruments = new Beside<string>((one, other) => isBacs(one) === isBacs(other));
  /** Same-day payments and future-dated ones. */
  readonly days = new Beside<LocalDate | null>((one, other) => (one === null) === (other === null));
  readonly bacsDays = new Beside<LocalDate | null>((one, other) => one === other);
  /** The first payment with which the file debits more accounts than it may, if one does. */
  tooManyDebtors: number | null = null;
  readonly #dates = new Set<LocalDate | null>();
  readonly #shares = new Set<string>();

  constructor(today: LocalDate) {
    this.#today = today;
  }

  see({ index, instrument, date, debtor }: Sighting): void {
    if (instrument !== undefined) this.instruments.see(instrument, index);
    if (date === undefined) return;
    this.#dates.add(date);
    // A day of the consent's that is over is told by itself, and stands beside any other.
    if (date === null || date >= this.#today) this.days.see(date, index);
    if (instrument === undefined) return;
    if (isBacs(instrument)) this.bacsDays.see(date, index);
    if (debtor !== undefined) this.#debit([instrument, date, debtor].join(), index);
  }

  /** Whether a payment is for a day that is over. */
  hasDayThatIsOver(): boolean {
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
