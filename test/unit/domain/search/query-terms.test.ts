import { expect, test } from 'vitest';
import { MAX_QUERY_CHARACTERS, queryTerms } from '../../../../src/domain/search/query-terms.ts';

/** Returns the amounts that a text may be. */
function amountsOf(text: string): readonly string[] {
  return queryTerms(text).flatMap((term) =>
    term.kind === 'words'
      ? []
      : term.fields.filter(({ name }) => name === 'amount').map((field) => field.text),
  );
}

test.each([
  ['£1,050.00', ['105000 GBP']],
  ['£ 1050', ['105000 GBP']],
  ['1050.5 gbp', ['105050 GBP']],
  ['EUR 1,000,050.07', ['100005007 EUR']],
  ['1,050.00', ['105000 GBP']],
  ['1050 JPY', ['1050 JPY']],
  ['1050.50 JPY', []],
  ['1050 XYZ', []],
  ['£1050 EUR', []],
  ['EUR 1050 EUR', []],
  ['1,05.00', []],
  ['10,50', []],
  ['1050.123', []],
  ['-5', []],
  ['12345678901234', []],
])('%j is the amounts %j', (text, amounts) => {
  expect(amountsOf(text)).toEqual(amounts);
});

test('a text is searched for as an id, a reference and words, and an account if it has digits', () => {
  const names = (text: string) =>
    queryTerms(text).map((term) => (term.kind === 'words' ? 'words' : term.fields[0]?.name));
  expect(names(' Smith ')).toEqual(['identification', 'reference', 'words']);
  expect(names('11-28-00 01234567')).toEqual(['identification', 'reference', 'account', 'words']);
});

test.each(['', ' ', '%', '\0\n', '"*"', 'x'.repeat(MAX_QUERY_CHARACTERS + 1)])(
  'nothing is searched for with %j',
  (text) => {
    expect(queryTerms(text)).toEqual([]);
  },
);
