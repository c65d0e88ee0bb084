import { quoted, scaledDecimal, SUM_DECIMALS } from './value-types.ts';
import type { SectionRecord } from './message-reader.ts';

/** Adds up the transactions of a message, to compare them with the totals in its header. */
export class ControlTotals {
  #transactions = 0;
  /** Sum of the amounts in units of 10^-SUM_DECIMALS, regardless of their currencies. */
  #sum = 0n;
  /** True if an amount could not be read. The sum is then unknown. */
  #isSumUnknown = false;
  readonly #currencies = new Set<string>();

  /** Counts a transaction with its amount, which is undefined if it has none or it is invalid. */
  add(amount: string | undefined, currency: string | undefined): void {
    this.#transactions += 1;
    if (amount === undefined || currency === undefined) this.#isSumUnknown = true;
    else {
      this.#sum += scaledDecimal(amount);
      if (this.#currencies.size < 2) this.#currencies.add(currency);
    }
  }

  /**
   * Describes the first difference from the number of transactions (NbOfTxs), the control sum
   * (CtrlSum) or the total (TtlRtrdIntrBkSttlmAmt) of a header. Sums are compared only if every
   * amount could be read. An answer with an unreadable amount has a `problem`.
   */
  differenceFrom(
    header: SectionRecord,
  ): { readonly code: 'count' | 'sum'; readonly message: string } | undefined {
    const { values, currency } = header;
    const count = values.get('transactions');
    if (count !== undefined && Number(count) !== this.#transactions) {
      const found = `The document contains ${String(this.#transactions)} transactions`;
      return { code: 'count', message: `${found}, but its header says ${count} (NbOfTxs).` };
    }
    if (this.#isSumUnknown) return undefined;
    const sum = values.get('controlSum');
    if (sum !== undefined && scaledDecimal(sum) !== this.#sum) {
      return { code: 'sum', message: this.#message('CtrlSum', sum) };
    }
    const total = values.get('total');
    if (total === undefined) return undefined;
    const name = 'TtlRtrdIntrBkSttlmAmt';
    if (scaledDecimal(total) !== this.#sum) {
      return { code: 'sum', message: this.#message(name, total) };
    }
    const other = [...this.#currencies].find((found) => found !== currency);
    if (other === undefined) return undefined;
    const message = `An amount is in ${quoted(other)}, but ${name} is in ${quoted(currency ?? '')}.`;
    return { code: 'sum', message };
  }

  #message(name: string, expected: string): string {
    return `The amounts add up to ${formatScaled(this.#sum)}, but ${name} is ${expected.trim()}.`;
  }
}

function formatScaled(sum: bigint): string {
  const digits = sum.toString().padStart(SUM_DECIMALS + 1, '0');
  const fraction = digits.slice(-SUM_DECIMALS).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -SUM_DECIMALS)}.${fraction}`;
}
