import { describe, expect, it } from 'vitest';
import { COUNTED, type Counts } from './counts.ts';
import { differences, writeBudget } from './table.ts';

describe('a table of counts', () => {
  const counts = Object.fromEntries(COUNTED.map((what, index) => [what, index])) as Counts;
  const budget = writeBudget([{ path: 'GET of a consent', counts }]);

  it('equals a table with the same counts, with copied bytes in thousands', () => {
    const same = { ...counts, 'bytes copied': 999 };
    expect(
      differences(`\n${budget}\n`, writeBudget([{ path: 'GET of a consent', counts: same }])),
    ).toEqual([]);
  });

  it('reports the new and the old count for each path', () => {
    const more = { ...counts, statements: 3, commits: 0, 'bytes copied': 2000 };
    expect(differences(budget, writeBudget([{ path: 'GET of a consent', counts: more }]))).toEqual([
      'GET of a consent: statements 3, not 0; commits 0, not 1; KB copied 2, not 0.',
    ]);
  });

  it('reports a missing and an additional path', () => {
    expect(differences(budget, writeBudget([{ path: 'POST', counts }]))).toEqual([
      'GET of a consent: is in the table, and no path.',
      'POST: is not in the table.',
    ]);
  });
});
