import { addJsonFaults } from '../../../contract/faults.ts';
import { paymentPath } from '../../../domain/records/file-types.ts';
import type { FilePayment } from '../../../domain/records/payment.ts';
import { maxPenceOf } from '../../../domain/schemes/schemes.ts';
import { CLOSE_BRACKET, COMMA, isSpace } from '../../../shared/json/characters.ts';
import type { FaultList } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { MAX_PENCE, type Pence } from '../../../shared/money.ts';
import { type CheckPayment, type PaymentView, type PaymentVisitor } from '../../types.ts';
import { endOfElement } from './element-end.ts';
import { checkedView } from './checked-view.ts';
import { addEncodingFault, addSyntaxFault, addTooLarge, MAX_PAYMENT_BYTES } from '../faults.ts';
import type { Window } from '../window.ts';

/** Nesting levels around a payment: the file object, Data, and the list. */
const LEVELS_AROUND = 3;

/** Reads payments whose text has the same structure as that of payments accepted before. */
export interface FastElementReader {
  /**
   * Returns the payment at the window's position, with its end. Returns undefined if there is any
   * doubt, and then the payment is parsed.
   */
  match(window: Window, index: number): (PaymentView & { readonly end: number }) | undefined;
  /**
   * Derives a template from a payment that was parsed and accepted.
   *
   * @param maxPence maximum amount of a payment of its scheme
   */
  learn(bytes: Buffer, start: number, end: number, payment: FilePayment, maxPence: Pence): void;
}

export interface ElementsRead {
  readonly payments: number;
  /**
   * The reason why the reading ended. `whole`: the closing bracket was reached. `enough`: the
   * visitor stopped it. `broken`: the JSON has a fault.
   */
  readonly outcome: 'whole' | 'enough' | 'broken';
}

/**
 * Reads the elements of a list up to its closing bracket. The window must be just after `[` or at
 * an element. Each payment is cut out, parsed and checked, unless the fast reader recognises it. A
 * JSON syntax error ends the reading. A fault in a payment does not.
 */
export class ElementReader {
  readonly #window: Window;
  readonly #check: CheckPayment;
  readonly #visit: PaymentVisitor;
  readonly #faults: FaultList;
  readonly #fastReader: FastElementReader | undefined;
  #index = 0;

  constructor(
    window: Window,
    stages: {
      readonly check: CheckPayment;
      readonly visit: PaymentVisitor;
      readonly faults: FaultList;
      readonly fastReader: FastElementReader | undefined;
    },
  ) {
    this.#window = window;
    this.#check = stages.check;
    this.#visit = stages.visit;
    this.#faults = stages.faults;
    this.#fastReader = stages.fastReader;
  }

  read(firstIndex = 0): ElementsRead {
    const window = this.#window;
    this.#index = firstIndex;
    if (this.#skipSpace() === CLOSE_BRACKET) return this.#ended('whole');
    for (;;) {
      const step = this.#readElement();
      if (step === 'more') continue;
      if (step !== 'next') return this.#ended(step);
      this.#index += 1;
      const byte = this.#skipSpace();
      if (byte === CLOSE_BRACKET) return this.#ended('whole');
      if (byte !== COMMA) return this.#broken('a comma or ] after the payment');
      window.at += 1;
      if (this.#skipSpace() === CLOSE_BRACKET) return this.#broken('a payment after the comma');
    }
  }

  #ended(outcome: ElementsRead['outcome']): ElementsRead {
    return { payments: this.#index, outcome };
  }

  /**
   * Reads the element at the window's position and moves past it. Returns `more` if the window
   * changed and the element must be read again.
   */
  #readElement(): 'next' | 'more' | 'enough' | 'broken' {
    const window = this.#window;
    const matched = this.#fastReader?.match(window, this.#index);
    if (matched !== undefined && matched.end - window.at <= MAX_PAYMENT_BYTES) {
      window.at = matched.end;
      return this.#visit(matched) ? 'next' : 'enough';
    }
    const end = endOfElement(window.bytes, window.at, window.end, window.isLast);
    if ((end ?? window.end) - window.at > MAX_PAYMENT_BYTES) {
      if (window.collapseWhitespace(MAX_PAYMENT_BYTES + 1) > 0) return 'more';
      addTooLarge(this.#faults, this.#check.fileType, this.#index);
      return 'broken';
    }
    if (end === undefined && window.advance()) return 'more';
    return this.#readExactly(end ?? window.end);
  }

  #readExactly(end: number): 'next' | 'enough' | 'broken' {
    const { bytes, at: start } = this.#window;
    const path = paymentPath(this.#check.fileType, this.#index);
    const text = bytes.toString('utf8', start, end);
    const parsed = parseJson(text, { levelsAround: LEVELS_AROUND, path });
    if ('syntax' in parsed) {
      const position = start + Buffer.byteLength(text.slice(0, parsed.syntax.offset));
      return this.#stopAt(position, parsed.syntax.message);
    }
    const before = this.#faults.total;
    addJsonFaults(this.#faults, parsed);
    const payment = this.#check(parsed.value, this.#index, this.#faults);
    this.#window.at = end;
    if (this.#faults.isFull) return 'broken';
    if (payment === undefined || this.#faults.total > before) return 'next';
    this.#fastReader?.learn(bytes, start, end, payment, this.#maxPenceOf(payment));
    return this.#visit(checkedView(payment, this.#window.offsetOf(start))) ? 'next' : 'enough';
  }

  #maxPenceOf({ instrument }: FilePayment): Pence {
    const { limits } = this.#check;
    return limits === undefined ? MAX_PENCE : maxPenceOf(instrument, limits);
  }

  #broken(expected: string): ElementsRead {
    const { bytes, at, end } = this.#window;
    const found =
      at < end ? JSON.stringify(bytes.toString('utf8', at, at + 1)) : 'the end of the file';
    this.#stopAt(at, `Found ${found}, expected ${expected}.`);
    return this.#ended('broken');
  }

  #stopAt(position: number, message: string): 'broken' {
    const window = this.#window;
    if (addEncodingFault(this.#faults, window)) return 'broken';
    const what = `Payment ${String(this.#index)}`;
    const fault = { what, message, offset: window.offsetOf(position) };
    addSyntaxFault(
      this.#faults,
      window.source,
      fault,
      paymentPath(this.#check.fileType, this.#index),
    );
    return 'broken';
  }

  /** Skips white space and returns the next byte, or undefined at the end of the file. */
  #skipSpace(): number | undefined {
    const window = this.#window;
    for (;;) {
      const { bytes, end } = window;
      while (window.at < end) {
        const byte = bytes[window.at] ?? 0;
        if (!isSpace(byte)) return byte;
        window.at += 1;
      }
      if (!window.advance()) return undefined;
    }
  }
}
