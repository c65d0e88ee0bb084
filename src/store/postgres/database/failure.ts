import pg from 'pg';

/**
 * Classes of errors (SQLSTATE) whose message is about the server, and never has a value of a row:
 * connection, resources, an operator's intervention, the system.
 */
const OF_THE_SERVER = /^(?:08|53|57|58)/;

/** A statement that PostgreSQL refused, without anything of the rows that it was about. */
class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** The function of PostgreSQL that raised it. */
  readonly routine: string | undefined;

  constructor({ code = '', severity, table, constraint, routine, message }: pg.DatabaseError) {
    const own = constraint === undefined ? '' : ` by the constraint ${constraint}`;
    const words = OF_THE_SERVER.test(code) ? `: ${message}` : own;
    super(`PostgreSQL refused a statement with ${code}${words}.`);
    [this.code, this.severity, this.routine] = [code, severity, routine];
    [this.table, this.constraint] = [table, constraint];
  }
}

/**
 * Returns an error of the driver without its message, detail and internal query, which quote values
 * of rows: names, accounts. Any other error is returned as it is.
 */
export function withoutRows(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new StatementRefused(error) : error;
}
