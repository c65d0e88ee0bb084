import { formatPence, readAmount } from '../fields/amounts.ts';
import { readDate } from '../fields/dates.ts';
import { digitsOfAccount, type Account } from '../fields/accounts.ts';
import type { Problem, Read } from '../fields/result.ts';
import { SCHEME_LIMITS, SCHEMES, schemeCalled, type Scheme } from '../fields/schemes.ts';
import { readText, shown } from '../fields/texts.ts';
import { accountOf, type AccountColumns, type CellReports, type RowAccount } from './accounts.ts';
import { Ids } from './ids.ts';
import { letterOf } from '../mapping/mapping.ts';
import type { Field, Payment, Report, SourceRow } from './model.ts';
import type { Notation } from './survey.ts';
import type { Table } from './table.ts';

/** Values for all rows, and the way rows are read. */
export interface CheckOptions {
  /** The scheme of rows without one. */
  readonly scheme: Scheme;
  /** The debtor account of rows without one. */
  readonly debtor?: Account;
  /** The execution date of rows without one. */
  readonly date?: string;
  /** True to add zeros that a spreadsheet removed from sort codes and account numbers. */
  readonly padZeros: boolean;
  /** The day before which no payment can be executed. */
  readonly today: string;
}

/** Columns of the payee's account and of the payer's. */
const CREDITOR: AccountColumns = {
  ...{ account: 'account', iban: 'iban', sortCode: 'sort-code', number: 'account-number' },
};
const DEBTOR: AccountColumns = {
  ...{ account: 'debtor', sortCode: 'debtor-sort-code', number: 'debtor-account-number' },
};

/** Maximum lengths of texts in the standard. */
const LENGTHS = {
  name: 350,
  reference: 35,
  text: 140,
  'end-to-end-id': 35,
  'instruction-id': 35,
  'roll-number': 34,
} as const;

type TextField = keyof typeof LENGTHS;

/** Reads rows as payments and reports their faults. */
export class RowChecker {
  readonly #table: Table;
  readonly #notation: Notation;
  readonly #options: CheckOptions;
  readonly #report: Report;
  readonly #ids = new Ids();
  readonly #reports: CellReports;
  #faults = 0;
  /** Indexes of the hidden columns with a warning. */
  readonly #hidden = new Set<number>();

  constructor(table: Table, notation: Notation, options: CheckOptions, report: Report) {
    this.#table = table;
    this.#notation = notation;
    this.#options = options;
    this.#report = report;
    this.#reports = {
      take: (row, field, read) => this.#take(row, field, read),
      padded: (row, field, digits) => this.#warnPadded(row, field, digits),
      contradiction: (row, field) => {
        this.#fault(row, field, {
          code: 'account-contradiction',
          expected: 'the same account in all columns of the row',
          remedy: 'Ask the payee which account is right.',
        });
      },
    };
  }

  /** Returns the payment of a row, or undefined if the row has faults. */
  payment(row: SourceRow): Payment | undefined {
    this.#faults = 0;
    this.#checkCells(row);
    const name = this.#text(row, 'name');
    if (this.#table.text(row, 'name') === '') {
      this.#fault(row, 'name', missing('the name of the payee'));
    }
    const creditor = this.#creditor(row);
    const debtor = this.#debtor(row, creditor);
    const scheme = this.#scheme(row);
    const pence = this.#amount(row, scheme);
    const date = this.#date(row);
    const texts = this.#texts(row);
    const isComplete = creditor !== undefined && pence !== undefined && name !== undefined;
    if (this.#faults > 0 || !isComplete) return undefined;
    const payee = { ...creditor, name, ...optional('rollNumber', texts.rollNumber) };
    const base = {
      ...{ scheme, pence, creditor: payee },
      ...optional('debtor', debtor),
      ...optional('date', date),
      ...optional('reference', texts.reference),
      ...optional('text', texts.text),
    };
    const id = texts.instructionId ?? this.#idOf(base, texts.endToEndId);
    const endToEndId = texts.endToEndId ?? id;
    return { line: row.line, instructionId: id, endToEndId, ...base };
  }

  #idOf(payment: Omit<Payment, 'line' | 'instructionId' | 'endToEndId'>, endToEndId = ''): string {
    const { creditor, debtor, pence, scheme, date = '', reference = '', text = '' } = payment;
    const payer = debtor === undefined ? '' : digitsOfAccount(debtor);
    const payee = [digitsOfAccount(creditor), creditor.name, creditor.rollNumber ?? ''];
    const rest = [String(pence), scheme, date, reference, text, endToEndId];
    return this.#ids.of([payer, ...payee, ...rest]);
  }

  /** Reports hidden rows, cells without a column, and cells that the reader cannot read. */
  #checkCells(row: SourceRow): void {
    const { columns } = this.#table;
    const extra = row.cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== '');
    if (extra >= 0) {
      this.#faultIn(row, letterOf(extra), row.cells[extra] ?? '', {
        code: 'columns-extra',
        expected: `at most ${String(columns.length)} columns, as in the header`,
        remedy: 'Put texts that contain the delimiter in quotation marks.',
      });
    }
    for (const { column, found, ...problem } of row.broken ?? []) {
      const { name, field } = columns[column] ?? {};
      if (field !== undefined) this.#faultIn(row, name ?? letterOf(column), found, problem);
    }
    for (const column of row.hiddenColumns ?? []) this.#warnHidden(row, column);
    if (row.isHidden !== true) return;
    this.#fault(row, 'name', {
      code: 'row-hidden',
      expected: 'a row that the sheet shows: nobody may have seen this payment',
      remedy: 'Clear the filter and show the row, or delete it.',
    });
  }

  #creditor(row: SourceRow): Account | undefined {
    const { account, isNamed } = this.#accountOf(row, CREDITOR);
    const field = FIRST_OF_ACCOUNT.find((each) => this.#table.has(each)) ?? 'account';
    if (!isNamed) this.#fault(row, field, missing('the account of the payee'));
    return account;
  }

  #debtor(row: SourceRow, creditor: Account | undefined): Account | undefined {
    const { account, isNamed } = this.#accountOf(row, DEBTOR);
    const debtor = isNamed ? account : this.#options.debtor;
    const isSame =
      debtor !== undefined &&
      creditor !== undefined &&
      digitsOfAccount(debtor) === digitsOfAccount(creditor);
    if (isSame) {
      this.#faultIn(row, this.#table.nameOf('account'), creditor.identification, {
        code: 'account-own',
        expected: 'an account of another person',
        remedy: 'Remove the row: the payee is the payer.',
      });
    }
    return debtor;
  }

  #accountOf(row: SourceRow, columns: AccountColumns): RowAccount {
    const options = { pad: this.#options.padZeros, reports: this.#reports };
    return accountOf(this.#table, row, columns, options);
  }

  #amount(row: SourceRow, scheme: Scheme): number | undefined {
    const currency = this.#table.text(row, 'currency');
    if (currency !== '' && !['GBP', '£'].includes(currency.toUpperCase())) {
      this.#fault(row, 'currency', {
        code: 'currency-other',
        expected: 'GBP',
        remedy: 'Pay other currencies in another file.',
      });
    }
    const text = this.#table.text(row, 'amount');
    if (text === '') {
      this.#fault(row, 'amount', missing('an amount in pounds'));
      return undefined;
    }
    const pence = this.#take(row, 'amount', readAmount(text, this.#notation.decimal));
    const { maxPence } = SCHEME_LIMITS[scheme];
    if (pence === undefined || pence <= maxPence) return pence;
    this.#fault(row, 'amount', {
      code: 'amount-above-scheme',
      expected: `at most ${formatPence(maxPence)}, the maximum of ${scheme}`,
      remedy: 'Pay it by CHAPS, or divide it.',
    });
    return undefined;
  }

  #scheme(row: SourceRow): Scheme {
    const text = this.#table.text(row, 'scheme');
    const scheme = text === '' ? this.#options.scheme : schemeCalled(text);
    if (scheme !== undefined) return scheme;
    this.#fault(row, 'scheme', {
      code: 'scheme-unknown',
      expected: SCHEMES.join(', '),
      remedy: 'Correct the scheme, or remove the column with --map.',
    });
    return this.#options.scheme;
  }

  #date(row: SourceRow): string | undefined {
    const text = this.#table.text(row, 'date');
    if (text === '') return this.#options.date;
    const date = this.#take(row, 'date', readDate(text, this.#notation.dateOrder));
    if (date === undefined || date >= this.#options.today) return date;
    this.#fault(row, 'date', {
      code: 'date-past',
      expected: `${this.#options.today} or later`,
      remedy: 'Enter a later date.',
    });
    return undefined;
  }

  #texts(row: SourceRow) {
    return {
      reference: this.#text(row, 'reference'),
      text: this.#text(row, 'text'),
      endToEndId: this.#text(row, 'end-to-end-id'),
      instructionId: this.#text(row, 'instruction-id'),
      rollNumber: this.#text(row, 'roll-number'),
    };
  }

  #text(row: SourceRow, field: TextField): string | undefined {
    const written = this.#table.text(row, field);
    if (written === '') return undefined;
    const text = this.#take(row, field, readText(written, LENGTHS[field]));
    return text === '' ? undefined : text;
  }

  #take<Value>(row: SourceRow, field: Field, read: Read<Value>): Value | undefined {
    if ('value' in read) return read.value;
    this.#fault(row, field, read.problem);
    return undefined;
  }

  #warnPadded({ line }: SourceRow, field: Field, digits: string): void {
    this.#report({
      ...{ type: 'warning', code: 'zeros-added', line, column: this.#table.nameOf(field) },
      found: digits.replace(/^0+/, ''),
      expected: `${String(digits.length)} digits; ${digits} is used`,
      remedy: 'Compare the number with the invoice.',
    });
  }

  /** Warns of the first value in a column that is used and hidden. */
  #warnHidden({ line, cells }: SourceRow, column: number): void {
    const { name = letterOf(column), field } = this.#table.columns[column] ?? {};
    const found = cells[column] ?? '';
    if (field === undefined || found.trim() === '' || this.#hidden.has(column)) return;
    this.#hidden.add(column);
    this.#report({
      ...{ type: 'warning', code: 'column-hidden', line, column: name, found: shown(found) },
      expected: 'a column that the sheet shows',
      remedy: `Show it and check its values: they are used as ${field}.`,
    });
  }

  #fault(row: SourceRow, field: Field, problem: Problem): void {
    const isReported = row.broken?.some(
      ({ column }) => this.#table.columns[column]?.field === field,
    );
    if (isReported === true) return;
    this.#faultIn(row, this.#table.nameOf(field), this.#table.text(row, field), problem);
  }

  #faultIn({ line }: SourceRow, column: string, found: string, problem: Problem): void {
    const { code, expected, remedy } = problem;
    this.#faults += 1;
    this.#report({ type: 'fault', code, line, column, found: shown(found), expected, remedy });
  }
}

const FIRST_OF_ACCOUNT: readonly Field[] = ['account', 'iban', 'account-number'];

function missing(expected: string): Problem {
  return { code: 'missing', expected, remedy: 'Enter it, or remove the row.' };
}

/** Returns an object with a member, or without one if the value is undefined. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}
