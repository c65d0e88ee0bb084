import type { AnswerSlice, DeliveredAnswer } from '../../domain/schemes/answers.ts';
import type { BacsReport, BacsTotals } from '../../domain/schemes/bacs-reports.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { isDate } from '../../shared/time.ts';
import { itemOf, penceOf, type BacsValues } from './bacs-items.ts';
import {
  BACS_LAYOUTS,
  type BacsElement,
  type BacsLayout,
  type BacsMember,
} from './bacs-layouts.ts';
import type { DocumentError, DocumentErrorCode } from './document-error.ts';
import { quoted } from './value-types.ts';
import { XmlReader, type XmlElement } from './xml-reader.ts';

/** Maximum number of items of a report. The caller keeps a part of each in memory. */
const MAX_ITEMS = 100_000;

/** Name of the root element of a report. */
export const BACS_ROOT = 'BACSDocument';

/** Values that may be empty, because columns of a record may be blank. */
const MAY_BE_EMPTY: ReadonlySet<BacsMember> = new Set<BacsMember>(['reference', 'name']);

/** Counts and adds up credits. The sum is null if an amount could not be read. */
interface Counter {
  credits: number;
  pence: Pence | null;
}

const counter = (): Counter => ({ credits: 0, pence: 0 });

/**
 * Reads a report of Bacs in the layouts of `bacs-layouts.ts`. An invalid value in an item of an
 * ARUCS or an AWACS becomes the `problem` of its answer. In an input report, which decides about
 * all credits of a submission, and everywhere else it throws a DocumentError.
 */
export class BacsReader {
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
  readonly #header: BacsValues = new Map();
  #layout: BacsLayout | undefined;
  #account: BacsValues = new Map();
  #accountItems = counter();
  #isTotalled = false;
  #item: BacsValues | undefined;
  #itemFault: string | null = null;
  #answers: DeliveredAnswer[] = [];
  #position = 0;
  readonly #listedRejected = counter();
  readonly #totals = { accepted: counter(), rejected: counter() };

  /** Number of answers that have been read and not taken. */
  get size(): number {
    return this.#answers.length;
  }

  write(bytes: Uint8Array): void {
    this.#xml.write(bytes);
  }

  /** Ends the report. Throws a DocumentError if it is incomplete or disagrees with its totals. */
  end(): void {
    this.#xml.end();
    if (this.#layout === undefined) {
      const names = BACS_LAYOUTS.map(({ root }) => root).join(', ');
      throw this.#error('kind', `There is no report in ${BACS_ROOT}/Data. Supported are ${names}.`);
    }
    this.#requireHeader();
    if (this.#layout.kind === 'input report') this.#checkSubmission();
  }

  take(count: number, isLast: boolean): AnswerSlice {
    const { kind, id } = expectDefined(this.#layout, 'the kind of the report');
    return {
      header: { kind, id: id.map((member) => this.#header.get(member) ?? '').join('-') },
      groups: [],
      answers: this.#answers.splice(0, count),
      report: null,
      isLast,
      bacs: this.#report(isLast && kind === 'input report'),
    };
  }

  #report(isComplete: boolean): BacsReport {
    const { accepted, rejected } = this.#totals;
    const submission = {
      serial: this.#header.get('serial') ?? '',
      processingDay: this.#header.get('date') ?? '',
      accepted: accepted as BacsTotals,
      rejected: rejected as BacsTotals,
    };
    return {
      serviceUserNumber: this.#header.get('serviceUserNumber') ?? '',
      submission: isComplete ? submission : null,
    };
  }

  #open({ uri, local, attributes }: XmlElement): void {
    const outer = this.#paths.at(-1);
    // An element of a namespace has no path of a layout.
    const name = uri === '' ? local : `{${uri}}${local}`;
    const path = outer === undefined ? name : `${outer}/${name}`;
    this.#paths.push(path);
    if (outer === undefined && path !== BACS_ROOT) {
      throw this.#error('kind', `Found ${quoted(name)} instead of ${BACS_ROOT}.`);
    }
    if (outer === `${BACS_ROOT}/Data`) this.#openReport(name);
    const inner = this.#innerPath(path);
    if (this.#layout === undefined || inner === null) return;
    const { item, account, strict, elements } = this.#layout;
    const element = elements.get(inner);
    if (inner === item) {
      if (this.#isTotalled) throw this.#error('structure', 'An item follows the totals.');
      this.#requireHeader();
      this.#item = new Map();
      this.#itemFault = null;
    } else if (inner === account) {
      this.#account = new Map();
      this.#accountItems = counter();
      this.#isTotalled = false;
    } else if (element === undefined && this.#innerPath(outer ?? '') === strict) {
      throw this.#error('structure', `Found ${quoted(name)} in ${outer ?? ''}. It is unknown.`);
    }
    if (element !== undefined) this.#readAttributes(element, attributes);
  }

  #openReport(name: string): void {
    if (this.#layout !== undefined) {
      throw this.#error('structure', 'There is more than one report. Send one at a time.');
    }
    this.#layout = BACS_LAYOUTS.find(({ root }) => root === name);
    if (this.#layout === undefined) {
      const names = BACS_LAYOUTS.map(({ root }) => root).join(', ');
      throw this.#error('kind', `Data contains ${quoted(name)}. Supported are ${names}.`);
    }
  }

  /** Returns a path relative to the element of the report. Null for an element outside of it. */
  #innerPath(path: string): string | null {
    const root = `${BACS_ROOT}/Data/${this.#layout?.root ?? ''}`;
    if (path === root) return '';
    return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
  }

  #readAttributes(
    { scope, attributes }: BacsElement,
    xmlAttributes: XmlElement['attributes'],
  ): void {
    const values = this.#valuesOf(scope);
    for (const [written, name] of Object.entries(attributes)) {
      const member = written as BacsMember;
      const value = xmlAttributes[name]?.value.trim();
      if (value === undefined || (value === '' && !MAY_BE_EMPTY.has(member))) continue;
      const earlier = values.get(member);
      if (earlier !== undefined && earlier !== value) {
        const message = `${name} occurs with the values ${quoted(earlier)} and ${quoted(value)}.`;
        if (scope !== 'item') throw this.#error('structure', message);
        this.#itemFault ??= message;
      }
      values.set(member, value);
    }
    if (scope === 'totals') this.#checkTotals(values);
    if (scope === 'accepted' || scope === 'rejected') this.#addTotals(scope, values);
  }

  #valuesOf(scope: BacsElement['scope']): BacsValues {
    if (scope === 'header') return this.#header;
    if (scope === 'account') return this.#account;
    if (scope === 'item') return expectDefined(this.#item, 'the item of the element');
    return new Map();
  }

  #close(): void {
    const inner = this.#innerPath(this.#paths.pop() ?? '');
    if (this.#layout === undefined || inner === null) return;
    if (inner === this.#layout.account && !this.#isTotalled) {
      throw this.#error('structure', 'The totals of an account are missing.');
    }
    if (inner === this.#layout.item) this.#endItem(this.#layout);
  }

  #endItem(layout: BacsLayout): void {
    if (this.#position >= MAX_ITEMS) {
      const message = `There are more than ${String(MAX_ITEMS)} items. Send several reports.`;
      throw this.#error('entry-count', message);
    }
    const values = new Map([...this.#account, ...expectDefined(this.#item, 'the item')]);
    this.#item = undefined;
    const place = {
      position: this.#position,
      reportId: this.take(0, false).header.id,
      date: this.#header.get('date') ?? '',
    };
    const answer = itemOf(values, layout, place, this.#itemFault);
    if (answer.problem !== null && layout.kind === 'input report') {
      throw this.#error('value', answer.problem);
    }
    this.#position += 1;
    this.#answers.push(answer);
    const pence = answer.bacs?.record.pence ?? null;
    add(this.#accountItems, 1, pence);
    if (answer.bacs?.outcome === 'rejected') add(this.#listedRejected, 1, pence);
  }

  /** Throws unless the values that form the id of the report came before. */
  #requireHeader(): void {
    const { id } = expectDefined(this.#layout, 'the layout');
    const missing = id.find((member) => !this.#header.has(member));
    if (missing !== undefined) {
      throw this.#error('structure', `The ${missing} of the report is missing before its items.`);
    }
    const date = this.#header.get('date');
    const user = this.#header.get('serviceUserNumber');
    if (!isDate(date ?? '')) throw this.#error('value', `${quoted(date ?? '')} is not a date.`);
    if (/^\d{6}$/.test(user ?? '')) return;
    throw this.#error('value', `The service user number ${quoted(user ?? '')} has not 6 digits.`);
  }

  /** Compares the items of an account with the totals that follow them. */
  #checkTotals(values: BacsValues): void {
    const { credits, pence } = this.#numbersOf(values);
    this.#isTotalled = true;
    this.#compare(this.#accountItems, { credits, pence });
  }

  #addTotals(of: 'accepted' | 'rejected', values: BacsValues): void {
    const { credits, pence } = this.#numbersOf(values);
    add(this.#totals[of], credits, pence);
  }

  /** An input report lists the rejected credits, unless all credits are rejected. */
  #checkSubmission(): void {
    const { accepted, rejected } = this.#totals;
    if (accepted.credits + rejected.credits === 0) {
      throw this.#error('structure', 'The report counts no accepted and no rejected credits.');
    }
    if (accepted.credits === 0 && this.#listedRejected.credits < rejected.credits) return;
    this.#compare(this.#listedRejected, rejected as BacsTotals);
  }

  #compare(items: Counter, { credits, pence }: BacsTotals): void {
    if (items.credits !== credits) {
      const found = `The report contains ${String(items.credits)} items`;
      throw this.#error('count', `${found}, but its totals say ${String(credits)}.`);
    }
    if (items.pence === null || items.pence === pence) return;
    const found = `The items add up to ${String(items.pence)} pence`;
    throw this.#error('sum', `${found}, but the totals say ${String(pence)} pence.`);
  }

  #numbersOf(values: BacsValues): BacsTotals {
    const count = values.get('numberOf') ?? '';
    const pence = penceOf(values);
    if (!/^\d{1,9}$/.test(count) || typeof pence !== 'number') {
      throw this.#error(
        'value',
        `The totals ${quoted(`${count} ${values.get('amount') ?? ''}`)} are not valid.`,
      );
    }
    return { credits: Number(count), pence };
  }

  #error(code: DocumentErrorCode, message: string): DocumentError {
    return this.#xml.errorHere(code, message);
  }
}

function add(to: Counter, credits: number, pence: Pence | null): void {
  to.credits += credits;
  to.pence = to.pence === null || pence === null ? null : to.pence + pence;
}
