/**
 * A change of the schema from one version to the next. Numbers and names are the same as in SQLite.
 * A change that only SQLite needs has no SQL here.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * Oldest version of the code that can use the database after this migration. Nodes of two
   * versions run side by side during an upgrade. Undefined if it does not change.
   */
  readonly oldestCode?: number;
}
