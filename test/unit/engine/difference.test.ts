import { describe, expect, test } from 'vitest';
import { firstDifference } from '../../../src/engine/difference.ts';

function difference(consented: string | undefined, submitted: string | undefined) {
  return firstDifference(consented, submitted, ['Data', 'Initiation']);
}

describe('two texts are equal as values', () => {
  test.each([
    ['white space', '{"a":1,"b":[1,2]}', ' { "a" : 1 ,\n"b":[ 1, 2 ] } '],
    ['the order of members', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['escapes', '{"a":"Café / \u{1F370}"}', '{"\\u0061":"Caf\\u00e9 \\/ \\ud83c\\udf70"}'],
    ['the spelling of numbers', '[10.50, 1e2, 0, -0, 1.0]', '[10.5, 100, 0.000, 0, 1]'],
    ['large exponents', '[1e400]', '[10e399]'],
    ['nothing at all', '{}', '{}'],
  ])('whatever their %s', (_, consented, submitted) => {
    expect(difference(consented, submitted)).toBeUndefined();
    expect(difference(submitted, consented)).toBeUndefined();
  });

  test('when neither is there', () => {
    expect(difference(undefined, undefined)).toBeUndefined();
  });
});

describe('the first member that differs is named', () => {
  test.each([
    ['a text', '{"a":{"b":"x"}}', '{"a":{"b":"X"}}', '.a.b'],
    ['a digit beyond floating point', '{"a":10.5}', '{"a":10.50000000000000001}', '.a'],
    ['a large number by one', '{"a":9007199254740993}', '{"a":9007199254740992}', '.a'],
    ['a sign', '{"a":1}', '{"a":-1}', '.a'],
    ['a number and a text', '{"a":1}', '{"a":"1"}', '.a'],
    ['a number and its digits as an object', '{"a":1}', '{"a":{"digits":"1e0"}}', '.a'],
    ['null and nothing', '{"a":null}', '{}', '.a'],
    ['false and null', '{"a":false}', '{"a":null}', '.a'],
    ['a list and an object', '{"a":[]}', '{"a":{}}', '.a'],
    ['the order of a list', '{"a":[1,2]}', '{"a":[2,1]}', '.a[0]'],
    ['the length of a list', '{"a":[1]}', '{"a":[1,null]}', '.a[1]'],
    ['a member that an object inherits', '{"a":{}}', '{"a":{"constructor":1}}', '.a.constructor'],
    ['white space within a text', '{"a":"x y"}', '{"a":"x  y"}', '.a'],
    ['a composed and a decomposed letter', '{"a":"\u00e9"}', '{"a":"e\u0301"}', '.a'],
  ])('%s', (_, consented, submitted, path) => {
    expect(difference(consented, submitted)).toBe(`Data.Initiation${path}`);
    expect(difference(submitted, consented)).toBe(`Data.Initiation${path}`);
  });

  test('or the whole when one of them is not there', () => {
    expect(difference('{}', undefined)).toBe('Data.Initiation');
    expect(difference(undefined, '{}')).toBe('Data.Initiation');
  });
});
