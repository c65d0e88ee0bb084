import pg from 'pg';

/**
 * SQLSTATE classes of server problems: connection, resources, operator intervention and system
 * errors. Their messages never contain values of rows.
 */
const SERVER_ERROR_CLASSES = /^(?:08|53|57|58)/;

/**
 * Thrown when PostgreSQL rejects a statement. The error contains no values of the rows concerned.
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
    this.code = code;
    this.severity = severity;
    this.routine = routine;
    this.table = table;
    this.constraint = constraint;
  }
}

/**
 * Returns a copy of a driver error without its message, detail and internal query, because these
 * quote row values such as names and account numbers. Returns any other error unchanged.
 */
export function withoutRows(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new StatementRefused(error) : error;
}
