import { decimalSignOf, isAmbiguousAmount, type DecimalSign } from '../fields/amounts.ts';
import { DATE_ORDERS, isSameInAllOrders, ordersOf, type DateOrder } from '../fields/dates.ts';
import { shown } from '../fields/texts.ts';
import type { Progress } from '../input/source.ts';
import type { Field, Finding, SourceRow } from './model.ts';
import type { Table } from './table.ts';

/** Notation of the amounts and dates of a file. */
export interface Notation {
  readonly decimal: DecimalSign;
  readonly dateOrder: DateOrder;
}

/** A place of the file that shows something. */
interface Example {
  readonly line: number;
  readonly text: string;
}

/** The notation of a file, and the reasons why it is not certain. */
export interface Survey {
  readonly notation: Notation;
  readonly findings: readonly Finding[];
}

/** Reads all rows to decide how amounts and dates are written. Options decide first. */
export async function survey(
  table: Table,
  given: Partial<Notation>,
  progress?: Progress,
): Promise<Survey> {
  const amounts = new AmountSigns();
  const dates = new DateEvidence();
  const isKnown = (value: unknown, field: Field): boolean =>
    value !== undefined || !table.has(field);
  const isDecided = isKnown(given.decimal, 'amount') && isKnown(given.dateOrder, 'date');
  if (!isDecided) {
    for await (const row of table.rows(progress)) {
      if (table.isTotal(row)) continue;
      amounts.add(exampleOf(table, row, 'amount'));
      dates.add(exampleOf(table, row, 'date'));
    }
  }
  const decimal = given.decimal === undefined ? amounts.result(table.nameOf('amount')) : {};
  const order = given.dateOrder === undefined ? dates.result(table.nameOf('date')) : {};
  return {
    notation: {
      decimal: given.decimal ?? decimal.value ?? '.',
      dateOrder: given.dateOrder ?? order.value ?? 'ymd',
    },
    findings: [decimal.finding, order.finding].filter((finding) => finding !== undefined),
  };
}

function exampleOf(table: Table, row: SourceRow, field: Field): Example {
  return { line: row.line, text: table.text(row, field) };
}

interface Result<Value> {
  readonly value?: Value;
  readonly finding?: Finding;
}

/** Collects the decimal signs of the amounts. */
class AmountSigns {
  readonly #first = new Map<DecimalSign, Example>();
  #ambiguous: Example | undefined;

  add(example: Example): void {
    const sign = decimalSignOf(example.text);
    if (sign !== undefined && !this.#first.has(sign)) this.#first.set(sign, example);
    if (sign === undefined && isAmbiguousAmount(example.text)) this.#ambiguous ??= example;
  }

  result(column: string): Result<DecimalSign> {
    const [first, second] = [...this.#first];
    if (second !== undefined && first !== undefined) {
      return {
        value: first[0],
        finding: {
          ...{ type: 'fault', code: 'decimal-mixed', column, line: second[1].line },
          found: `${quoted(second[1])}, but ${quoted(first[1])} in line ${String(first[1].line)}`,
          expected: 'one decimal sign in the whole column',
          remedy: 'Correct the amounts with the other sign, or pass --decimal point or comma.',
        },
      };
    }
    if (first !== undefined) return { value: first[0] };
    if (this.#ambiguous === undefined) return { value: '.' };
    return {
      finding: {
        ...{ type: 'fault', code: 'decimal-ambiguous', column, line: this.#ambiguous.line },
        found: `${quoted(this.#ambiguous)}, and no amount in the file shows its decimal sign`,
        expected: 'amounts with pence, for example 1250.00',
        remedy: 'Pass --decimal point or --decimal comma.',
      },
    };
  }
}

/** Collects the orders of year, month and day in which the dates exist. */
class DateEvidence {
  readonly #excludes = new Map<DateOrder, Example>();
  #example: Example | undefined;
  #ambiguous: Example | undefined;

  add(example: Example): void {
    if (example.text === '') return;
    const orders = ordersOf(example.text);
    // A text that is a date in no order is a fault of its own.
    if (orders.length === 0) return;
    this.#example ??= example;
    if (!isSameInAllOrders(example.text)) this.#ambiguous ??= example;
    for (const order of DATE_ORDERS) {
      if (!orders.includes(order) && !this.#excludes.has(order)) {
        this.#excludes.set(order, example);
      }
    }
  }

  result(column: string): Result<DateOrder> {
    const [order, ...others] = DATE_ORDERS.filter((each) => !this.#excludes.has(each));
    if (this.#example === undefined) return { value: 'ymd' };
    if (order === undefined) return { finding: this.#mixed(column) };
    if (others.length === 0 || this.#ambiguous === undefined) return { value: order };
    return {
      value: order,
      finding: {
        ...{ type: 'fault', code: 'date-order-ambiguous', column, line: this.#ambiguous.line },
        found: `${quoted(this.#ambiguous)}, and all dates in the file exist in several orders`,
        expected: 'dates with one meaning, for example 2026-12-01',
        remedy: 'Pass --date-order dmy (31/12/2026), mdy (12/31/2026) or ymd (2026-12-31).',
      },
    };
  }

  #mixed(column: string): Finding {
    const examples = [...new Set(this.#excludes.values())].slice(0, 2);
    const [first, second] = examples;
    return {
      ...{ type: 'fault', code: 'date-order-mixed', column, line: (second ?? first)?.line ?? 0 },
      found: examples.map((each) => `${quoted(each)} in line ${String(each.line)}`).join(', '),
      expected: 'one order of year, month and day in the whole column',
      remedy: 'Correct the dates of the other order, or pass --date-order to find them.',
    };
  }
}

function quoted({ text }: Example): string {
  return `"${shown(text)}"`;
}
