/** One step of the schema. Once released it is never changed: its checksum is remembered. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
