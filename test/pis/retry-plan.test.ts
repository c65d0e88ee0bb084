import { expect, it } from 'vitest';
import { openSource } from '../../pis/src/input/open.ts';
import type { Mapping } from '../../pis/src/mapping/mapping.ts';
import {
  withOutcomes,
  type Outcome,
  type RowOutcome,
} from '../../pis/src/payment/file-outcomes.ts';
import { planRetry } from '../../pis/src/payment/file-retries.ts';
import { Table } from '../../pis/src/rows/table.ts';
import { fileOf } from './fixtures.ts';

const MAPPING: Mapping = {
  headerLine: 1,
  columns: [
    { name: 'Id', field: 'instruction-id' },
    { name: 'Name', field: 'name' },
  ],
};
/** An id as pis derives it from the content of a row. */
const BASE = `P${'A'.repeat(23)}`;

/** Plans a file of failed rows. A row has its own id or none, the id as sent, and an outcome. */
async function planOf(
  rows: readonly (readonly [own: string, id: string, outcome: Outcome])[],
  earlier: readonly number[] = [],
) {
  const path = await fileOf(['Id,Name', ...rows.map(([own]) => `${own},x`)].join('\n'));
  const table = new Table(await openSource(path, {}), MAPPING);
  async function* outcomes(): AsyncGenerator<RowOutcome, void> {
    for (const [at, [, instructionId, outcome]] of rows.entries()) {
      const ids = { instructionId, endToEndId: 'e', transactionId: 't' };
      yield await Promise.resolve({
        ...{ line: at + 2, name: 'x', pence: 1, outcome, status: outcome, ...ids },
      });
    }
  }
  return planRetry(table, withOutcomes(table, outcomes()), new Set(earlier));
}

it('refuses as many equal rows as were not rejected', async () => {
  // The failed one of two equal rows gets the first id in the new file.
  for (const outcomes of [
    ['paid', 'failed'],
    ['failed', 'paid'],
    ['failed', 'pending'],
  ] as const) {
    const [first, second] = outcomes;
    const plan = await planOf([
      ['', BASE, first],
      ['', `${BASE}-2`, second],
    ]);
    expect(plan.paid).toEqual([`${BASE}-2`]);
  }
  const allPaid = await planOf([
    ['', BASE, 'paid'],
    ['', `${BASE}-2`, 'paid'],
    ['', `${BASE}-3`, 'failed'],
  ]);
  expect(allPaid).toMatchObject({ rows: [3], paid: [`${BASE}-2`, `${BASE}-3`] });
  expect((await planOf([['', BASE, 'paid']])).paid).toEqual([BASE]);
});

it('takes ids of the sender as they are, also if they look like derived ones', async () => {
  const plan = await planOf([
    [BASE, BASE, 'paid'],
    [`${BASE}-2`, `${BASE}-2`, 'failed'],
    ['INV-2', 'INV-2', 'paid'],
  ]);
  expect(plan).toMatchObject({ rows: [2], paid: [BASE, 'INV-2'] });
});

it('takes rows that failed after an earlier file was written, and no others', async () => {
  const rows = [
    ['A', 'A', 'failed'],
    ['B', 'B', 'failed'],
    ['C', 'C', 'pending'],
  ] as const;
  expect(await planOf(rows, [1])).toMatchObject({
    ...{ rows: [2], failed: 1, earlier: 1, pending: 1, paid: ['A', 'C'] },
  });
});
