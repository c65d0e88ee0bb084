import { FILE_TYPES, PAIN_001, type WholeFileMember } from '../../../domain/records/file-types.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import { ERROR_CODES, fault, FaultList, type Fault } from '../../../shared/errors.ts';
import { canonicalDecimal, formatAmount, MAX_PENCE, parseAmount } from '../../../shared/money.ts';
import type { CheckPayment, FileReader, PaymentVisitor, ReadResult } from '../../types.ts';
import { checkedView } from '../exact/checked-view.ts';
import { addEncodingFault, addXmlFault } from '../faults.ts';
import { addFormatFault } from '../format/format-fault.ts';
import { Window } from '../window.ts';
import { BATCH_HEADER, TRANSACTION } from './elements.ts';
import { readHead } from './head.ts';
import { batchHeader, initiationOf, placeOf, type BatchHeader } from './initiation.ts';
import { Pieces } from './pieces.ts';
import { readElement, type Report, type Values } from './read-element.ts';
import { XmlFault } from './xml-text.ts';

const ROOT = 'CstmrCdtTrfInitn';

/**
 * Reads payment files in the format pain.001 of ISO 20022 (docs/decisions, 148). Only one payment
 * and the header of its PmtInf are in memory at a time.
 */
export const painReader: FileReader = {
  read: (source, check, visit, faults) =>
    new PainReading(new Window(source), check, visit, faults).read(),

  readFrom(source, { offset, header, index }, check, visit) {
    const faults = new FaultList(1);
    const start = new Window(source, expectDefined(header, 'the offset of the PmtInf'));
    const reading = new PainReading(start, check, visit, faults);
    const isComplete = reading.readFrom(new Window(source, offset), index);
    assert(isComplete, `a stored file is invalid: ${faults.faults[0]?.message ?? ''}`);
  },
};

/** The number and the total of the payments of a PmtInf or of a file. */
class Totals {
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

/** The open PmtInf. */
interface Batch extends BatchHeader {
  /** Offset of its tag in the file. */
  readonly start: number;
  readonly path: string;
  readonly totals: Totals;
  /** Paths of the faults of its header, which are reported once and not for each payment. */
  readonly reported: string[];
}

class PainReading {
  readonly #check: CheckPayment;
  readonly #visit: PaymentVisitor;
  readonly #faults: FaultList;
  #pieces: Pieces;
  #batch: Batch | undefined;
  /** Index of the first payment of each PmtInf. */
  readonly #firsts: number[] = [];
  readonly #totals = new Totals();
  #index = 0;
  #state: 'reading' | 'whole' | 'enough' | 'broken' = 'reading';

  constructor(window: Window, check: CheckPayment, visit: PaymentVisitor, faults: FaultList) {
    this.#pieces = new Pieces(window);
    this.#check = check;
    this.#visit = visit;
    this.#faults = faults;
  }

  /** Reads a whole file. */
  read(): ReadResult {
    const path = `${ROOT}/GrpHdr`;
    const report = this.#reporter(path, []);
    const head = this.#attempt(() => readHead(this.#pieces, report));
    if (head === undefined) {
      if (this.#state === 'reading') {
        addFormatFault(this.#faults, this.#check.fileType, this.#pieces.window);
      }
      return { payments: 0, complete: false };
    }
    this.#readBody();
    if (this.#state === 'whole') this.#totals.check(head.groupHeader, report);
    return {
      payments: this.#index,
      complete: this.#state === 'whole' || this.#state === 'enough',
      message: head.message,
      pathOf: (index, member) => this.#pathOf(index, member),
    };
  }

  /** Reads the payments from a given one on. The window must be at the PmtInf that contains it. */
  readFrom(window: Window, index: number): boolean {
    this.#attempt(() => {
      this.#pieces.findPrefix();
      this.#openBatch();
    });
    this.#pieces = new Pieces(window, this.#pieces.prefix);
    this.#index = index;
    this.#readBody();
    return this.#state === 'whole' || this.#state === 'enough';
  }

  /** Runs a step of the reading. A text that is not well formed ends the reading. */
  #attempt<Result>(step: () => Result): Result | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      this.#state = 'broken';
      const { window } = this.#pieces;
      const isEnd = this.#pieces.isEnd(error.at);
      if (isEnd && addEncodingFault(this.#faults, window)) return undefined;
      const { message } = error;
      const offset = this.#pieces.offsetOf(error.at);
      addXmlFault(this.#faults, window.source, { message, offset }, this.#path);
      return undefined;
    }
  }

  #readBody(): void {
    const pieces = this.#pieces;
    const openBatch = pieces.tag('<', 'PmtInf');
    const openPayment = pieces.tag('<', 'CdtTrfTxInf');
    const closePayment = pieces.tag('</', 'CdtTrfTxInf');
    this.#attempt(() => {
      while (this.#state === 'reading') {
        pieces.skipSpace();
        if (this.#batch === undefined) {
          if (pieces.startsWith(openBatch)) this.#openBatch();
          else this.#readEnd();
        } else if (pieces.startsWith(openPayment)) this.#readPayment(this.#batch, closePayment);
        else this.#closeBatch(this.#batch);
      }
    });
  }

  #openBatch(): void {
    const pieces = this.#pieces;
    const { window } = pieces;
    this.#firsts.push(this.#index);
    const path = `${ROOT}/PmtInf[${String(this.#firsts.length)}]`;
    const start = window.offsetOf(window.at);
    const xml = pieces.before(pieces.tag('<', 'CdtTrfTxInf'));
    const reported: string[] = [];
    const report = this.#reporter(path, reported);
    const header = batchHeader(readElement(xml, BATCH_HEADER, report, true), report);
    pieces.moveBehind(xml);
    this.#batch = { ...header, start, path, totals: new Totals(), reported };
  }

  #closeBatch({ path, totals, values, reported }: Batch): void {
    const xml = this.#pieces.through();
    xml.expectClose('PmtInf');
    this.#pieces.moveBehind(xml);
    if (totals.count === 0) throw new XmlFault('A PmtInf needs at least one CdtTrfTxInf.', 0);
    totals.check(values, this.#reporter(path, reported));
    this.#batch = undefined;
  }

  #readEnd(): void {
    for (const name of [ROOT, 'Document']) {
      this.#pieces.skipSpace();
      const xml = this.#pieces.through();
      xml.expectClose(name);
      this.#pieces.moveBehind(xml);
    }
    if (this.#pieces.skipSpace() || this.#pieces.window.invalidOffset !== undefined) {
      this.#pieces.before(this.#pieces.tag('<', ''));
      throw new XmlFault('The file continues after </Document>.', 0);
    }
    this.#state = 'whole';
  }

  #readPayment(batch: Batch, closePayment: Buffer): void {
    const pieces = this.#pieces;
    const start = pieces.window.offsetOf(pieces.window.at);
    const before = this.#faults.total;
    const path = this.#path;
    const reported = [...batch.reported];
    const report = this.#reporter(path, reported);
    const xml = pieces.through(closePayment);
    const values = readElement(xml, TRANSACTION, report);
    if (!xml.isAtEnd) throw new XmlFault('Expected the end of this CdtTrfTxInf.', 0);
    pieces.moveBehind(xml);
    const payment = this.#checkPayment(batch, values, report, reported);
    const pence = parseAmount(values.get('Amt/InstdAmt') ?? '');
    this.#totals.add(pence);
    batch.totals.add(pence);
    this.#index += 1;
    if (this.#faults.isFull) this.#state = 'broken';
    if (payment === undefined || this.#faults.total > before) return;
    const informationId = batch.values.get('PmtInfId');
    const view = { ...checkedView(payment, start), header: batch.start, informationId };
    if (!this.#visit(view)) this.#state = 'enough';
  }

  /** Checks a payment by the rules for payments in JSON. Reports faults with paths of elements. */
  #checkPayment(batch: Batch, values: Values, report: Report, reported: string[]) {
    const found = new FaultList();
    const payment = this.#check(initiationOf(batch, values, report), this.#index, found);
    for (const entry of found.faults) {
      const member = (entry.path ?? '').replace(/^[^[]*\[\d+\]\.?/, '');
      const { isOfHeader, path } = placeOf(member, batch, values);
      const whole = `${isOfHeader ? batch.path : this.#path}/${path}`;
      const isMissing = entry.message.endsWith(' is required.');
      const name = path.slice(path.lastIndexOf('/') + 1);
      const message = isMissing ? `${name} is required.` : entry.message;
      const earlier = isOfHeader ? batch.reported : reported;
      this.#include({ ...entry, message, path: whole }, earlier);
    }
    return payment;
  }

  /** Path of the payment that is read next, or of the PmtInf or the root outside of payments. */
  get #path(): string {
    if (this.#batch === undefined) return ROOT;
    return `${this.#batch.path}/CdtTrfTxInf[${String(this.#batch.totals.count + 1)}]`;
  }

  /** Returns a function that reports faults of elements below a path. */
  #reporter(base: string, reported: string[]): Report {
    return (code, message, path) =>
      this.#include(fault(code, message, path === '' ? base : `${base}/${path}`), reported);
  }

  /** Adds a fault, unless one of the same element or of an element around it was reported. */
  #include(entry: Fault, reported: string[]): void {
    const path = entry.path ?? '';
    if (reported.some((earlier) => path === earlier || path.startsWith(`${earlier}/`))) return;
    // Nothing is missing below an unexpected element, and there may be thousands of them.
    if (entry.code !== ERROR_CODES.fieldUnexpected) reported.push(path);
    this.#faults.include(entry);
  }

  #pathOf(index: number, member: WholeFileMember): string {
    const number = this.#firsts.findLastIndex((first) => first <= index);
    const path = FILE_TYPES[PAIN_001].members[member];
    const batch = `${ROOT}/PmtInf[${String(number + 1)}]`;
    if (member !== 'instrument') return `${batch}/${path}`;
    return `${batch}/CdtTrfTxInf[${String(index - (this.#firsts[number] ?? 0) + 1)}]/${path}`;
  }
}
