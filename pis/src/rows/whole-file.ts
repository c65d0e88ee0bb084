import { digitsOfAccount } from '../fields/accounts.ts';
import { formatPence } from '../fields/amounts.ts';
import { SCHEME_LIMITS, type CutField } from '../fields/schemes.ts';
import { shown } from '../fields/texts.ts';
import type { Field, Payment, Report } from './model.ts';
import type { Table } from './table.ts';

const FIELD_OF: Readonly<Record<CutField, Field>> = {
  reference: 'reference',
  name: 'name',
  endToEndId: 'end-to-end-id',
};

/** A text that a scheme may cut, and its first line. */
interface Seen {
  readonly text: string;
  readonly line: number;
}

/** Compares the payments of a file: duplicates, texts that become equal, and mixed schemes. */
export class FileChecker {
  readonly #table: Table;
  readonly #report: Report;
  readonly #lines = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #cut = new Map<string, Seen>();
  #bacs: number | undefined;
  #other: number | undefined;
  /** Number of texts that arrive shorter than they are. */
  shortened = 0;

  constructor(table: Table, report: Report) {
    this.#table = table;
    this.#report = report;
  }

  /** Compares a payment with those before it. Returns false if it has a fault. */
  add(payment: Payment): boolean {
    // Derived ids differ by themselves.
    if (this.#table.has('instruction-id') && !this.#addId(payment)) return false;
    this.#addDuplicate(payment);
    const { reference, creditor, endToEndId } = payment;
    const payee = digitsOfAccount(creditor);
    if (reference !== undefined) this.#addCut(payment, 'reference', reference, payee);
    this.#addCut(payment, 'name', creditor.name, '');
    this.#addCut(payment, 'endToEndId', endToEndId, '');
    if (payment.scheme === 'BACS') this.#bacs ??= payment.line;
    else this.#other ??= payment.line;
    return true;
  }

  /** Reports the faults that only the whole file shows. */
  end(): void {
    if (this.#bacs === undefined || this.#other === undefined) return;
    this.#report({
      ...{ type: 'fault', code: 'schemes-mixed', line: Math.max(this.#bacs, this.#other) },
      column: this.#table.nameOf('scheme'),
      found: `BACS in line ${String(this.#bacs)}, another scheme in line ${String(this.#other)}`,
      expected: 'BACS for all payments of a file, or for none',
      remedy: 'Divide the file.',
    });
  }

  #addDuplicate({ line, creditor, pence, reference = '' }: Payment): void {
    const key = `${digitsOfAccount(creditor)} ${String(pence)} ${reference}`;
    const first = this.#lines.get(key);
    if (first === undefined) {
      this.#lines.set(key, line);
      return;
    }
    this.#report({
      ...{ type: 'warning', code: 'duplicate', line, column: this.#table.nameOf('amount') },
      found: `${formatPence(pence)} for ${shown(creditor.name)}, as in line ${String(first)}`,
      expected: 'each payment once',
      remedy: 'Remove the row, unless both are due.',
    });
  }

  /** Returns false if another payment has the id. */
  #addId({ line, instructionId }: Payment): boolean {
    const first = this.#ids.get(instructionId);
    if (first === undefined) {
      this.#ids.set(instructionId, line);
      return true;
    }
    this.#report({
      ...{ type: 'fault', code: 'id-repeated', line, column: this.#table.nameOf('instruction-id') },
      found: `${shown(instructionId)}, as in line ${String(first)}`,
      expected: 'an id of its own for each payment',
      remedy: 'Correct the id, or remove the column with --map.',
    });
    return false;
  }

  #addCut({ line, scheme }: Payment, field: CutField, text: string, owner: string): void {
    const length = SCHEME_LIMITS[scheme].characters[field];
    const characters = length !== undefined && text.length >= length ? [...text] : [];
    if (length === undefined || characters.length < length) return;
    if (characters.length > length) this.shortened += 1;
    const arrives = characters.slice(0, length).join('');
    const key = `${field} ${scheme} ${owner} ${arrives}`;
    const first = this.#cut.get(key);
    if (first === undefined) {
      this.#cut.set(key, { text, line });
      return;
    }
    if (first.text === text) return;
    this.#report({
      ...{ type: 'warning', code: 'equal-when-cut', line },
      column: this.#table.nameOf(FIELD_OF[field]),
      found: `"${shown(text)}" arrives as "${arrives}", like that of line ${String(first.line)}`,
      expected: `texts that differ in their first ${String(length)} characters (${scheme})`,
      remedy: 'Put the part that differs at the beginning.',
    });
  }
}
