import type { Query } from '../engine.ts';
import type { Values } from './merged.ts';

/** Writes of one text that go out together. */
export interface WriteBatch {
  readonly query: Query;
  readonly rows: Values[];
  readonly keys: Set<string>;
}

/**
 * What was written and is not sent yet, in the order in which it has to be done. Writes of one text
 * share a statement wherever no order forbids it: what a strand writes stays in its order, and so
 * do two that may be of one row.
 */
export class WriteLog {
  #batches: WriteBatch[] = [];
  readonly #tidied = new Set<string>();

  /** How many statements wait: the place before which later writes may not stand. */
  get size(): number {
    return this.#batches.length;
  }

  /**
   * Adds a write at a place, or after it; the place where it is.
   */
  add(query: Query, values: Values, from: number): number {
    if (query.isTidying) {
      if (this.#tidied.has(query.name)) return from;
      this.#tidied.add(query.name);
    }
    const key = keyOf(query, values);
    for (let place = from; place < this.#batches.length; place += 1) {
      const batch = this.#batches[place];
      if (batch?.query !== query || key === null || batch.keys.has(key)) continue;
      batch.rows.push(values);
      if (key !== '') batch.keys.add(key);
      return place;
    }
    const keys = new Set(key === null || key === '' ? [] : [key]);
    return this.#batches.push({ query, rows: [values], keys }) - 1;
  }

  /** Takes all that waits. */
  take(): readonly WriteBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }
}

/**
 * What of the rows a write changes; empty: they are new. Null: it goes by itself, as it cannot be
 * merged, or nothing is given that would make a row.
 */
export function keyOf({ mergeable }: Query, values: Values): string | null {
  if (mergeable === null || values.every((value) => value === null)) return null;
  const key = mergeable.keys.map((place) => values[place]);
  return key.length === 0 ? '' : JSON.stringify(key);
}
