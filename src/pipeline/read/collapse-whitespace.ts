import { BACKSLASH, isSpace, QUOTE } from '../../shared/json/characters.ts';

/** Maps positions in a buffer from which bytes were removed to their original offsets. */
export class OffsetMap {
  /** Positions before which bytes were removed, ascending, each with the running total removed. */
  readonly #positions: number[] = [];
  readonly #totals: number[] = [];

  add(position: number, bytes: number): void {
    this.#totals.push(bytes + (this.#totals.at(-1) ?? 0));
    this.#positions.push(position);
  }

  /** Returns the number of bytes that were removed before a position. */
  removedBefore(position: number): number {
    let from = 0;
    let to = this.#positions.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#positions[middle] ?? 0) <= position) from = middle + 1;
      else to = middle;
    }
    return this.#totals[from - 1] ?? 0;
  }

  /** Returns the entries after a position. Their positions are relative to it. */
  after(first: number): OffsetMap {
    const offsets = new OffsetMap();
    for (const [position, bytes] of this.from(first + 1)) offsets.add(position - first, bytes);
    return offsets;
  }

  /** Yields the position and the number of removed bytes of each entry from a position on. */
  *from(first: number): Iterable<readonly [position: number, bytes: number]> {
    for (const [number, position] of this.#positions.entries()) {
      if (position < first) continue;
      yield [position, (this.#totals[number] ?? 0) - (this.#totals[number - 1] ?? 0)];
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
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
  earlierOffsets: OffsetMap | undefined,
): { readonly readTo: number; readonly removed: number; readonly offsets: OffsetMap } {
  const offsets = new OffsetMap();
  const earlier = [...(earlierOffsets?.from(from + 1) ?? [])];
  let next = 0;
  let written = from;
  let pending = 0;
  let isString = false;
  let isEscaped = false;
  let isAfterSpace = false;
  let position = from;
  for (; position < to && written - from < limit; position += 1) {
    if (earlier[next]?.[0] === position) pending += earlier[next++]?.[1] ?? 0;
    const byte = bytes[position] ?? 0;
    const isBlank = !isString && isSpace(byte);
    if (isBlank && isAfterSpace) {
      pending += 1;
      continue;
    }
    isAfterSpace = isBlank;
    if (isEscaped) isEscaped = false;
    else if (byte === QUOTE) isString = !isString;
    else if (byte === BACKSLASH) isEscaped = isString;
    if (pending > 0) offsets.add(written, pending);
    pending = 0;
    bytes[written] = byte;
    written += 1;
  }
  const removed = position - written;
  if (pending > 0) offsets.add(written, pending);
  for (const [after, count] of earlier.slice(next)) offsets.add(after - removed, count);
  return { readTo: position, removed, offsets };
}
