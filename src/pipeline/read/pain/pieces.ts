import { expectDefined } from '../../../shared/assert.ts';
import { isSpace } from '../../../shared/json/characters.ts';
import type { Excerpt, Window } from '../window.ts';
import { XmlFault, XmlText, type Tag } from './xml-text.ts';

/** Maximum size in bytes of a payment, of the header of a PmtInf, and of the header of the file. */
const MAX_PIECE_BYTES = 64 * 1024;

const END_OF_TAG = Buffer.from('>');

/**
 * Cuts a file into pieces that are parsed one by one. In an accepted file each `<` begins a tag,
 * because comments, CDATA sections and the character in attributes are rejected. A search for the
 * bytes of a tag therefore finds tags only.
 */
export class Pieces {
  readonly window: Window;
  /** Prefix of all element names with its colon, for example `p:`. It may be empty. */
  prefix: string;
  readonly #known = new Map<string, Tag>();
  /** The last piece. `#end` is its end in the window. */
  #piece: Excerpt | undefined;
  #end = 0;

  constructor(window: Window, prefix = '') {
    this.window = window;
    this.prefix = prefix;
  }

  /** Reads the prefix from the tag at the current position. */
  findPrefix(): void {
    const xml = this.through();
    xml.findPrefix();
    this.prefix = xml.prefix;
  }

  /** Returns the bytes with which a tag begins, for example `<` and a name. */
  tag(start: '<' | '</', name: string): Buffer {
    return Buffer.from(start + this.prefix + name);
  }

  /** Moves to the next byte that is not white space. Returns false at the end of the file. */
  skipSpace(): boolean {
    const { window } = this;
    for (;;) {
      while (window.at < window.end && isSpace(window.bytes[window.at] as number)) window.at += 1;
      if (window.at < window.end) return true;
      if (!window.advance()) return false;
    }
  }

  startsWith(bytes: Uint8Array): boolean {
    const { window } = this;
    while (window.end - window.at < bytes.length && window.advance());
    const end = window.at + bytes.length;
    return end <= window.end && window.bytes.compare(bytes, 0, bytes.length, window.at, end) === 0;
  }

  /** Returns the text before the next occurrence of a tag, or up to the end of the file. */
  before(tag: Uint8Array): XmlText {
    return this.#cut((bytes) => bytes.indexOf(tag));
  }

  /** Returns the text up to the end of the next occurrence of a tag. */
  through(tag: Uint8Array = END_OF_TAG): XmlText {
    return this.#cut((bytes) => {
      const found = bytes.indexOf(tag);
      return found < 0 ? found : bytes.indexOf(END_OF_TAG, found) + 1 || -1;
    });
  }

  /** Returns the start of the file, up to the maximum size of a piece. */
  start(): XmlText {
    return this.#cut(() => -1, false);
  }

  #cut(endOf: (bytes: Buffer) => number, isLimited = true): XmlText {
    const { window } = this;
    for (;;) {
      const { bytes, at } = window;
      const available = bytes.subarray(at, Math.min(window.end, at + MAX_PIECE_BYTES));
      const found = endOf(available);
      const isFull = available.length === MAX_PIECE_BYTES;
      if (found >= 0 || (isFull && !isLimited) || (!isFull && !window.advance())) {
        this.#end = at + (found < 0 ? available.length : found);
        this.#piece = window.excerpt(at, this.#end);
        return new XmlText(this.#piece.text, this.prefix, this.#known);
      }
      if (isFull) {
        this.#piece = window.excerpt(at, at);
        throw new XmlFault(`This is larger than ${String(MAX_PIECE_BYTES)} bytes.`, 0);
      }
    }
  }

  /** Moves past the part of the last piece that was read. */
  moveBehind(xml: XmlText): void {
    const { window } = this;
    window.at = xml.isAtEnd ? this.#end : window.at + Buffer.byteLength(xml.text.slice(0, xml.at));
  }

  /** Returns the offset in the file of a position in the last piece. */
  offsetOf(position: number): number {
    return expectDefined(this.#piece, 'a piece').offsetOf(position);
  }

  /** Returns true if a position is the end of the last piece. */
  isEnd(position: number): boolean {
    return position >= expectDefined(this.#piece, 'a piece').text.length;
  }
}
