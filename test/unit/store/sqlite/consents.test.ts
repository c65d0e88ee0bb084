import { expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { Consents } from '../../../../src/store/repositories/payments/consents.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { statementsOf } from './statements.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

it('the query for consents to lapse uses its index, which lists the same statuses', () =>
  inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const texts = statementsOf(database, () => Consents);
    const query = expectDefined(
      texts.find((text) => text.includes('ORDER BY lapses_at')),
      'the query',
    );
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all(0, 1);
    expect(JSON.stringify(plan)).toContain('consent_to_lapse');
    database.close();
    return Promise.resolve();
  }));
