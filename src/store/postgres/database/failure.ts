import pg from 'pg';

/**
 * SQLSTATE classes whose message concerns the server and never contains values of a row:
 * connection, resources, operator intervention and system errors.
 */
const SERVER_ERROR_CLASSES = /^(?:08|53|57|58)/;

/**
 * An error for a statement that PostgreSQL refused. It contains no values of the rows concerned.
 */
class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** PostgreSQL's C function that raised the error. */
  readonly routine: string | undefined;

  constructor({ code = '', severity, table, constraint, routine, message }: pg.DatabaseError) {
    const own = constraint === undefined ? '' : ` by the constraint ${constraint}`;
    const words = SERVER_ERROR_CLASSES.test(code) ? `: ${message}` : own;
    super(`PostgreSQL refused a statement with ${code}${words}.`);
    [this.code, this.severity, this.routine] = [code, severity, routine];
    [this.table, this.constraint] = [table, constraint];
  }
}

/**
 * Replaces an error of the driver by one without its message, detail and internal query, because
 * these quote values of rows such as names and accounts. Returns any other error unchanged.
 */
export function withoutRows(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new StatementRefused(error) : error;
}
