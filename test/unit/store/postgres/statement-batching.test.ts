import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  mergeableOf,
} from '../../../../src/store/postgres/database/statement-batching.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';

type Answers = 'rows' | 'counts' | 'none';

const mergeable = (sql: string, answers: Answers) =>
  expectDefined(mergeableOf({ sql, names: null }, answers), 'a statement that can be merged');

const merges = (sql: string, answers: Answers): boolean =>
  mergeableOf({ sql, names: null }, answers) !== null;

describe('merging several executions of a statement', () => {
  test('runs a SELECT for each row of parameters and numbers the results', () => {
    const { keys, textFor } = mergeable('SELECT name FROM t WHERE id = $1 AND n > $2', 'rows');
    expect(keys).toEqual([]);
    expect(textFor(['text', 'bigint'])).toBe(
      'SELECT given."#", found.* ' +
        'FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS given(a1, a2, "#") ' +
        'CROSS JOIN LATERAL (SELECT name FROM t WHERE id = given.a1 AND n > given.a2) AS found',
    );
  });

  test('inserts all rows and takes the key of a changed row from ON CONFLICT', () => {
    const plain = mergeable('INSERT INTO t (id, kind) VALUES ($1, $2)', 'none');
    expect(plain.keys).toEqual([]);
    expect(plain.textFor(['text', 'bytea']).trim()).toBe(
      'INSERT INTO t (id, kind) SELECT given.a1, given.a2 ' +
        'FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS given(a1, a2, "#")',
    );
    const nothing = 'INSERT INTO t (id) VALUES ($1) ON CONFLICT (id) DO NOTHING';
    expect(mergeable(nothing, 'none').keys).toEqual([]);
    const replaced =
      'INSERT INTO t (a, id, kind) VALUES ($1, $2, $3) ' +
      'ON CONFLICT (kind, id) DO UPDATE SET a = $1';
    expect(mergeable(replaced, 'none').keys).toEqual([2, 1]);
    expect(mergeable(replaced, 'none').textFor(['text', 'text', 'text'])).toContain(
      'ON CONFLICT (kind, id) DO UPDATE SET a = given.a1',
    );
  });

  test('changes rows by their first condition and numbers them if they are counted', () => {
    const sql = 'UPDATE t SET n = n + $1 WHERE id = $2 AND n < $3';
    const { keys, textFor } = mergeable(sql, 'none');
    expect(keys).toEqual([1]);
    const merged =
      'UPDATE t SET n = n + given.a1 ' +
      'FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY ' +
      'AS given(a1, a2, a3, "#") WHERE id = given.a2 AND n < given.a3';
    expect(textFor(['bigint', 'text', 'bigint'])).toBe(merged);
    expect(mergeable(sql, 'counts').textFor(['bigint', 'text', 'bigint'])).toBe(
      `${merged} RETURNING given."#"`,
    );
    const removed = mergeable('DELETE FROM t WHERE id = $1', 'none');
    expect(removed.textFor(['text'])).toBe(
      'DELETE FROM t USING unnest($1::text[]) WITH ORDINALITY AS given(a1, "#") WHERE id = given.a1',
    );
  });

  test('accepts an UPDATE with any line breaks', () => {
    const sql = 'UPDATE t\n  SET n = CASE WHEN n > $1 THEN n ELSE $1 END\n  WHERE id = $2';
    expect(mergeable(sql, 'none').textFor(['bigint', 'text'])).toBe(
      'UPDATE t\n  SET n = CASE WHEN n > given.a1 THEN n ELSE given.a1 END ' +
        'FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS given(a1, a2, "#") ' +
        'WHERE id = given.a2',
    );
  });

  test('writes NULL for a column with only null values and keeps the names of the others', () => {
    const { textFor } = mergeable('INSERT INTO t (a, b, c) VALUES ($1, $2, $3)', 'none');
    expect(textFor(['text', null, 'bigint'])).toContain('SELECT given.a1, NULL, given.a3');
    expect(textFor(['text', null, 'bigint'])).toContain(
      'unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS given(a1, a3, "#")',
    );
  });

  test.each<[string, Answers]>([
    // RETURNING gives the changed row, but not the execution that changed it.
    ['INSERT INTO t (id) VALUES ($1)', 'counts'],
    ['INSERT INTO t (id) VALUES ($1) RETURNING id', 'rows'],
    ['UPDATE t SET n = $1 WHERE id = $2 RETURNING n', 'rows'],
    ['DELETE FROM t WHERE id = $1 RETURNING n', 'rows'],
    ['SELECT 1 FROM t WHERE id = $1', 'none'],
    // No column identifies the rows.
    ['DELETE FROM t WHERE until < $1', 'none'],
    ['UPDATE t SET n = $1', 'none'],
    ['INSERT INTO t SELECT id FROM other WHERE id = $1', 'none'],
    ['WITH one AS (SELECT $1) SELECT * FROM one', 'rows'],
  ])('does not merge %s with the result type %s', (sql, answers) => {
    expect(merges(sql, answers)).toBe(false);
  });
});

describe('parameter values', () => {
  test('become columns with the type of their first value that is not null', () => {
    const bytes = Buffer.of(1);
    const rows = [
      ['a', null, null, null],
      [null, 7, bytes, null],
    ];
    expect(columnsOf(rows)).toEqual({
      types: ['text', 'bigint', 'bytea', null],
      columns: [
        ['a', null],
        [null, 7],
        [null, bytes],
      ],
    });
  });
});
