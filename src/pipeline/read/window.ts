import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '../../domain/ports/files.ts';
import { collapseWhitespace, type OffsetMap } from './collapse-whitespace.ts';

/** A piece of a file as text, with the offset in the file of each character. */
export interface Excerpt {
  readonly text: string;
  offsetOf(character: number): number;
}

/**
 * A window that slides over a file. Readers may use `bytes` from `at` up to `end`, which are whole
 * characters of valid UTF-8. `advance` drops the bytes before `at` and reads more.
 * `collapseWhitespace` makes room by removing white space.
 */
export class Window {
  bytes: Buffer;
  /** The reader's position in `bytes`. */
  at = 0;
  end = 0;
  /**
   * True if nothing follows `end`: the file ends there, or continues with bytes that are not UTF-8.
   */
  isLast = false;
  readonly source: ByteSource;
  #filled = 0;
  /** Offset in the file of the first byte of `bytes`. */
  #base: number;
  #isUtf8 = true;
  /** Bytes that were removed from `bytes`. Undefined if there are none. */
  #offsets: OffsetMap | undefined;
  /** True if `bytes` may be changed. The memory of a source belongs to the source. */
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

  /** Returns the offset in the file of a position in `bytes`, which must not be before `at`. */
  offsetOf(position: number): number {
    const offset = this.#base + position;
    return this.#offsets === undefined ? offset : offset + this.#offsets.removedBefore(position);
  }

  /** Returns the text from `from` to `to`. It stays valid after the window moves. */
  excerpt(from: number, to: number): Excerpt {
    const text = this.bytes.toString('utf8', from, to);
    const base = this.#base;
    const offsets = this.#offsets;
    return {
      text,
      offsetOf: (character) => {
        const position = from + Buffer.byteLength(text.slice(0, character));
        return base + position + (offsets?.removedBefore(position) ?? 0);
      },
    };
  }

  /**
   * Collapses each run of white space between tokens to one byte, from `at` on, which must lie
   * between two tokens. Stops at `to`, or when the collapsed bytes reach `limit`. Returns the
   * number of bytes removed. Size limits apply to the collapsed bytes, because only the file size
   * limits white space.
   */
  collapseWhitespace(limit: number, to = this.end): number {
    if (!this.#isOwn) this.bytes = Buffer.from(this.bytes);
    this.#isOwn = true;
    const { readTo, removed, offsets } = collapseWhitespace(
      this.bytes,
      { from: this.at, to, limit },
      this.#offsets,
    );
    // Only the number of bytes removed before `at` is still needed, so it becomes part of the base.
    this.#base = this.offsetOf(this.at) - this.at;
    this.#offsets = offsets;
    this.bytes.copyWithin(readTo - removed, readTo, this.#filled);
    this.#filled -= removed;
    this.end -= removed;
    return removed;
  }

  /** Offset in the file of the first byte that is not UTF-8. Undefined if the window met none. */
  get invalidOffset(): number | undefined {
    return this.#isUtf8 ? undefined : this.offsetOf(this.end);
  }

  /**
   * Reads more bytes and returns false if there are none. Earlier positions in `bytes` become
   * invalid.
   */
  advance(): boolean {
    if (this.isLast) return false;
    if (this.at > 0) this.#slide();
    else if (this.#filled === this.bytes.length) this.#grow();
    const checked = this.end;
    const position = this.offsetOf(this.#filled);
    const bytesRead = this.source.read(this.bytes.subarray(this.#filled), position);
    this.#filled += bytesRead;
    this.isLast = bytesRead === 0;
    this.#admit(checked);
    return true;
  }

  #slide(): void {
    this.bytes.copyWithin(0, this.at, this.#filled);
    this.#base = this.offsetOf(this.at);
    this.#offsets = this.#offsets?.after(this.at);
    this.#filled -= this.at;
    this.end -= this.at;
    this.at = 0;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, this.#filled);
    this.bytes = larger;
  }

  /** Moves `end` forward past the new bytes that form complete UTF-8 characters. */
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

/** Returns the start of a character that is cut off at `to`, or `to` if none is cut off. */
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

/** Returns the end of the longest valid UTF-8 sequence that begins at `from`. */
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
