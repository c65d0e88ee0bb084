/**
 * One step from a version of the database to the next. Numbers and names are those of SQLite's
 * migrations; a step that concerns another engine alone has no text here.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * The oldest version of the code that may run over the database after this step: nodes of two
   * versions run side by side while one takes the other's place. Undefined: it stays as it was.
   */
  readonly oldestCode?: number;
}
