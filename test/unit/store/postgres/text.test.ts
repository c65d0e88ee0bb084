import { describe, expect, test } from 'vitest';
import { nameOf, storable, textOf } from '../../../../src/store/postgres/database/sql-text.ts';

describe('a text of the rooms, in PostgreSQL’s words,', () => {
  test('has numbers for the parameters of a list, in their order', () => {
    expect(textOf('UPDATE work SET cursor = ? WHERE id = ? AND step = ?')).toEqual({
      sql: 'UPDATE work SET cursor = $1 WHERE id = $2 AND step = $3',
      names: null,
    });
  });

  test('has one number for a name, however often it stands there', () => {
    expect(textOf('SELECT 1 WHERE @now < @end AND (@now = @end OR @one)')).toEqual({
      sql: 'SELECT 1 WHERE $1 < $2 AND ($1 = $2 OR $3)',
      names: ['now', 'end', 'one'],
    });
  });

  test('keeps the capitals of a name, and leaves words of SQL as they are', () => {
    expect(textOf('SELECT created_at AS createdAt, MAX(at) FROM t').sql).toBe(
      'SELECT created_at AS "createdAt", MAX(at) FROM t',
    );
  });

  test('leaves what stands in quotation marks alone', () => {
    const quoted = `SELECT 'json_each(?) isA @name, ''too''' AS "aName?", '@x'`;
    expect(textOf(quoted)).toEqual({ sql: quoted, names: null });
  });

  test('calls functions by the names that they have there', () => {
    expect(textOf('SELECT value FROM json_each(?)').sql).toBe('SELECT value FROM listed($1)');
  });

  test('has names or places, not both', () => {
    expect(() => textOf('SELECT ?, @one')).toThrow('parameters have names or places, not both');
  });
});

test('the names of statements are short enough not to be cut, and differ where texts do', () => {
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

test('a text that PostgreSQL cannot hold is one that it can, and all others are as they are', () => {
  expect(storable('tpp-one\0\0')).toBe('tpp-one\ufffd\ufffd');
  expect(['\ud83d', 'x\ude42', '\ud83dx'].map(storable)).toEqual(['\ufffd', 'x\ufffd', '\ufffdx']);
  expect(storable('🙂')).toBe('🙂');
  expect(storable("O'Neill \\0 é\t")).toBe("O'Neill \\0 é\t");
});
