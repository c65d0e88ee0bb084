import { jsonParser, type TokenSource } from 'stream-json/core/parser.js';
import { paymentPath } from '../../../domain/records/file-types.ts';
import { assert } from '../../../shared/assert.ts';
import { COMMA, isSpace } from '../../../shared/json/characters.ts';
import { FaultList } from '../../../shared/errors.ts';
import { MAX_JSON_DEPTH } from '../../../shared/json/json.ts';
import {
  type CheckPayment,
  type FileReader,
  type PaymentVisitor,
  type ReadResult,
} from '../../types.ts';
import { Assembler } from './assembler.ts';
import { endOfElement } from '../exact/element-end.ts';
import { checkedView } from '../exact/checked-view.ts';
import { addTailTooLarge, MAX_ENVELOPE_BYTES, readHead, addUnexpectedMember } from '../envelope.ts';
import { addEncodingFault, addTooLarge, MAX_PAYMENT_BYTES } from '../faults.ts';
import { addFormatFault } from '../format/format-fault.ts';
import { wholeCharacters, Window } from '../window.ts';

const TOO_DEEP = `it nests deeper than ${String(MAX_JSON_DEPTH)} levels.`;

/** Bytes that are passed to the parser at a time. It creates all their tokens before it returns. */
const PARSER_BYTES = 32 * 1024;

/** The start of a file, which the parser gets first when reading begins at one of the payments. */
const SYNTHETIC_HEAD = '{"Data":{"DomesticPayments":[';

/** Reads the whole file as a stream of tokens with stream-json. This is the simplest reader. */
export const streamReader: FileReader = {
  read(source, check, visit, faults) {
    const window = new Window(source);
    const head = readHead(window);
    if (head !== undefined)
      return new StreamReading(window, check, visit, faults).read(head.text, 0);
    addFormatFault(faults, check.fileType, window);
    return { payments: 0, complete: false };
  },

  readFrom(source, from, check, visit) {
    const faults = new FaultList(1);
    const window = new Window(source, from.offset);
    const { complete } = new StreamReading(window, check, visit, faults).read(
      SYNTHETIC_HEAD,
      from.index,
    );
    assert(complete, `a stored file is invalid: ${faults.faults[0]?.message ?? ''}`);
  },
};

class StreamReading {
  readonly #window: Window;
  readonly #check: CheckPayment;
  readonly #visit: PaymentVisitor;
  readonly #faults: FaultList;
  readonly #parse: TokenSource = jsonParser({ packValues: true, streamValues: false });
  readonly #assembler: Assembler;
  /** Faults of the envelope. They are only reported if the whole file is JSON. */
  readonly #later: (() => void)[] = [];
  #index = 0;
  /** Number of faults before the payment that is being read. */
  #faultsBefore = 0;
  /** Position in the window up to which the parser has read. */
  #parsed = 0;
  #state: 'list' | 'tail' | 'enough' | 'broken' = 'list';

  constructor(window: Window, check: CheckPayment, visit: PaymentVisitor, faults: FaultList) {
    this.#window = window;
    this.#check = check;
    this.#visit = visit;
    this.#faults = faults;
    this.#assembler = new Assembler({
      payment: (value) => {
        this.#payment(value);
      },
      listEnd: () => {
        this.#state = this.#state === 'list' ? 'tail' : this.#state;
      },
      fault: (message, path, inList) => {
        if (inList) faults.add('invalidFormat', message, path);
        else
          this.#later.push(() => {
            faults.priority.add('invalidFormat', message, path);
          });
      },
      unexpected: (prefix, name) => {
        this.#later.push(() => {
          addUnexpectedMember(faults, check.fileType, prefix, name);
        });
      },
    });
  }

  read(head: string, firstIndex: number): ReadResult {
    const window = this.#window;
    this.#index = firstIndex;
    this.#faultsBefore = this.#faults.total;
    this.#parsed = window.at;
    this.#feed(head);
    do {
      this.#feedWindow();
    } while (this.#isReading() && this.#advance());
    return { payments: this.#index, complete: this.#finish() };
  }

  #isReading(): boolean {
    return this.#state === 'list' || this.#state === 'tail';
  }

  #advance(): boolean {
    const { at } = this.#window;
    if (!this.#window.advance()) return false;
    this.#parsed -= at;
    return true;
  }

  /** Returns true if the file was read to its end and is JSON. */
  #finish(): boolean {
    if (this.#state === 'enough') return true;
    if (this.#state === 'broken' || addEncodingFault(this.#faults, this.#window)) return false;
    if (!this.#assembler.isClosed) {
      this.#stop('The file ends too early.');
      return false;
    }
    for (const add of this.#later) add();
    return true;
  }

  #feedWindow(): void {
    const window = this.#window;
    while (this.#isReading() && this.#parsed < window.end) {
      const limit = Math.min(this.#parsed + PARSER_BYTES, window.end);
      const to = wholeCharacters(window.bytes, this.#parsed, limit);
      const text = window.bytes.toString('utf8', this.#parsed, to);
      this.#parsed = to;
      this.#feed(text);
      this.#checkSize();
    }
  }

  #feed(text: string): void {
    try {
      const tokens = this.#parse(text);
      if (typeof tokens !== 'object' || !('values' in tokens)) return;
      for (const token of tokens.values) {
        this.#assembler.take(token);
        if (this.#assembler.isTooDeep) this.#stop(TOO_DEEP);
        if (!this.#isReading()) return;
      }
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('Parser cannot')) throw error;
      this.#stop(`${error.message}.`);
    }
  }

  /** Limits the size of an incomplete payment, and of the text after the list. */
  #checkSize(): void {
    if (this.#state !== 'list' && this.#state !== 'tail') return;
    this.#skipSeparator();
    const limit = this.#state === 'list' ? MAX_PAYMENT_BYTES : MAX_ENVELOPE_BYTES;
    if (!this.#isLonger(this.#parsed, limit)) return;
    if (this.#state === 'list') this.#tooLarge();
    else {
      addTailTooLarge(this.#faults);
      this.#state = 'broken';
    }
  }

  /**
   * Returns true if more than `limit` bytes lie between the window's position and `to`, after white
   * space is collapsed.
   */
  #isLonger(to: number, limit: number): boolean {
    const window = this.#window;
    if (to - window.at <= limit) return false;
    const removed = window.collapseWhitespace(limit + 1, to);
    this.#parsed -= removed;
    return to - removed - window.at > limit;
  }

  #payment(value: unknown): void {
    const window = this.#window;
    if (!this.#isReading()) return;
    this.#skipSeparator();
    if (this.#isLonger(this.#endOfPayment(), MAX_PAYMENT_BYTES)) {
      this.#tooLarge();
      return;
    }
    const start = window.at;
    window.at = this.#endOfPayment();
    const payment = this.#check(value, this.#index, this.#faults);
    const isFaultless = this.#faults.total === this.#faultsBefore;
    this.#faultsBefore = this.#faults.total;
    this.#index += 1;
    if (this.#faults.isFull) this.#state = 'broken';
    if (payment === undefined || !isFaultless) return;
    const view = checkedView(payment, window.offsetOf(start));
    if (!this.#visit(view)) this.#state = 'enough';
  }

  /**
   * Returns the end of the payment. A number at the end of the window is complete, because the
   * parser has seen the byte after it.
   */
  #endOfPayment(): number {
    const { bytes, at, end } = this.#window;
    return endOfElement(bytes, at, end, true) ?? end;
  }

  #skipSeparator(): void {
    const window = this.#window;
    for (; window.at < window.end; window.at += 1) {
      const byte = window.bytes[window.at] ?? 0;
      if (byte !== COMMA && !isSpace(byte)) return;
    }
  }

  #tooLarge(): void {
    addTooLarge(this.#faults, this.#check.fileType, this.#index);
    this.#state = 'broken';
  }

  #stop(reason: string): void {
    const message = `The file is not JSON near payment ${String(this.#index)}: ${reason}`;
    const path = paymentPath(this.#check.fileType, this.#index);
    this.#faults.priority.add('invalidFormat', message, path);
    this.#state = 'broken';
  }
}
