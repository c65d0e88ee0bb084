import type { Statement } from 'better-sqlite3';
import { runSync, type DbCommand, type StatementText } from '../repositories/engine.ts';
import type { Database } from './database/database.ts';

/** Runs a query or command to its end, because SQLite executes statements synchronously. */
export type RunSync = <Value>(command: DbCommand<Value>) => Value;

/**
 * Returns a function that runs commands on a database. Each statement is prepared at its first
 * execution, because preparing all statements would delay each start.
 */
export function runnerOf(database: Database): RunSync {
  const statements = new Map<StatementText, Statement>();
  const prepare = (statement: StatementText): Statement => {
    const prepared = database.prepare(withStablePlan(statement.text.sqlite));
    if (statement.isPlucked) prepared.pluck();
    statements.set(statement, prepared);
    return prepared;
  };
  return (command) =>
    runSync(command, (kind, statement, args) => {
      const prepared = statements.get(statement) ?? prepare(statement);
      if (kind === 'get') return prepared.get(...args);
      return kind === 'all' ? prepared.all(...args) : prepared.run(...args).changes;
    });
}

/** A parameter that is compared: `id = ?`, `expires_at > @now`, `day BETWEEN ? AND ?`. */
const COMPARED_PARAMETER = /([=<>]|\bBETWEEN|\bAND)\s*(?=[?@])/g;

/**
 * Returns a statement whose plan does not depend on the bound values (docs/decisions, 120).
 *
 * SQLite with STAT4, as better-sqlite3 compiles it, prepares a statement again at each execution if
 * a value that is compared with a column has changed. A unary plus hides the parameter from the
 * planner. It changes neither the value nor its comparison.
 */
export function withStablePlan(sql: string): string {
  return sql.replaceAll(COMPARED_PARAMETER, '$1 +');
}
