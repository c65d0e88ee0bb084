import { BACKSLASH, isSpace, QUOTE } from '../../shared/json/characters.ts';

/** Maps positions in a buffer from which bytes were removed to their original offsets. */
export class OffsetMap {
  /** Positions before which bytes were removed, ascending, each with the running total removed. */
  readonly #places: number[] = [];
  readonly #totals: number[] = [];

  add(place: number, bytes: number): void {
    this.#totals.push(bytes + (this.#totals.at(-1) ?? 0));
    this.#places.push(place);
  }

  /** Returns the number of bytes that were removed before a position. */
  before(place: number): number {
    let from = 0;
    let to = this.#places.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#places[middle] ?? 0) <= place) from = middle + 1;
      else to = middle;
    }
    return this.#totals[from - 1] ?? 0;
  }

  /** Returns the entries after a position, relative to that position. */
  behind(first: number): OffsetMap {
    const gaps = new OffsetMap();
    for (const [place, bytes] of this.from(first + 1)) gaps.add(place - first, bytes);
    return gaps;
  }

  /** Yields the position and the number of removed bytes of each entry from a position on. */
  *from(first: number): Iterable<readonly [place: number, bytes: number]> {
    for (const [number, place] of this.#places.entries()) {
      if (place < first) continue;
      yield [place, (this.#totals[number] ?? 0) - (this.#totals[number - 1] ?? 0)];
    }
  }
}

/**
 * Collapses each run of white space between tokens to its first byte, in place. `from` must lie
 * between two tokens. Stops at `to`, or when the collapsed bytes reach `limit`. Returns the
 * position where it stopped, the number of bytes it removed, and the offset map for everything
 * after `from`. The caller must move the bytes after the position where it stopped.
 */
export function collapseWhitespace(
  bytes: Uint8Array,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
  known: OffsetMap | undefined,
): { readonly readTo: number; readonly taken: number; readonly gaps: OffsetMap } {
  const gaps = new OffsetMap();
  const earlier = [...(known?.from(from + 1) ?? [])];
  let next = 0;
  let written = from;
  let missing = 0;
  let isText = false;
  let isEscaped = false;
  let isAfterSpace = false;
  let place = from;
  for (; place < to && written - from < most; place += 1) {
    if (earlier[next]?.[0] === place) missing += earlier[next++]?.[1] ?? 0;
    const byte = bytes[place] ?? 0;
    const isBlank = !isText && isSpace(byte);
    if (isBlank && isAfterSpace) {
      missing += 1;
      continue;
    }
    isAfterSpace = isBlank;
    if (isEscaped) isEscaped = false;
    else if (byte === QUOTE) isText = !isText;
    else if (byte === BACKSLASH) isEscaped = isText;
    if (missing > 0) gaps.add(written, missing);
    missing = 0;
    bytes[written] = byte;
    written += 1;
  }
  const taken = place - written;
  if (missing > 0) gaps.add(written, missing);
  for (const [behind, count] of earlier.slice(next)) gaps.add(behind - taken, count);
  return { readTo: place, taken, gaps };
}
