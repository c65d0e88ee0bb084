import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { expectDefined } from '../../shared/assert.ts';
import { parseAmount, type Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import {
  BACS_LAYOUTS,
  type BacsElement,
  type BacsLayout,
  type BacsMember,
  type BacsReportKind,
} from './bacs-report-layouts.ts';
import { quoted } from './value-types.ts';
import { XmlReader, type XmlElement } from './xml-reader.ts';

/** A credit in a report of Bacs. A member is null if the report does not contain it. */
export interface BacsItem {
  /** Position of the item in the report, counted from 0. */
  readonly position: number;
  /** The account that was to be credited. */
  readonly destination: AccountNumber | null;
  readonly originator: AccountNumber | null;
  readonly amount: Pence | null;
  /** Reference of the credit (Standard 18, columns 65–82), without trailing spaces. */
  readonly reference: string | null;
  readonly originalProcessingDate: LocalDate | null;
  /** Return code (ARUCS), reason code (AWACS), or type of the error such as `REJECTED` (input). */
  readonly code: string | null;
  readonly description: string | null;
  /** The account that future credits should use. Only in an AWACS. */
  readonly correctedAccount: AccountNumber | null;
  /** Description of an invalid value in the item. Null if it is well formed. */
  readonly problem: string | null;
}

export interface BacsReport {
  readonly kind: BacsReportKind;
  readonly serviceUserNumber: string | null;
  /** Serial number of the submission (VOL1). Only an input report contains it. */
  readonly submissionSerial: string | null;
  readonly processingDate: LocalDate | null;
  /** Rejected or amended credits (input), returned credits (ARUCS), or moved accounts (AWACS). */
  readonly items: readonly BacsItem[];
}

/** Maximum number of items of a report. All of them are kept in memory. */
const MAX_ITEMS = 100_000;

type Values = Map<BacsMember, string>;

/**
 * Reads a report of Bacs of the expected kind. Throws a DocumentError if it is no such report, or
 * if its items do not agree with its totals. An invalid value in an item becomes its `problem`.
 *
 * The names of elements and attributes are partly assumed: see `bacs-report-layouts.ts`. No public
 * description of ARUCS or AWACS contains a submission serial or the sequence of an item. A caller
 * matches an item by accounts, amount, reference and date, and must expect several matches.
 *
 * Reports may declare ISO-8859-1. They must consist of ASCII characters, as Standard 18 does.
 */
export async function readBacsReport(
  pieces: AsyncIterable<Uint8Array>,
  kind: BacsReportKind,
): Promise<BacsReport> {
  const reader = new BacsReportReader(kind);
  for await (const piece of pieces) reader.write(piece);
  return reader.end();
}

class BacsReportReader {
  readonly #kind: BacsReportKind;
  readonly #layout: BacsLayout;
  readonly #xml = new XmlReader(
    {
      open: (element) => this.#open(element),
      // All values are attributes.
      text: () => undefined,
      close: () => this.#close(),
    },
    { allowsAscii: true },
  );
  /** Paths of the open elements, the innermost one last. */
  readonly #paths: string[] = [];
  readonly #header: Values = new Map();
  readonly #items: BacsItem[] = [];
  #isFound = false;
  #account: Values = new Map();
  #item: Values | undefined;
  /** Number and sum of the items of the account. The sum is undefined if an amount is unknown. */
  #accountItems = 0;
  #accountSum: Pence | undefined = 0;

  constructor(kind: BacsReportKind) {
    this.#kind = kind;
    this.#layout = BACS_LAYOUTS[kind];
  }

  write(bytes: Uint8Array): void {
    this.#xml.write(bytes);
  }

  end(): BacsReport {
    this.#xml.end();
    if (!this.#isFound) {
      const message = `There is no ${this.#layout.root}. Expected a report of the kind ${this.#kind}.`;
      throw this.#xml.errorHere('kind', message);
    }
    const date = this.#header.get('processingDate');
    if (date !== undefined && !isDate(date)) {
      throw this.#xml.errorHere('value', `The processing date ${quoted(date)} is not a date.`);
    }
    return {
      kind: this.#kind,
      serviceUserNumber: this.#header.get('serviceUserNumber') ?? null,
      submissionSerial: this.#header.get('submissionSerial') ?? null,
      processingDate: date ?? null,
      items: this.#items,
    };
  }

  #open({ local, attributes }: XmlElement): void {
    const outer = this.#paths.at(-1);
    const path = outer === undefined ? local : `${outer}/${local}`;
    this.#paths.push(path);
    const { root, item, strict, elements } = this.#layout;
    if (path === root) this.#isFound = true;
    if (!path.startsWith(`${root}/`)) return;
    const inner = path.slice(root.length);
    const element = elements.get(inner);
    if (inner === item) this.#item = new Map();
    else if (inner === strict) {
      this.#account = new Map();
      this.#accountItems = 0;
      this.#accountSum = 0;
    } else if (element === undefined && outer === root + strict) {
      const message = `Found ${quoted(local)} in ${outer}. This element is unknown.`;
      throw this.#xml.errorHere('structure', message);
    }
    if (element !== undefined) this.#readAttributes(element, attributes);
  }

  #readAttributes(element: BacsElement, attributes: XmlElement['attributes']): void {
    const values = this.#valuesOf(element.scope);
    for (const [member, name] of Object.entries(element.attributes)) {
      const value = attributes[name]?.value.trim();
      if (value === undefined || value === '') continue;
      const earlier = values.get(member as BacsMember);
      if (earlier !== undefined && earlier !== value) {
        const message = `${name} occurs with the values ${quoted(earlier)} and ${quoted(value)}.`;
        throw this.#xml.errorHere('structure', message);
      }
      values.set(member as BacsMember, value);
    }
    if (element.scope === 'totals') this.#checkTotals(values);
  }

  #valuesOf(scope: BacsElement['scope']): Values {
    switch (scope) {
      case 'header':
        return this.#header;
      case 'account':
        return this.#account;
      case 'item':
        return expectDefined(this.#item, 'the item of the element');
      case 'totals':
        return new Map<BacsMember, string>();
    }
  }

  #close(): void {
    const path = this.#paths.pop();
    const { root, item } = this.#layout;
    if (path !== root + item || this.#item === undefined) return;
    if (this.#items.length >= MAX_ITEMS) {
      const message = `There are more than ${String(MAX_ITEMS)} items.`;
      throw this.#xml.errorHere('entry-count', message);
    }
    const values = new Map([...this.#account, ...this.#item]);
    const read = itemOf(values, this.#items.length, this.#layout.required);
    this.#item = undefined;
    this.#items.push(read);
    this.#accountItems += 1;
    if (this.#accountSum === undefined || read.amount === null) this.#accountSum = undefined;
    else this.#accountSum += read.amount;
  }

  /** Compares the items of an account with the totals that follow them. */
  #checkTotals(values: Values): void {
    const count = values.get('totalItems');
    if (count !== undefined && Number(count) !== this.#accountItems) {
      const message = `Totals says ${quoted(count)} items, but there are ${String(this.#accountItems)}.`;
      throw this.#xml.errorHere('count', message);
    }
    const total = values.get('totalAmount');
    if (total === undefined || this.#accountSum === undefined) return;
    if (parseAmount(total) !== this.#accountSum) {
      const message = `Totals says ${quoted(total)}, but the items are ${String(this.#accountSum)} pence.`;
      throw this.#xml.errorHere('sum', message);
    }
  }
}

function itemOf(values: Values, position: number, required: readonly BacsMember[]): BacsItem {
  const missing = required.filter((member) => !values.has(member));
  const problems = missing.map((member) => `The item has no value for ${member}.`);
  const date = values.get('originalProcessingDate') ?? null;
  if (date !== null && !isDate(date)) problems.push(`The date ${quoted(date)} is not valid.`);
  return {
    position,
    destination: accountOf(values, 'destinationSortCode', 'destinationNumber', problems),
    originator: accountOf(values, 'originatorSortCode', 'originatorNumber', problems),
    amount: amountOf(values, problems),
    reference: values.get('reference') ?? null,
    originalProcessingDate: date !== null && isDate(date) ? date : null,
    code: values.get('code') ?? null,
    description: values.get('description') ?? null,
    correctedAccount: accountOf(values, 'correctedSortCode', 'correctedNumber', problems),
    problem: problems[0] ?? null,
  };
}

function accountOf(
  values: Values,
  sortCodeMember: BacsMember,
  numberMember: BacsMember,
  problems: string[],
): AccountNumber | null {
  const sortCode = values.get(sortCodeMember);
  const number = values.get(numberMember);
  if (sortCode === undefined && number === undefined) return null;
  const account = `${(sortCode ?? '').replaceAll('-', '')} ${number ?? ''}`;
  if (/^\d{6} \d{8}$/.test(account)) return account.replace(' ', '');
  problems.push(`${quoted(account)} is not a valid account. Use 6 and 8 digits.`);
  return null;
}

function amountOf(values: Values, problems: string[]): Pence | null {
  const text = values.get('amount');
  if (text === undefined) return null;
  const currency = values.get('currency') ?? 'GBP';
  const amount = parseAmount(text);
  if (amount !== undefined && currency === 'GBP') return amount;
  problems.push(`${quoted(`${text} ${currency}`)} is not a valid amount in GBP.`);
  return null;
}

/** Returns true if the text is a date of the calendar such as `2026-11-24`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
