import { expect, it } from 'vitest';
import type { SearchTerm, SearchTexts } from '../../../../src/domain/ports/search-index.ts';
import { termMatcher } from '../../../../src/domain/search/match.ts';

const TEXTS: SearchTexts = {
  fields: [
    { name: 'identification', text: 'E2E-1' },
    { name: 'account', text: '12345612345678' },
    { name: 'reference', text: '' },
  ],
  names: ['Ann Featherstonehaugh', 'Invoice 17'],
};

const words = (text: string): SearchTerm => ({ kind: 'words', words: text });
const fields = (...texts: readonly string[]): SearchTerm => ({
  kind: 'fields',
  fields: texts.map((text) => ({ name: 'identification', text })),
});

it.each([
  ['the whole text of a field', [fields('e2e 1')], true],
  ['a part of a field', [fields('e2e')], false],
  ['several fields, and one differs', [fields('E2E1', 'E2E2')], false],
  ['one of several terms', [fields('E2E2'), words('ann')], true],
  ['beginnings of words of several names', [words('INV feath')], true],
  ['words, and one is missing', [words('ann invoice 18')], false],
  ['words that differ after their ninth character', [words('featherstonex')], false],
  ['no fields', [fields()], false],
  ['no words', [words(' - ')], false],
  ['no terms', [], false],
  ['an empty text', [{ kind: 'fields', fields: [{ name: 'reference', text: '' }] }], false],
] satisfies [string, readonly SearchTerm[], boolean][])(
  'termMatcher compares %s',
  (_, terms, matches) => {
    expect(termMatcher(terms)(TEXTS)).toBe(matches);
  },
);
