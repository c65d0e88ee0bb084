import type { Statement } from 'better-sqlite3';
import type { DbCommand, DbRequest, StatementText } from '../repositories/engine.ts';
import type { Database } from './database/database.ts';

/** Runs a query or command to its end, because SQLite executes statements synchronously. */
export type RunSync = <Value>(command: DbCommand<Value>) => Value;

/**
 * Returns a function that runs commands on a database. Each statement is prepared at its first
 * execution, because preparing all statements would delay each start. Only this process writes to
 * the database, so no rows are locked or cached.
 */
export function runnerOf(database: Database): RunSync {
  const prepared = new Map<StatementText, Statement>();
  const prepare = (statement: StatementText): Statement => {
    const known = prepared.get(statement);
    if (known !== undefined) return known;
    const made = database.prepare(withStablePlan(statement.text.sqlite));
    if (statement.isPlucked) made.pluck();
    prepared.set(statement, made);
    return made;
  };
  const answer = (request: DbRequest): unknown => {
    switch (request.kind) {
      case 'get':
        return prepare(request.statement).get(...request.args);
      case 'all':
        return prepare(request.statement).all(...request.args);
      case 'run':
      case 'write':
        return prepare(request.statement).run(...request.args).changes;
      case 'together':
        return request.runs.map(run);
      default:
        return undefined;
    }
  };
  const run: RunSync = (command) => {
    let step = command.next();
    while (step.done !== true) step = command.next(answer(step.value as DbRequest));
    return step.value;
  };
  return run;
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
