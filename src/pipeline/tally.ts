import type { AccountNumber } from '../domain/parties/accounts.ts';
import { PAYMENTS_PER_PAGE } from '../domain/records/payment.ts';
import { SCHEMES, type FileInstrument } from '../domain/schemes/schemes.ts';
import { MAX_PENCE, type Pence } from '../shared/money.ts';
import type { LocalDate } from '../shared/time.ts';
import { Mixture } from './mixture.ts';
import { MAX_DEBTOR_SHARES, type GroupTally, type PaymentView, type Tally } from './types.ts';

interface Share {
  payments: number;
  totalPence: Pence;
}

type Group = GroupTally & { readonly debtors: Map<AccountNumber | null, Share> };

/**
 * Counts the valid payments of a file. Files are usually sorted or uniform, so each payment is
 * first compared with the group and the account of the previous one. Memory does not grow with the
 * number of payments.
 */
export class RunningTally implements Tally {
  payments = 0;
  totalPence: Pence = 0;
  exceedsMaximum = false;
  readonly groups: Group[] = [];
  firstDebtor: AccountNumber | null = null;
  firstOtherDebtor: number | null = null;
  readonly mixture: Mixture;
  debitReference = '';
  readonly pageOffsets: number[] = [];
  readonly pageHeaders: number[] = [];
  readonly #groups: Readonly<Record<FileInstrument, Map<LocalDate | null, Group>>> = {
    FPS: new Map(),
    CHAPS: new Map(),
    BACS: new Map(),
  };
  #shares = 0;
  #group: Group | undefined;
  #share: Share | undefined;
  #debtor: AccountNumber | null = null;

  /**
   * @param today the current day in London; earlier days are in the past
   */
  constructor(today: LocalDate) {
    this.mixture = new Mixture(today);
  }

  /** Counts a payment. Readers call this as their visitor. */
  readonly add = (payment: PaymentView): true => {
    const { amountPence, debtor } = payment;
    if (this.payments === 0) {
      this.firstDebtor = debtor;
      this.debitReference = payment.unstructured;
    } else if (this.firstOtherDebtor === null && debtor !== this.firstDebtor) {
      this.firstOtherDebtor = payment.index;
    }
    if (payment.index % PAYMENTS_PER_PAGE === 0) {
      this.pageOffsets.push(payment.start);
      if (payment.header !== undefined) this.pageHeaders.push(payment.header);
    }
    this.payments += 1;
    if (amountPence > MAX_PENCE - this.totalPence) this.exceedsMaximum = true;
    else this.totalPence += amountPence;

    const group = this.#groupOf(payment);
    group.payments += 1;
    group.totalPence += amountPence;
    const share = this.#shareOf(group, payment);
    if (share !== undefined) {
      share.payments += 1;
      share.totalPence += amountPence;
    }
    return true;
  };

  #groupOf(payment: PaymentView): Group {
    const { instrument, date } = payment;
    const last = this.#group;
    if (last?.instrument === instrument && last.date === date) return last;
    this.#share = undefined;
    const known = this.#groups[instrument].get(date);
    if (known !== undefined) {
      this.#group = known;
      return known;
    }
    const group: Group = {
      instrument,
      date,
      first: payment.index,
      payments: 0,
      totalPence: 0,
      debtors: new Map(),
    };
    this.groups.push(group);
    this.#groups[instrument].set(date, group);
    this.#group = group;
    return group;
  }

  #shareOf(group: Group, { index, debtor }: PaymentView): Share | undefined {
    if (this.#share !== undefined && this.#debtor === debtor) return this.#share;
    let share = group.debtors.get(debtor);
    if (share === undefined) {
      const instrument = SCHEMES[group.instrument].localInstrument;
      this.mixture.add({ index, instrument, date: group.date, debtor });
      if (this.#shares >= MAX_DEBTOR_SHARES) return undefined;
      share = { payments: 0, totalPence: 0 };
      group.debtors.set(debtor, share);
      this.#shares += 1;
    }
    this.#share = share;
    this.#debtor = debtor;
    return share;
  }
}
