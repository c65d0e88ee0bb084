import { expectDefined } from '../../../shared/assert.ts';
import type { Query } from '../engine.ts';
import type { Values } from './statement-batching.ts';

/** Several writes with the same SQL text, which are sent as one statement. */
export interface WriteBatch {
  readonly query: Query;
  readonly rows: Values[];
  /** For each row key, the index of its values in `rows`. */
  readonly keys: Map<string, number>;
}

/**
 * Collects the writes of concurrent commands, in an order that gives the same result as executing
 * the commands one after the other, with as few statements as possible.
 *
 * A write joins an earlier batch with the same text unless that would change the result. The writes
 * of one command stay in their order, and so do two writes that may concern the same row. Example
 * with two commands:
 *
 *     command 1: INSERT entry a, UPDATE account X      batch 0: INSERT entry a, b
 *     command 2: INSERT entry b, UPDATE account Y      batch 1: UPDATE account X, Y
 *
 * If both commands set account X, the second UPDATE becomes batch 2.
 */
export class WriteBuffer {
  #batches: WriteBatch[] = [];

  /**
   * Number of waiting batches. A caller can pass it later as the first position where its next
   * writes may be placed.
   */
  get size(): number {
    return this.#batches.length;
  }

  /**
   * Adds a write and returns the index of its batch.
   *
   * The batch is not before `from`, which is after the earlier writes of the same command. It is
   * not before `fence`, which is after the writes of the commands whose locks this command took
   * over. As an exception, an insert or an addition may go before the fence, but not before another
   * change of the same table.
   */
  add(query: Query, values: Values, { from, fence }: { from: number; fence: number }): number {
    const key = rowKeyOf(query, values);
    for (
      let index = this.#firstIndex(query, from, fence);
      index < this.#batches.length;
      index += 1
    ) {
      const batch = this.#batches[index];
      if (batch?.query === query && key !== null && tryMerge(batch, key, values)) return index;
    }
    const keys = new Map(key === null || key === '' ? [] : [[key, 0]]);
    return this.#batches.push({ query, rows: [values], keys }) - 1;
  }

  #firstIndex(query: Query, from: number, fence: number): number {
    if (!isOrderIndependent(query)) return Math.max(from, fence);
    const table = tableOf(query);
    const others = this.#batches.slice(from, fence);
    const last = others.findLastIndex(
      (batch) => !isOrderIndependent(batch.query) && tableOf(batch.query) === table,
    );
    return from + last + 1;
  }

  /** Removes and returns all waiting batches. */
  take(): readonly WriteBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }
}

function isOrderIndependent({ mergeable }: Query): boolean {
  return mergeable !== null && (mergeable.keys.length === 0 || mergeable.adds !== null);
}

/** Returns the table that a write changes. */
function tableOf({ sql }: Query): string {
  return expectDefined(
    /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(sql)?.[1],
    'the table of a write',
  );
}

/**
 * Adds a write to an existing batch and returns true, or returns false if the write cannot be
 * merged. If two writes add to the same row, their numbers are summed.
 */
function tryMerge({ query, rows, keys }: WriteBatch, key: string, values: Values): boolean {
  const at = key === '' ? undefined : keys.get(key);
  if (at === undefined) {
    if (key !== '') keys.set(key, rows.length);
    rows.push(values);
    return true;
  }
  const adds = query.mergeable?.adds ?? null;
  const before = rows[at];
  if (adds === null || before === undefined) return false;
  rows[at] = before.map((value, index) =>
    index === adds ? Number(value) + Number(values[index]) : value,
  );
  return true;
}

/**
 * Returns the key of the row that a write changes, or an empty text for an insert. Returns null if
 * the write cannot be merged, because its statement does not allow this or because all its values
 * are null.
 */
export function rowKeyOf({ mergeable }: Query, values: Values): string | null {
  if (mergeable === null || values.every((value) => value === null)) return null;
  const key = mergeable.keys.map((index) => values[index]);
  return key.length === 0 ? '' : JSON.stringify(key);
}
