import { expectDefined } from '../../../shared/assert.ts';
import type { Query } from '../engine.ts';
import type { Values } from './statement-batching.ts';

/** Writes of one text that go out together. */
export interface WriteBatch {
  readonly query: Query;
  readonly rows: Values[];
  /** Where the row of each key is. */
  readonly keys: Map<string, number>;
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
   * Adds a write; the place where it is. It stands at `from` or later, after what its own command
   * wrote; and at `fence` or later, after what commands wrote that it waited for. A new row, and
   * what is only added to one, may stand before the fence, but not before another change of its
   * table.
   */
  add(query: Query, values: Values, { from, fence }: { from: number; fence: number }): number {
    if (query.isTidying) {
      if (this.#tidied.has(query.name)) return from;
      this.#tidied.add(query.name);
    }
    const key = keyOf(query, values);
    for (
      let place = this.#firstPlace(query, from, fence);
      place < this.#batches.length;
      place += 1
    ) {
      const batch = this.#batches[place];
      if (batch?.query === query && key !== null && joined(batch, key, values)) return place;
    }
    const keys = new Map(key === null || key === '' ? [] : [[key, 0]]);
    return this.#batches.push({ query, rows: [values], keys }) - 1;
  }

  #firstPlace(query: Query, from: number, fence: number): number {
    if (!isFree(query)) return Math.max(from, fence);
    const table = tableOf(query);
    const others = this.#batches.slice(from, fence);
    const last = others.findLastIndex(
      (batch) => !isFree(batch.query) && tableOf(batch.query) === table,
    );
    return from + last + 1;
  }

  /** Takes all that waits. */
  take(): readonly WriteBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }
}

function isFree({ mergeable }: Query): boolean {
  return mergeable !== null && (mergeable.keys.length === 0 || mergeable.adds !== null);
}

/** The table that a write changes. */
function tableOf({ sql }: Query): string {
  return expectDefined(
    /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(sql)?.[1],
    'the table of a write',
  );
}

/** Puts a write into a batch, if it can be; two that add to one row become one. */
function joined({ query, rows, keys }: WriteBatch, key: string, values: Values): boolean {
  const at = key === '' ? undefined : keys.get(key);
  if (at === undefined) {
    if (key !== '') keys.set(key, rows.length);
    rows.push(values);
    return true;
  }
  const adds = query.mergeable?.adds ?? null;
  const before = rows[at];
  if (adds === null || before === undefined) return false;
  rows[at] = before.map((value, place) =>
    place === adds ? Number(value) + Number(values[place]) : value,
  );
  return true;
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
