import { BACKSLASH, isSpace, QUOTE } from '../../shared/json/characters.ts';

/** Where bytes were taken out of a piece of a file. */
export class OffsetMap {
  /** The places before which bytes are missing, ascending, and how many up to there in all. */
  readonly #places: number[] = [];
  readonly #totals: number[] = [];

  add(place: number, bytes: number): void {
    this.#totals.push(bytes + (this.#totals.at(-1) ?? 0));
    this.#places.push(place);
  }

  /** How many bytes are missing before what stands at a place now. */
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

  /** Those behind a place, which becomes the first. */
  behind(first: number): OffsetMap {
    const gaps = new OffsetMap();
    for (const [place, bytes] of this.from(first + 1)) gaps.add(place - first, bytes);
    return gaps;
  }

  /** Place and bytes of each, from a place on. */
  *from(first: number): Iterable<readonly [place: number, bytes: number]> {
    for (const [number, place] of this.#places.entries()) {
      if (place < first) continue;
      yield [place, (this.#totals[number] ?? 0) - (this.#totals[number - 1] ?? 0)];
    }
  }
}

/**
 * Shortens white space between tokens to its first byte, from a place between two of them on, until
 * `most` bytes have no more of it. Where it stopped, how many bytes it took out, and all that is
 * missing behind `from` now; what is behind the place where it stopped is for the caller to move.
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
