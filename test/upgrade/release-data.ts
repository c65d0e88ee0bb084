import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dataFolder } from '../../src/config/data-folder.ts';
import { SCHEMA } from '../../src/store/postgres/schema.ts';
import { connected } from '../helpers/postgres-databases.ts';
import type { InFlight } from './in-flight.ts';

/** Folder of the data of each release, by version and by engine. */
export const RELEASES = join(import.meta.dirname, '../../fixtures/releases');

/** The engines of the store. */
export type Engine = 'sqlite' | 'postgres';

/** Paths of the data that a release wrote with an engine. */
function pathsOf(version: string, engine: Engine) {
  const folder = join(RELEASES, version, engine);
  return {
    folder,
    files: join(folder, 'files'),
    inFlight: join(folder, 'in-flight.json'),
    database: join(folder, engine === 'sqlite' ? 'service.db.gz' : 'dump.sql.gz'),
  };
}

/**
 * Stores the data folder of a stopped service as the data of a release. `url` names its database on
 * PostgreSQL.
 */
export async function storeRelease(
  version: string,
  { directory, inFlight, url }: { directory: string; inFlight: InFlight; url?: string },
): Promise<void> {
  const paths = pathsOf(version, engineOf(url));
  const data = dataFolder(directory);
  rmSync(paths.folder, { recursive: true, force: true });
  mkdirSync(paths.folder, { recursive: true });
  cpSync(data.files, paths.files, { recursive: true });
  writeFileSync(paths.inFlight, `${JSON.stringify(inFlight, null, 2)}\n`);
  const content = url === undefined ? readFileSync(data.database) : await dump(url);
  writeFileSync(paths.database, gzipSync(content));
}

/** Copies the data of a release into a data folder, and for PostgreSQL into an empty database. */
export async function restoreRelease(
  version: string,
  { directory, url }: { directory: string; url?: string },
): Promise<InFlight> {
  const paths = pathsOf(version, engineOf(url));
  const data = dataFolder(directory);
  cpSync(paths.files, data.files, { recursive: true });
  const content = databaseOf(version, engineOf(url));
  if (url === undefined) writeFileSync(data.database, content);
  else await connected(url, (client) => client.query(content.toString()));
  return JSON.parse(readFileSync(paths.inFlight, 'utf8')) as InFlight;
}

/** Returns the database file of SQLite, or the SQL of PostgreSQL, that a release wrote. */
export function databaseOf(version: string, engine: Engine): Buffer {
  return gunzipSync(readFileSync(pathsOf(version, engine).database));
}

/** Returns the engine of a service. `url` names its database on PostgreSQL. */
function engineOf(url: string | undefined): Engine {
  return url === undefined ? 'sqlite' : 'postgres';
}

/** Columns that a dump contains. PostgreSQL computes the generated ones again. */
const COLUMNS = `
  SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
  FROM information_schema.columns
  WHERE table_schema = 'public' AND is_generated = 'NEVER' GROUP BY table_name ORDER BY table_name`;

/** The next values of all sequences. */
const SEQUENCES = `
  SELECT string_agg(format('SELECT setval(%L, %s);', sequencename, last_value), E'\\n') AS sql
  FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`;

/**
 * Returns SQL that creates the tables and rows of a database. The packaged PostgreSQL of the tests
 * has no pg_dump.
 */
async function dump(url: string): Promise<string> {
  return connected(url, async (client) => {
    const parts = [
      SCHEMA,
      // Rows are inserted in any order, without triggers and checks of foreign keys.
      'SET session_replication_role = replica;',
    ];
    const { rows: tables } = await client.query<{ name: string; columns: string }>(COLUMNS);
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ sql: string | null }>(
        `SELECT format(
           'DELETE FROM ${name}; INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE '
           'SELECT ${columns} FROM json_populate_recordset(NULL::${name}, %L);', json_agg(t)) AS sql
         FROM ${name} t HAVING COUNT(*) > 0`,
      );
      parts.push(rows[0]?.sql ?? '');
    }
    const { rows } = await client.query<{ sql: string }>(SEQUENCES);
    return [...parts, rows[0]?.sql ?? '', 'RESET session_replication_role;'].join('\n');
  });
}
