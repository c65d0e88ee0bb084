import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { WorkList } from '../../../../src/store/repositories/payments/work.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { statementsOf } from './statements.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

/** Hundreds of thousands of orders may wait for their dates, so no query may scan them all. */
test('queries for due work use the index on source and time and scan no steps', () =>
  inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const queries = statementsOf(database, () => new WorkList());
    const ways = queries.flatMap((query) => {
      const plan = `EXPLAIN QUERY PLAN ${query.replaceAll(/[?]|@\w+/g, '1')}`;
      return database.prepare<[], { detail: string }>(plan).all();
    });
    database.close();
    const ofFresh = ways.map(({ detail }) => detail).filter((way) => way.includes('work_fresh'));
    expect(ofFresh.length).toBeGreaterThan(0);
    expect(ofFresh.filter((way) => !way.includes('(source=? AND try_at'))).toEqual([]);
    return Promise.resolve();
  }));
