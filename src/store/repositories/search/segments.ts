import type { SearchSegment } from '../../../domain/ports/search-index.ts';
import type { DbCommand, Engine, Lock } from '../engine.ts';
import type { Settings } from '../settings.ts';

/** Name of the setting whose row is locked while the list of segments changes. */
const SEGMENTS_LOCK = 'search.lock';

/** The segments of the search index. Each change checks that their ranges stay contiguous. */
export class SearchSegments {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #lock: Lock;
  readonly #settings: Settings;

  constructor(engine: Engine, settings: Settings) {
    this.#sql = prepare(engine);
    this.#lock = engine.lock('setting', 'name');
    this.#settings = settings;
  }

  readonly list = () => this.#sql.list.all();

  *add(segment: SearchSegment): DbCommand<boolean> {
    yield* this.#acquire();
    const last = (yield* this.#sql.last.get())?.last ?? 0;
    if (segment.firstSequence !== last + 1) return false;
    yield* this.#sql.add.write(segment);
    return true;
  }

  *replace(replaced: readonly SearchSegment[], merged: SearchSegment): DbCommand<boolean> {
    yield* this.#acquire();
    const { firstSequence, lastSequence } = merged;
    const stored = yield* this.#sql.between.all(firstSequence, lastSequence);
    const isSame =
      stored.length === replaced.length &&
      stored.every(({ sha256 }, index) => sha256 === replaced[index]?.sha256);
    if (!isSame || stored.at(0)?.firstSequence !== firstSequence) return false;
    if (stored.at(-1)?.lastSequence !== lastSequence) return false;
    yield* this.#sql.remove.write(firstSequence, lastSequence);
    yield* this.#sql.add.write(merged);
    return true;
  }

  *countUnindexed(): DbCommand<number> {
    return (yield* this.#sql.unindexed.get())?.entries ?? 0;
  }

  *clear(): DbCommand<number> {
    yield* this.#acquire();
    return yield* this.#sql.clear.run();
  }

  /** Waits until no other node changes the list. */
  *#acquire(): DbCommand<void> {
    yield* this.#settings.addSetting(SEGMENTS_LOCK, '');
    yield* this.#lock.acquire([SEGMENTS_LOCK]);
  }
}

/**
 * Checks that the ranges of the segments are contiguous from entry 1 on. Returns a sentence about
 * each problem.
 */
export function* auditSegments(engine: Engine): DbCommand<readonly string[]> {
  let next = 1;
  const problems: string[] = [];
  for (const { firstSequence, lastSequence } of yield* prepare(engine).list.all()) {
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

function prepare(engine: Engine) {
  return {
    list: engine.prepare<[], SearchSegment>(
      `SELECT ${SEGMENT} FROM search_segment ORDER BY first_sequence`,
    ),
    last: engine.prepare<[], { last: number | null }>(
      'SELECT MAX(last_sequence) AS last FROM search_segment',
    ),
    between: engine.prepare<[first: number, last: number], SearchSegment>(
      `SELECT ${SEGMENT} FROM search_segment
       WHERE first_sequence BETWEEN ? AND ? ORDER BY first_sequence`,
    ),
    add: engine.prepare<SearchSegment>(
      `INSERT INTO search_segment (first_sequence, last_sequence, from_at, to_at, sha256, bytes,
         sources, entries)
       VALUES (@firstSequence, @lastSequence, @from, @to, @sha256, @bytes, @sources, @entries)`,
    ),
    remove: engine.prepare<[first: number, last: number]>(
      'DELETE FROM search_segment WHERE first_sequence BETWEEN ? AND ?',
    ),
    unindexed: engine.prepare<[], { entries: number }>(
      `SELECT (SELECT COALESCE(MAX(sequence), 0) FROM audit_entry)
         - (SELECT COALESCE(MAX(last_sequence), 0) FROM search_segment) AS entries`,
    ),
    clear: engine.prepare<[]>('DELETE FROM search_segment'),
  };
}
