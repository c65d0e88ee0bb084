import fc from 'fast-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import { NOW, withStore, type TestStore } from '../contract/store/fixtures.ts';
import { BacsBank, FIRST_INDEX, submissionIdOf } from '../helpers/bacs-bank.ts';
import { arucs, returnedItem, totals } from '../unit/schemes/answers/bacs-documents.ts';

/* Reports of returned credits in any order, repeated and interrupted, against a simple count. */

const CREDITOR = '01020312345678';
/** The amounts of credits in pence. Credits with the same amount are equal. */
const AMOUNTS = [100, 200, 300];

const amount = fc.constantFrom(...AMOUNTS);

const SCENARIO = fc.record({
  /** The credits of each submission. */
  submissions: fc.array(fc.array(amount, { minLength: 1, maxLength: 6 }), {
    ...{ minLength: 1, maxLength: 3 },
  }),
  /** The items of each report. */
  reports: fc.array(fc.array(amount, { maxLength: 6 }), { maxLength: 4 }),
  /** The reports that arrive, also repeatedly. */
  arrivals: fc.array(fc.nat({ max: 3 }), { maxLength: 8 }),
  sliceSize: fc.integer({ min: 1, max: 4 }),
  /** Reads each report when it arrives. Otherwise, all of them are read at the same time. */
  isReadAtOnce: fc.boolean(),
  failsAfter: fc.option(fc.nat({ max: 6 })),
});

/** Returns the report with this number. It is the same document whenever it arrives. */
function reportOf(number: number, items: readonly number[]): string {
  const total = items.reduce((sum, pence) => sum + pence, 0);
  const written = items.map((pence) => returnedItem((pence / 100).toFixed(2))).join('');
  return arucs(written + totals(items.length, (total / 100).toFixed(2)))
    .replaceAll('A &amp; B', 'A PAYEE')
    .replace('"007"', `"${String(number)}"`);
}

/** Returns the number of returned credits of each amount. */
async function returnedIn(store: TestStore, submissions: readonly (readonly number[])[]) {
  const returned = new Map(AMOUNTS.map((pence) => [pence, 0]));
  for (const [at, credits] of submissions.entries()) {
    const indexes = credits.map((_, index) => FIRST_INDEX + index);
    const ended = await store.endedCredits(submissionIdOf(`p${String(at)}`), indexes);
    for (const index of ended) {
      const pence = credits[index - FIRST_INDEX] ?? 0;
      returned.set(pence, (returned.get(pence) ?? 0) + 1);
    }
  }
  return returned;
}

const count = (all: readonly number[], pence: number): number =>
  all.filter((one) => one === pence).length;

it('return the money of their records once, whatever their order and number', async () => {
  const open = (directory: string) => openSqliteStore(join(directory, 'bank.db'), () => NOW);
  await fc.assert(
    fc.asyncProperty(
      SCENARIO,
      async ({ submissions, reports, arrivals, isReadAtOnce, ...rest }) => {
        await withStore(open, async (store) => {
          const bank = Object.assign(new BacsBank(store), rest);
          for (const [at, credits] of submissions.entries()) {
            await bank.submit(
              `p${String(at)}`,
              credits.map((pence) => ({ pence, creditor: CREDITOR })),
            );
          }
          const arrived = new Set(arrivals.filter((number) => reports[number] !== undefined));
          for (const number of arrivals) {
            const items = reports[number];
            if (items === undefined) continue;
            await bank.receive(reportOf(number, items));
            if (isReadAtOnce) await bank.read();
          }
          await bank.read();
          const listed = [...arrived].flatMap((number) => reports[number] ?? []);
          const sent = submissions.flat();
          const returned = await returnedIn(store, submissions);
          let setAside = 0;
          for (const pence of AMOUNTS) {
            const expected = Math.min(count(listed, pence), count(sent, pence));
            expect(returned.get(pence)).toBe(expected);
            setAside += count(listed, pence) - expected;
          }
          expect(await store.countHubProblems()).toMatchObject({ answer: setAside, document: 0 });
        })();
      },
    ),
    { numRuns: 40 },
  );
});
