import { describe, expect, it } from 'vitest';
import type { SearchFieldName } from '../../../../src/domain/ports/search-index.ts';
import {
  fieldKey,
  KEY_LIMIT,
  normaliseField,
  visitWordKeys,
  wordKeys,
  wordsOf,
} from '../../../../src/domain/search/keys.ts';

function keysOf(text: string): readonly number[] {
  const keys: number[] = [];
  visitWordKeys(text, (key) => keys.push(key));
  return keys;
}

describe('fieldKey', () => {
  const cases: readonly [SearchFieldName, string, string][] = [
    ['account', '12-34-56 12345678', '12345612345678'],
    ['account', 'GB29 NWBK 6016 1331 9268 19', '60161331926819'],
    ['account', 'gb29nwbk60161331926819', '60161331926819'],
    ['account', 'FR14 2004 1010 0505 0001 3M02 606', 'fr1420041010050500013m02606'],
    ['identification', 'Fresco.21302/GFX', 'fresco21302gfx'],
    ['reference', 'Überweisung Nº 5', 'uberweisungno5'],
    ['reference', '--', '--'],
    ['amount', '1050 GBP', '1050gbp'],
  ];

  it.each(cases)('treats the notations of the %s %s as equal', (name, sent, normalised) => {
    expect(normaliseField(name, sent)).toBe(normalised);
    expect(fieldKey(name, sent)).toBe(fieldKey(name, normalised));
  });

  it('distinguishes the fields, and texts without letters or digits', () => {
    expect(fieldKey('identification', 'A1')).not.toBe(fieldKey('reference', 'A1'));
    expect(fieldKey('reference', '-')).not.toBe(fieldKey('reference', '--'));
    expect(fieldKey('reference', '株式会社')).not.toBe(fieldKey('reference', '株式'));
  });

  it('has hardly any equal keys of different texts', () => {
    const keys = new Set<number>();
    for (let id = 0; id < 200_000; id += 1)
      keys.add(fieldKey('identification', `E2E${String(id)}`));
    expect(keys.size).toBe(200_000);
    expect(Math.max(...[...keys].slice(0, 10_000))).toBeLessThan(2 ** 40);
  });

  it('spreads the keys of consecutive ids evenly', () => {
    const counts = new Uint32Array(16);
    for (let id = 0; id < 16_000; id += 1) {
      const slot = Math.floor(fieldKey('identification', String(id)) / 2 ** 36);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });
});

describe('wordKeys', () => {
  it('contains the keys of words that begin with a word, and no others', () => {
    const { first, last } = wordKeys('smi');
    const isIn = (text: string) => keysOf(text).map((key) => key >= first && key <= last);
    expect(isIn("smi SMITH Smithson-Jones smj sm smhzzzzzzzzz O'Smith")).toEqual([
      ...[true, true, true, false, false, false, false, false],
    ]);
    expect(isIn('Smítko')).toEqual([true]);
  });

  it('has the order of the words', () => {
    const keys = keysOf('0 9 9z a a0 ab abcdefgh abcdefghi abcdefghj b zzzzzzzzzz');
    expect(keys).toEqual(keys.toSorted((one, other) => one - other));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.at(-1)).toBeLessThan(KEY_LIMIT);
  });
});

it('the keys stay the same, because stored segments contain them', () => {
  const names = ['identification', 'reference', 'account', 'amount', 'subject'] as const;
  expect(names.map((name) => fieldKey(name, 'E2E-1'))).toEqual([
    ...[572369596603, 662461676449, 142705311402, 288846522431, 475737698051],
  ]);
  expect(fieldKey('reference', '株式会社')).toBe(665006751591);
  expect(wordKeys('smith').first).toBe(128777152794784);
  expect(wordKeys('株式').first).toBe(165101685680256);
});

describe('wordsOf', () => {
  it('divides a name as the keys do', () => {
    expect(wordsOf("O'Brien & Söhne-Müller (2.) ")).toEqual(['obrien', 'sohne', 'muller', '2']);
    expect(keysOf("O'Brien (2.)")).toEqual(['obrien', '2'].map((word) => wordKeys(word).first));
    expect(keysOf('Ó’Brien')).toEqual([wordKeys('obrien').first]);
  });
});
