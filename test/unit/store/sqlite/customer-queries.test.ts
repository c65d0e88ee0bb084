import { expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { CustomerQueries } from '../../../../src/store/repositories/payments/customer-queries.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { statementsOf } from './statements.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

it('the query for the previous file payment uses its index and skips other payments', () =>
  inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const texts = statementsOf(database, () => new CustomerQueries());
    const query = expectDefined(
      texts.find((text) => text.includes("family = 'file-payments'")),
      'the query',
    );
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all('north', 1, 'id', 'tpp');
    expect(JSON.stringify(plan)).toContain(
      'payment USING INDEX file_payment_of_customer (customer_id=? AND (created_at,id)<(?,?))',
    );
    expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
    database.close();
    return Promise.resolve();
  }));
