import { expect, it } from 'vitest';
import { countPaths } from './paths.ts';
import { differences, writeBudget } from './table.ts';

/**
 * Expected counts of operations for each frequent request, in the built service. They do not depend
 * on the machine. `npm run budget` prints the current table. The test also fails if a count is
 * lower than expected, so that every improvement is recorded here.
 */
const BUDGET = `
                                 statements  commits  token look-ups  SHA-256  strict parses  JSON.parse  worker messages  KB copied
───────────────────────────────  ──────────  ───────  ──────────────  ───────  ─────────────  ──────────  ───────────────  ─────────
GET of a consent                          1        0               0        1              0           0                0          0
POST of a consent                         7        1               0        5              1           1                0          0
POST of a payment that waits             17        1               1        5              1           1                0          0
domestic payment, to its end             42        3               1        5              1           1                0          0
VRP, to its end                          43        3               1        5              1           3                0          0
upload of 2 MB                           11        1               0        5              2          21                2       2097
file of 2 MB, consent to report          97        7               1       21              6          46                8       2097
`;

const WHAT_TO_DO = `A higher count: find the cause (npm run budget -- --statements), and remove or
explain it. A lower count: keep it. In both cases replace the table in this test by that of npm run
budget, and give the reason in the commit.`;

it('every hot path has exactly the counts of its budget', async () => {
  const found = differences(BUDGET, writeBudget(await countPaths()));
  expect(found, `${found.join('\n')}\n\n${WHAT_TO_DO}`).toEqual([]);
});
