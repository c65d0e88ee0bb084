import { describe, expect, test } from 'vitest';
import { differencesOf } from '../../../src/use-cases/difference.ts';

function differences(consented: string | undefined, submitted: string | undefined) {
  return differencesOf(consented, submitted, ['Data', 'Initiation']).map(({ path }) => path);
}

describe('differencesOf finds no difference', () => {
  test.each([
    ['white space', '{"a":1,"b":[1,2]}', ' { "a" : 1 ,\n"b":[ 1, 2 ] } '],
    ['the order of members', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['escapes', '{"a":"Café / \u{1F370}"}', '{"\\u0061":"Caf\\u00e9 \\/ \\ud83c\\udf70"}'],
    ['the spelling of numbers', '[10.50, 1e2, 0, -0, 1.0]', '[10.5, 100, 0.000, 0, 1]'],
    ['large exponents', '[1e400]', '[10e399]'],
    ['nothing', '{}', '{}'],
  ])('between texts that differ in %s', (_, consented, submitted) => {
    expect(differences(consented, submitted)).toEqual([]);
    expect(differences(submitted, consented)).toEqual([]);
  });

  test('between two missing texts', () => {
    expect(differences(undefined, undefined)).toEqual([]);
  });
});

describe('differencesOf finds', () => {
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
    ['an item of a list', '{"a":[1,2]}', '{"a":[2,2]}', '.a[0]'],
    ['the length of a list', '{"a":[1]}', '{"a":[1,null]}', '.a[1]'],
    ['a member that an object inherits', '{"a":{}}', '{"a":{"constructor":1}}', '.a.constructor'],
    ['white space within a text', '{"a":"x y"}', '{"a":"x  y"}', '.a'],
    ['a composed and a decomposed letter', '{"a":"\u00e9"}', '{"a":"e\u0301"}', '.a'],
  ])('%s', (_, consented, submitted, path) => {
    expect(differences(consented, submitted)).toEqual([`Data.Initiation${path}`]);
    expect(differences(submitted, consented)).toEqual([`Data.Initiation${path}`]);
  });

  test('all differences, in the order of the members', () => {
    const consented = '{"a":1,"b":{"c":[1,2,{"d":3}]},"e":5}';
    const submitted = '{"a":2,"b":{"c":[1,3,{}]},"f":5}';
    expect(differences(consented, submitted)).toEqual(
      ['a', 'b.c[1]', 'b.c[2].d', 'e', 'f'].map((path) => `Data.Initiation.${path}`),
    );
  });

  test('the values, shortened for a message', () => {
    const consented = `{"a":"A","b":1.50,"c":{},"d":"${'x'.repeat(100)}"}`;
    const submitted = '{"a":"B","b":1.5000000000000000001,"e":[1]}';
    const differences = differencesOf(consented, submitted, []);
    expect(differences.map((one) => [one.path, one.consented, one.submitted])).toEqual([
      ['a', '"A"', '"B"'],
      ['b', '1.50', '1.5000000000000000001'],
      ['c', 'an object', 'nothing'],
      ['d', `"${'x'.repeat(59)}…"`, 'nothing'],
      ['e', 'nothing', 'a list of 1'],
    ]);
  });

  test('the whole text if the other one is missing', () => {
    expect(differences('{}', undefined)).toEqual(['Data.Initiation']);
    expect(differences(undefined, '{}')).toEqual(['Data.Initiation']);
  });
});
