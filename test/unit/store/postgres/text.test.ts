import { describe, expect, test } from 'vitest';
import { nameOf, storable, textOf } from '../../../../src/store/postgres/database/sql-text.ts';

describe("translating a statement to PostgreSQL's dialect", () => {
  test('numbers positional parameters in order', () => {
    expect(textOf('UPDATE work SET cursor = ? WHERE id = ? AND step = ?')).toEqual({
      sql: 'UPDATE work SET cursor = $1 WHERE id = $2 AND step = $3',
      names: null,
    });
  });

  test('gives a named parameter one number, even if it occurs repeatedly', () => {
    expect(textOf('SELECT 1 WHERE @now < @end AND (@now = @end OR @one)')).toEqual({
      sql: 'SELECT 1 WHERE $1 < $2 AND ($1 = $2 OR $3)',
      names: ['now', 'end', 'one'],
    });
  });

  test('quotes names with capital letters and leaves SQL keywords unchanged', () => {
    expect(textOf('SELECT created_at AS createdAt, MAX(at) FROM t').sql).toBe(
      'SELECT created_at AS "createdAt", MAX(at) FROM t',
    );
  });

  test('leaves quoted text unchanged', () => {
    const quoted = `SELECT 'json_each(?) isA @name, ''too''' AS "aName?", '@x'`;
    expect(textOf(quoted)).toEqual({ sql: quoted, names: null });
  });

  test('replaces functions that have another name in PostgreSQL', () => {
    expect(textOf('SELECT value FROM json_each(?)').sql).toBe('SELECT value FROM listed($1)');
  });

  test('rejects a mixture of named and positional parameters', () => {
    expect(() => textOf('SELECT ?, @one')).toThrow('parameters have names or places, not both');
  });
});

test('names of prepared statements are never truncated, and different statements have different names', () => {
  const texts = [
    'SELECT 1',
    'SELECT 2',
    `SELECT ${'1, '.repeat(100)}1`,
    `SELECT ${'1, '.repeat(100)}2`,
  ];
  const names = texts.map(nameOf);
  expect(new Set(names).size).toBe(texts.length);
  expect(names.every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true);
  expect(nameOf('SELECT 1')).toBe(names[0]);
});

test('characters that PostgreSQL cannot store are replaced, and all other texts are unchanged', () => {
  expect(storable('tpp-one\0\0')).toBe('tpp-one\ufffd\ufffd');
  expect(['\ud83d', 'x\ude42', '\ud83dx'].map(storable)).toEqual(['\ufffd', 'x\ufffd', '\ufffdx']);
  expect(storable('🙂')).toBe('🙂');
  expect(storable("O'Neill \\0 é\t")).toBe("O'Neill \\0 é\t");
});
