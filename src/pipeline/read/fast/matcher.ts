import {
  BACKSLASH,
  DELETE,
  NINE,
  POINT,
  QUOTE,
  SLASH,
  SMALL_U,
  SPACE,
  ZERO,
} from '../../../shared/json/characters.ts';
import { isUnsafeCodePoint } from '../../../shared/unsafe-unicode.ts';
import type { Pence } from '../../../shared/money.ts';
import type { Literal, Slot, Template } from './layout.ts';

/** Number of bytes that are compared at a time, as one number of 64 bits. */
export const WORD_BYTES = 8;

/** Length of an account in bytes: sort code and account number. */
const ACCOUNT_BYTES = 14;

/** Offset of the second word of an account, in bytes. */
export const LAST_WORD_AT = ACCOUNT_BYTES - WORD_BYTES;

/** Maximum number of slots of one template: twice the number of members in the schema. */
export const MAX_SLOTS = 64;

const MAX_POUND_DIGITS = 13;

/** The encoding of a slot's text, as bit flags. */
export const PLAIN = 0;
const UTF8 = 1;
export const ESCAPED = 2;

/**
 * Compares the bytes of a payment with a template. Accepts only payments that are certainly valid.
 * Anything unusual does not match, and the exact reader decides. Text is checked four bytes at a
 * time. The bytes must be valid UTF-8.
 */
export class Matcher {
  /** Start, end and text encoding of each slot of the last match. */
  readonly starts = new Int32Array(MAX_SLOTS);
  readonly ends = new Int32Array(MAX_SLOTS);
  readonly encodings = new Uint8Array(MAX_SLOTS);
  amountPence: Pence = 0;
  bytes: Buffer = Buffer.alloc(0);
  view = new DataView(this.bytes.buffer, 0, 0);
  #end = 0;
  #encoding = PLAIN;

  /** Sets the bytes to match in, up to `end`. */
  use(bytes: Buffer, end: number): void {
    this.#end = end;
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Returns the end of the payment that begins at `from` if it matches the template, otherwise 0.
   */
  match(template: Template, from: number): number {
    const { starts, ends, encodings } = this;
    const { slots, maxPence } = template;
    let at = from;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index];
      if (slot === undefined) return 0;
      at = this.#literal(slot.before, at);
      if (at === 0) return 0;
      starts[index] = at;
      this.#encoding = PLAIN;
      if (slot.kind === 'text') at = this.#text(at, slot.maxCharacters);
      else if (slot.kind === 'account') at = this.#account(at);
      else if (slot.kind === 'amount') at = this.#amount(at, maxPence);
      else at = this.#line(at, index, slot);
      if (at === 0) return 0;
      ends[index] = at;
      encodings[index] = this.#encoding;
    }
    if (this.#paysItself(template)) return 0;
    return this.#literal(template.end, at);
  }

  /** Returns true if the payment debits the same account that it pays. */
  #paysItself({ debtorSlot, debtorWords, creditorSlot, creditorWords }: Template): boolean {
    if (debtorWords === null) return false;
    const { view, starts } = this;
    const debtor = debtorSlot === undefined ? -1 : (starts[debtorSlot] ?? 0);
    const creditor = creditorSlot === undefined ? -1 : (starts[creditorSlot] ?? 0);
    const paying = debtor < 0 ? debtorWords.first : view.getFloat64(debtor, true);
    const paid = creditor < 0 ? creditorWords.first : view.getFloat64(creditor, true);
    if (paying !== paid) return false;
    const payingLast = debtor + LAST_WORD_AT;
    const paidLast = creditor + LAST_WORD_AT;
    return (
      (debtor < 0 ? debtorWords.last : view.getFloat64(payingLast, true)) ===
      (creditor < 0 ? creditorWords.last : view.getFloat64(paidLast, true))
    );
  }

  /** Returns the position after a literal, or 0 if the bytes differ from it. */
  #literal(literal: Literal, from: number): number {
    const { view } = this;
    const { length, words } = literal;
    const end = from + length;
    if (end > this.#end) return 0;
    if (length < WORD_BYTES) return this.#areBytes(literal.bytes, from) ? end : 0;
    const lastAt = end - WORD_BYTES;
    let word = 0;
    for (let at = from; at < lastAt; at += WORD_BYTES) {
      if (view.getFloat64(at, true) !== words[word]) return 0;
      word += 1;
    }
    return view.getFloat64(lastAt, true) === words[word] ? end : 0;
  }

  #areBytes(literal: Uint8Array, from: number): boolean {
    for (let at = 0; at < literal.length; at += 1) {
      if (this.bytes[from + at] !== literal[at]) return false;
    }
    return true;
  }

  /** Matches 14 digits. The next literal checks the byte that follows them. */
  #account(at: number): number {
    const { view } = this;
    const end = at + ACCOUNT_BYTES;
    if (end > this.#end) return 0;
    const areDigits =
      areFourDigits(view.getInt32(at, true)) &&
      areFourDigits(view.getInt32(at + 4, true)) &&
      areFourDigits(view.getInt32(at + 8, true)) &&
      areFourDigits(view.getInt32(at + 10, true));
    return areDigits ? end : 0;
  }

  /** Matches an amount above zero and up to `maxPence`, with at most two digits after the point. */
  #amount(from: number, maxPence: Pence): number {
    const { bytes } = this;
    const end = this.#end;
    let at = from;
    let pounds = 0;
    let byte = 0;
    for (; at < end; at += 1) {
      byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      pounds = pounds * 10 + (byte - ZERO);
    }
    const digits = at - from;
    if (digits < 1 || digits > MAX_POUND_DIGITS) return 0;
    let pence = pounds * 100;
    if (byte === POINT) {
      const point = at;
      let pencePerDigit = 10;
      for (at += 1; at < end; at += 1) {
        byte = bytes[at] ?? 0;
        if (byte < ZERO || byte > NINE) break;
        pence += (byte - ZERO) * pencePerDigit;
        pencePerDigit = pencePerDigit === 10 ? 1 : 0;
      }
      const fractionDigits = at - point - 1;
      if (fractionDigits < 1 || fractionDigits > 2) return 0;
    }
    if (at >= end || byte !== QUOTE || pence === 0 || pence > maxPence) return 0;
    this.amountPence = pence;
    return at;
  }

  /**
   * Matches a further line of a text. Lines before it count with their bytes, which are at least as
   * many as their characters.
   */
  #line(at: number, index: number, { linesBefore, maxCharacters }: Slot): number {
    let room = maxCharacters;
    for (let before = index - linesBefore; before < index; before += 1) {
      room -= (this.ends[before] ?? 0) - (this.starts[before] ?? 0) + 1;
    }
    return this.#text(at, room);
  }

  /**
   * Matches a text of 1 to `maxCharacters` without unsafe characters, up to its closing quote. Most
   * texts are printable ASCII, which this fast path accepts.
   */
  #text(from: number, maxCharacters: number): number {
    const { bytes, view } = this;
    const lastAt = this.#end - 4;
    for (let at = from; at <= lastAt; at += 4) {
      const unusual = unusualBytesOf(view.getInt32(at, true));
      if (unusual === 0) continue;
      // The lowest set bit belongs to the first unusual byte.
      at += (31 - Math.clz32(unusual & -unusual)) >> 3;
      const length = at - from;
      if (bytes[at] !== QUOTE || length > maxCharacters) break;
      return length === 0 ? 0 : at;
    }
    return this.#anyText(from, maxCharacters);
  }

  #anyText(from: number, maxCharacters: number): number {
    const { bytes, view } = this;
    const end = this.#end;
    let at = from;
    /** Number of bytes beyond the first of each character. */
    let continuationBytes = 0;
    for (;;) {
      while (at + 4 <= end && unusualBytesOf(view.getInt32(at, true)) === 0) at += 4;
      let byte = 0;
      for (; at < end; at += 1) {
        byte = bytes[at] ?? 0;
        if (byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte >= DELETE) break;
      }
      if (at >= end) return 0;
      if (byte === QUOTE) break;
      if (byte > DELETE) {
        while (at < end) {
          byte = bytes[at] ?? 0;
          if (byte < 0x80) break;
          const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
          if (isUnsafeCodePoint(this.#codePoint(at, length))) return 0;
          at += length;
          continuationBytes += length - 1;
        }
        this.#encoding |= UTF8;
      } else {
        const length = byte === BACKSLASH ? this.#escape(at) : 0;
        if (length === 0) return 0;
        at += length;
        continuationBytes += length - 1;
        this.#encoding |= ESCAPED;
      }
    }
    const characters = at - from - continuationBytes;
    return characters >= 1 && characters <= maxCharacters ? at : 0;
  }

  /** Returns the length of an escape that stands for one safe character, otherwise 0. */
  #escape(at: number): number {
    const { bytes } = this;
    if (at + 6 > this.#end) return 0;
    const letter = bytes[at + 1];
    if (letter === QUOTE || letter === BACKSLASH || letter === SLASH) return 2;
    if (letter !== SMALL_U) return 0;
    let code = 0;
    for (let position = at + 2; position < at + 6; position += 1) {
      const digit = hexDigit(bytes[position] ?? 0);
      if (digit < 0) return 0;
      code = code * 16 + digit;
    }
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return isSurrogate || isUnsafeCodePoint(code) ? 0 : 6;
  }

  /** Decodes the code point of a character outside ASCII from its `length` bytes of UTF-8. */
  #codePoint(at: number, length: 2 | 3 | 4): number {
    const { bytes } = this;
    // The first byte contributes its lowest bits, each of the others its lowest six.
    let code = (bytes[at] ?? 0) & (0xff >> (length + 1));
    for (let position = at + 1; position < at + length; position += 1) {
      code = (code << 6) | ((bytes[position] ?? 0) & 0x3f);
    }
    return code;
  }
}

/** Returns the value of a hex digit, or -1 for any other byte. */
function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  // OR with 32 converts a letter to lower case, and 97 is `a`.
  const letter = (byte | 32) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/**
 * Returns true if four bytes are digits: 0x30 to 0x39, where adding 6 leaves the high half
 * unchanged.
 */
function areFourDigits(word: number): boolean {
  const high = 0xf0f0f0f0 | 0;
  return (word & high) === 0x30303030 && ((word + 0x06060606) & high) === 0x30303030;
}

/**
 * Returns 0 if four bytes are printable ASCII and neither a quote nor a backslash. Otherwise sets
 * the top bit of the first byte that is not, and perhaps of later ones. Each test borrows into the
 * top bit of a byte that is below 0x20, or that is 0 after the XOR with the searched character.
 */
function unusualBytesOf(word: number): number {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const del = word ^ 0x7f7f7f7f;
  const unusual =
    (word - 0x20202020) |
    (quote - 0x01010101) |
    (backslash - 0x01010101) |
    (del - 0x01010101) |
    word;
  return unusual & 0x80808080;
}
