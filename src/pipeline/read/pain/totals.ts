import { canonicalDecimal, formatAmount, MAX_PENCE } from '../../../shared/money.ts';
import type { Report, Values } from './read-element.ts';

/** The number and the total of the payments of a PmtInf or of a file. */
export class Totals {
  count = 0;
  /** Undefined if an amount cannot be read, or if the total is too large. */
  #pence: number | undefined = 0;

  add(pence: number | undefined): void {
    const total = (this.#pence ?? NaN) + (pence ?? NaN);
    this.#pence = total <= MAX_PENCE ? total : undefined;
    this.count += 1;
  }

  /** Compares NbOfTxs and CtrlSum of a header with the payments. */
  check(header: Values, report: Report): void {
    const count = header.get('NbOfTxs');
    if (count !== undefined && Number(count) !== this.count) {
      report(
        'fieldInvalid',
        `Found ${count}. There are ${String(this.count)} payments.`,
        'NbOfTxs',
      );
    }
    const sum = header.get('CtrlSum');
    if (sum === undefined || this.#pence === undefined) return;
    const total = formatAmount(this.#pence);
    if (canonicalDecimal(sum) === canonicalDecimal(total)) return;
    report('fieldInvalid', `Found ${sum}. The total of the payments is ${total}.`, 'CtrlSum');
  }
}
