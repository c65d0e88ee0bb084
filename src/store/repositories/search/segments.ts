import type { SearchSegment } from '../../../domain/ports/search-index.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Settings } from '../settings.ts';

const LOCK = rowLock('setting', 'name');

/** Name of the setting whose row is locked while the list of segments changes. */
const SEGMENTS_LOCK = 'search.lock';

/** The segments of the search index. Each change checks that their ranges stay contiguous. */
export class SearchSegments {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  readonly list = () => SQL.list.all();

  *add(segment: SearchSegment): DbCommand<boolean> {
    yield* this.#acquire();
    const last = (yield* SQL.last.get())?.last ?? 0;
    if (segment.firstSequence !== last + 1) return false;
    yield* SQL.add.write(segment);
    return true;
  }

  *replace(replaced: readonly SearchSegment[], merged: SearchSegment): DbCommand<boolean> {
    yield* this.#acquire();
    const { firstSequence, lastSequence } = merged;
    const stored = yield* SQL.between.all(firstSequence, lastSequence);
    const isSame =
      stored.length === replaced.length &&
      stored.every(({ sha256 }, index) => sha256 === replaced[index]?.sha256);
    if (!isSame || stored.at(0)?.firstSequence !== firstSequence) return false;
    if (stored.at(-1)?.lastSequence !== lastSequence) return false;
    yield* SQL.remove.write(firstSequence, lastSequence);
    yield* SQL.add.write(merged);
    return true;
  }

  *countUnindexed(): DbCommand<number> {
    return (yield* SQL.unindexed.get())?.entries ?? 0;
  }

  *clear(): DbCommand<number> {
    yield* this.#acquire();
    return yield* SQL.clear.run();
  }

  /** Waits until no other node changes the list. */
  *#acquire(): DbCommand<void> {
    yield* this.#settings.addSetting(SEGMENTS_LOCK, '');
    yield* LOCK.acquire([SEGMENTS_LOCK]);
  }
}

/**
 * Checks that the ranges of the segments are contiguous from entry 1 on. Returns a sentence about
 * each problem.
 */
export function* auditSegments(): DbCommand<readonly string[]> {
  let next = 1;
  const problems: string[] = [];
  for (const { firstSequence, lastSequence } of yield* SQL.list.all()) {
    if (firstSequence !== next) {
      const found = String(firstSequence);
      const expected = String(next);
      problems.push(
        `The search index continues at audit entry ${found} instead of ${expected}. ` +
          'Build it again: npx pisctl search rebuild',
      );
    }
    next = lastSequence + 1;
  }
  return problems;
}

const SEGMENT = `first_sequence AS firstSequence, last_sequence AS lastSequence,
  from_at AS "from", to_at AS "to", sha256, bytes, sources, entries`;

const SQL = {
  list: sql<[], SearchSegment>(`SELECT ${SEGMENT} FROM search_segment ORDER BY first_sequence`),
  last: sql<[], { last: number | null }>('SELECT MAX(last_sequence) AS last FROM search_segment'),
  between: sql<[first: number, last: number], SearchSegment>(`
    SELECT ${SEGMENT} FROM search_segment
    WHERE first_sequence BETWEEN ? AND ? ORDER BY first_sequence`),
  add: sql<SearchSegment>(`
    INSERT INTO search_segment (first_sequence, last_sequence, from_at, to_at, sha256, bytes,
      sources, entries)
    VALUES (@firstSequence, @lastSequence, @from, @to, @sha256, @bytes, @sources, @entries)`),
  remove: sql<[first: number, last: number]>(`
    DELETE FROM search_segment WHERE first_sequence BETWEEN ? AND ?`),
  unindexed: sql<[], { entries: number }>(`
    SELECT (SELECT COALESCE(MAX(sequence), 0) FROM audit_entry)
      - (SELECT COALESCE(MAX(last_sequence), 0) FROM search_segment) AS entries`),
  clear: sql<[]>('DELETE FROM search_segment'),
};
