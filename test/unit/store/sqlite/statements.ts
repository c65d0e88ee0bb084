import { vi } from 'vitest';
import type { Database } from '../../../../src/store/sqlite/database/database.ts';
import { engineOf, SynchronousStatement } from '../../../../src/store/sqlite/engine.ts';
import type { Engine } from '../../../../src/store/repositories/engine.ts';

/**
 * Returns the SQL of all statements that `create` prepares, and of those that the engine prepares
 * at their first execution.
 */
export function statementsOf(
  database: Database,
  create: (engine: Engine) => unknown,
): readonly string[] {
  const engine = engineOf(database);
  const later: string[] = [];
  const noted = <Made>(statement: Made): Made => {
    if (statement instanceof SynchronousStatement) later.push(statement.sql);
    return statement;
  };
  const prepare = vi.spyOn(database, 'prepare');
  create({
    ...engine,
    prepare: (sql) => noted(engine.prepare(sql)),
    prepareClearExpired: (table, key) => noted(engine.prepareClearExpired(table, key)),
  });
  const atOnce = prepare.mock.calls.map(([text]) => text);
  prepare.mockRestore();
  return [...atOnce, ...later];
}
