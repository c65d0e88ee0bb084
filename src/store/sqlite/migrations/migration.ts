/**
 * One step of the database schema. A released migration must never change, because databases store
 * its checksum.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
