import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  NewSearchSource,
  SearchField,
  SearchFieldName,
  SearchTerm,
} from '../../src/domain/ports/search-index.ts';
import { wordsOf } from '../../src/domain/search/keys.ts';
import { termMatcher } from '../../src/domain/search/match.ts';
import { mergeSegments, writeSegment } from '../../src/workers/search-jobs.ts';
import { createSearchFiles } from '../helpers/search-files.ts';

const NAMES: readonly SearchFieldName[] = ['identification', 'reference', 'account', 'amount'];

/** Generates texts of a small alphabet, so that many are equal or begin alike. */
const texts = fc.oneof(
  fc.stringMatching(/^[abAB1]{1,3}([ .-][abAB1é’']{0,12})?$/),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const fields = fc.record({ name: fc.constantFrom(...NAMES), text: texts });

const sources = fc
  .array(
    fc.record({
      kind: fc.constantFrom('consent', 'payment', 'audit'),
      texts: fc.record({
        fields: fc.array(fields, { maxLength: 5 }),
        names: fc.array(texts, { maxLength: 3 }),
      }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((source, index) => ({ ...source, id: `id-${String(index)}` })));

const terms: fc.Arbitrary<SearchTerm> = fc.oneof(
  fc.record({
    kind: fc.constant('fields'),
    fields: fc.array(fields, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('words'), words: texts }),
);

/** Returns the ids of the sources that match, newest first. */
function scan(list: readonly NewSearchSource[], sought: readonly SearchTerm[]): readonly string[] {
  const matches = termMatcher(sought);
  return list
    .filter((source) => matches(source.texts))
    .map(({ id }) => id)
    .reverse();
}

describe('the search index', () => {
  it('finds the same sources as a scan of all texts', async () => {
    const files = createSearchFiles();
    await fc.assert(
      fc.asyncProperty(sources, fc.array(terms, { maxLength: 3 }), async (list, sought) => {
        const segment = await writeSegment(list, files);
        const found = await files.segments.lookUp(segment, sought);
        const ids = found.map(({ id }) => id);
        // The keys of words contain their first nine characters, so a source can be found that
        // does not match.
        expect(ids).toEqual(expect.arrayContaining([...scan(list, sought)]));
        const matches = termMatcher(sought);
        const compared = ids.filter((id) =>
          list.some((one) => one.id === id && matches(one.texts)),
        );
        expect(compared).toEqual(scan(list, sought));
      }),
    );
    files.remove();
  });

  it('finds every text of every source', async () => {
    const files = createSearchFiles();
    await fc.assert(
      fc.asyncProperty(sources, async (list) => {
        const segment = await writeSegment(list, files);
        for (const { id, kind, texts: sent } of list) {
          const wholes = sent.fields.map((field): SearchTerm => ({
            kind: 'fields',
            fields: [field],
          }));
          const starts = sent.names
            .flatMap(wordsOf)
            .flatMap((word) => [word, word.slice(0, 2)])
            .map((words): SearchTerm => ({ kind: 'words', words }));
          for (const term of [...wholes, ...starts].filter(isFindable)) {
            const found = await files.segments.lookUp(segment, [term]);
            expect(found).toContainEqual({ kind, id });
            expect(termMatcher([term])(sent)).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
    files.remove();
  });

  it('merges segments into the segment that would have been written at once', async () => {
    const files = createSearchFiles();
    await fc.assert(
      fc.asyncProperty(sources, fc.array(fc.nat(40), { maxLength: 4 }), async (list, cuts) => {
        const whole = await writeSegment(list, files);
        const ends = [...cuts.toSorted((one, other) => one - other), list.length];
        const parts = [];
        for (const [index, end] of ends.entries()) {
          parts.push(await writeSegment(list.slice(ends[index - 1] ?? 0, end), files));
        }
        expect(await mergeSegments(parts, files)).toEqual(whole);
      }),
    );
    files.remove();
  });
});

/** Returns false for an empty text, which is not found. */
function isFindable(term: SearchTerm): boolean {
  if (term.kind === 'words') return wordsOf(term.words).length > 0;
  return term.fields.every(({ text }: SearchField) => text !== '');
}
