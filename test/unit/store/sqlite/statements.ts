import { vi } from 'vitest';
import type { Database } from '../../../../src/store/sqlite/database/database.ts';
import { withStablePlan } from '../../../../src/store/sqlite/engine.ts';
import { notedStatements } from '../../../helpers/noted-statements.ts';

/**
 * Returns the SQL of all statements that `create` prepares, and of those that `noteStatements` has
 * noted. They are prepared at their first execution.
 */
export function statementsOf(database: Database, create: () => unknown): readonly string[] {
  const prepare = vi.spyOn(database, 'prepare');
  create();
  const atOnce = prepare.mock.calls.map(([text]) => text);
  prepare.mockRestore();
  return [...atOnce, ...notedStatements('sqlite').map(withStablePlan)];
}
