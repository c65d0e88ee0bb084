import { expect, test } from 'vitest';
import { rowKeyOf, WriteBuffer } from '../../../../src/store/postgres/database/write-buffer.ts';
import { boundQueryOf, type BoundQuery } from '../../../../src/store/postgres/engine.ts';
import type { DbCommand, StatementRequest } from '../../../../src/store/repositories/engine.ts';
import { SQL } from './statements.ts';

/** Returns the write that a statement requests. */
function written(run: DbCommand<void>): BoundQuery {
  return boundQueryOf(run.next().value as StatementRequest);
}

/** Adds the writes of one command in order. Returns the index of the last batch. */
function write(log: WriteBuffer, runs: readonly DbCommand<void>[], from = 0): number {
  return runs
    .map(written)
    .reduce((at, { query, values }) => log.add(query, values, { from: at, fence: 0 }), from);
}

const drain = (log: WriteBuffer) =>
  log.take().map(({ query, rows }) => [query.sql.split(' ', 1)[0], ...rows]);

test('writes of different commands with the same text become one statement', () => {
  const log = new WriteBuffer();
  write(log, [SQL.add.write('a', 1), SQL.move.write(5, 'x')]);
  write(log, [SQL.add.write('b', 2), SQL.move.write(6, 'y')]);
  expect(drain(log)).toEqual([
    ['INSERT', ['a', 1], ['b', 2]],
    ['UPDATE', [5, 'x'], [6, 'y']],
  ]);
  expect([log.size, drain(log)]).toEqual([0, []]);
});

test('writes of one command stay in their order', () => {
  const log = new WriteBuffer();
  write(log, [SQL.remove.write('a'), SQL.add.write('a', 1), SQL.remove.write('b')]);
  expect(drain(log)).toEqual([
    ['DELETE', ['a']],
    ['INSERT', ['a', 1]],
    ['DELETE', ['b']],
  ]);
});

test('two changes of one row become two statements, in their order', () => {
  const log = new WriteBuffer();
  write(log, [SQL.move.write(1, 'a'), SQL.move.write(2, 'b'), SQL.move.write(3, 'a')]);
  write(log, [SQL.move.write(4, 'a')]);
  expect(drain(log)).toEqual([
    ['UPDATE', [1, 'a'], [2, 'b']],
    ['UPDATE', [3, 'a']],
    ['UPDATE', [4, 'a']],
  ]);
});

test('a write with a later start position goes behind the earlier statements', () => {
  const log = new WriteBuffer();
  write(log, [SQL.add.write('a', 1)]);
  expect(write(log, [SQL.add.write('b', 2)], log.size)).toBe(1);
  expect(drain(log)).toEqual([
    ['INSERT', ['a', 1]],
    ['INSERT', ['b', 2]],
  ]);
});

test('a changed row is identified by its key, and a new row has no key', () => {
  const keyOfWrite = (run: DbCommand<void>) => {
    const { query, values } = written(run);
    return rowKeyOf(query, values);
  };
  expect(keyOfWrite(SQL.move.write(1, 'a'))).toBe(keyOfWrite(SQL.move.write(2, 'a')));
  expect(keyOfWrite(SQL.move.write(1, 'a'))).not.toBe(keyOfWrite(SQL.move.write(1, 'b')));
  expect(keyOfWrite(SQL.add.write('a', 1))).toBe('');
  expect(keyOfWrite(SQL.clear.write(1, 10))).toBeNull();
});
