import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '../../domain/ports/files.ts';
import { collapseWhitespace, type OffsetMap } from './collapse-whitespace.ts';

/** A piece of a file as text, and the offset in the file of each of its characters. */
export interface Excerpt {
  readonly text: string;
  offsetOf(character: number): number;
}

/**
 * A part of a file that slides over it. `bytes` from `at` up to `end` are what a reader may look
 * at: whole characters of valid UTF-8. `advance` drops what lies before `at` and reads on;
 * `squeeze` makes room where white space takes it.
 */
export class Window {
  bytes: Buffer;
  /** The reader's place within `bytes`. */
  at = 0;
  end = 0;
  /** Whether nothing comes after `end`: the file is over, or not UTF-8 from there on. */
  isLast = false;
  readonly source: ByteSource;
  #filled = 0;
  /** Offset in the file of the first of `bytes`. */
  #base: number;
  #isUtf8 = true;
  /** What was taken out of `bytes`, if anything was. */
  #gaps: OffsetMap | undefined;
  /** Whether `bytes` may be changed: the memory of a source is not ours. */
  #isOwn = true;

  constructor(source: ByteSource, from = 0) {
    this.source = source;
    this.#base = from;
    const { memory } = source;
    if (memory === null) {
      this.bytes = Buffer.allocUnsafeSlow(source.windowBytes);
      this.advance();
      return;
    }
    this.bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
    this.#isOwn = false;
    this.at = from;
    this.#base = 0;
    this.#filled = this.bytes.length;
    this.isLast = true;
    this.#admit(from);
  }

  /** Offset in the file of a place in `bytes`, from `at` on. */
  offsetOf(place: number): number {
    const offset = this.#base + place;
    return this.#gaps === undefined ? offset : offset + this.#gaps.before(place);
  }

  /** The text from `from` to `to`. It outlives the window's moves. */
  excerpt(from: number, to: number): Excerpt {
    const text = this.bytes.toString('utf8', from, to);
    const base = this.#base;
    const gaps = this.#gaps;
    return {
      text,
      offsetOf: (character) => {
        const place = from + Buffer.byteLength(text.slice(0, character));
        return base + place + (gaps?.before(place) ?? 0);
      },
    };
  }

  /**
   * Shortens white space between tokens to one byte each, from `at` on, which stands between two,
   * until `most` bytes have no more of it or `to` is reached: by how many bytes. What a reader
   * bounds counts after this alone, since only the size of the file bounds white space.
   */
  collapseWhitespace(most: number, to = this.end): number {
    if (!this.#isOwn) this.bytes = Buffer.from(this.bytes);
    this.#isOwn = true;
    const { readTo, taken, gaps } = collapseWhitespace(
      this.bytes,
      { from: this.at, to, most },
      this.#gaps,
    );
    // Of what is missing before, only the number of bytes is of interest.
    this.#base = this.offsetOf(this.at) - this.at;
    this.#gaps = gaps;
    this.bytes.copyWithin(readTo - taken, readTo, this.#filled);
    this.#filled -= taken;
    this.end -= taken;
    return taken;
  }

  /** The first byte that is not UTF-8, as an offset in the file, if the window came upon one. */
  get invalidOffset(): number | undefined {
    return this.#isUtf8 ? undefined : this.offsetOf(this.end);
  }

  /** Reads on; false when there is nothing more. Places before the call mean nothing after it. */
  advance(): boolean {
    if (this.isLast) return false;
    if (this.at > 0) this.#slide();
    else if (this.#filled === this.bytes.length) this.#grow();
    const checked = this.end;
    const position = this.offsetOf(this.#filled);
    const read = this.source.read(this.bytes.subarray(this.#filled), position);
    this.#filled += read;
    this.isLast = read === 0;
    this.#admit(checked);
    return true;
  }

  #slide(): void {
    this.bytes.copyWithin(0, this.at, this.#filled);
    this.#base = this.offsetOf(this.at);
    this.#gaps = this.#gaps?.behind(this.at);
    this.#filled -= this.at;
    this.end -= this.at;
    this.at = 0;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, this.#filled);
    this.bytes = larger;
  }

  /** Moves `end` over the new bytes that are whole characters. */
  #admit(from: number): void {
    const to = this.isLast ? this.#filled : wholeCharacters(this.bytes, from, this.#filled);
    if (isUtf8(this.bytes.subarray(from, to))) {
      this.end = to;
      return;
    }
    this.#isUtf8 = false;
    this.isLast = true;
    this.end = validPrefix(this.bytes, from, to);
  }
}

/** Where a character that is cut off at `to` begins, else `to`. */
export function wholeCharacters(bytes: Buffer, from: number, to: number): number {
  for (let back = 1; back <= 3 && to - back >= from; back += 1) {
    const byte = bytes[to - back] ?? 0;
    if (byte < 0x80) return to;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? to - back : to;
  }
  return to;
}

/** The end of the longest part from `from` on that is valid UTF-8. */
function validPrefix(bytes: Buffer, from: number, to: number): number {
  let valid = from;
  let invalid = to;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    const whole = wholeCharacters(bytes, from, middle);
    if (isUtf8(bytes.subarray(from, whole))) valid = middle;
    else invalid = middle;
  }
  return wholeCharacters(bytes, from, valid);
}
