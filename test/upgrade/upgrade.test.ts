import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../src/config/data-folder.ts';
import { FAMILIES } from '../../src/families/index.ts';
import { verifyChain } from '../../src/store/repositories/audit/audit-chain.ts';
import { MIGRATIONS as POSTGRES_MIGRATIONS } from '../../src/store/postgres/migrations.ts';
import { migrate, MIGRATIONS, versionOf } from '../../src/store/sqlite/migrations.ts';
import { caseOf } from '../contract/families/family-cases.ts';
import { connected } from '../helpers/postgres-databases.ts';
import { startService } from '../helpers/service.ts';
import { Tpp } from '../helpers/tpp.ts';
import { freshDatabase, hasPostgres } from '../helpers/use-postgres.ts';
import { finish } from './in-flight.ts';
import { databaseOf, RELEASES, restoreRelease, type Engine } from './release-data.ts';

/*
 * Opens the data that each release wrote, and finishes everything that it left in flight. If this
 * version changed the schema of a release that is not published yet, write its data again:
 * `npm run release:data`. Add a migration if the release is published (CONTRIBUTING.md).
 */

/** Shortly after the releases stopped, within the hour for which their tokens are valid. */
const RESTARTED = Date.parse('2026-12-01T09:10:00Z');

/** After the end of all payments that the releases left. */
const ENDED = '2026-12-15T12:00:00Z';

/** Number of payments of each type that end. */
const PAYMENTS = 3;

/** Version of the schema of each engine. */
const NEWEST = { sqlite: MIGRATIONS.length, postgres: POSTGRES_MIGRATIONS.length };

/** The first release, whose schema is version 1. */
const FIRST = '0.2.0';

const ENGINES: readonly Engine[] = hasPostgres() ? ['sqlite', 'postgres'] : ['sqlite'];
const VERSIONS = readdirSync(RELEASES).flatMap((version) =>
  ENGINES.map((engine) => [version, engine] as const),
);

/** Returns each payment type with the statuses in which its payments end. */
function expectedEnds(): Readonly<Record<string, readonly string[]>> {
  const ends = FAMILIES.map(({ name }) => {
    const { last } = caseOf(name).statuses;
    return [name, Array.from({ length: PAYMENTS }, () => last)] as const;
  });
  return Object.fromEntries(ends);
}

/** Restores the data of a release into a new folder, and into a new database of the engine. */
async function restored(version: string, engine: Engine) {
  const directory = mkdtempSync(join(tmpdir(), 'release-'));
  const url = engine === 'sqlite' ? undefined : await freshDatabase();
  const place = { directory, ...(url !== undefined && { url }) };
  const config = url === undefined ? {} : { store: { kind: 'postgres', url } as const };
  return { directory, url, config, inFlight: await restoreRelease(version, place) };
}

/** Returns the version of the schema of a stopped service's database. */
function schemaVersion(directory: string, url: string | undefined): Promise<number> | number {
  if (url === undefined) return versionOf(new Sqlite(dataFolder(directory).database));
  return connected(url, async (client) => {
    const { rows } = await client.query<{ version: string }>('SELECT version FROM schema_version');
    return Number(rows[0]?.version);
  });
}

describe.each(VERSIONS)('data of %s on %s', (version, engine) => {
  test('is migrated, and every payment ends', async () => {
    const { directory, url, config, inFlight } = await restored(version, engine);
    const service = await startService({ directory, config, now: RESTARTED });
    const before = await service.auditLog();
    const tpp = Tpp.withToken(service.origin, inFlight.token);
    expect(await finish(tpp, inFlight, ENDED)).toEqual(expectedEnds());
    expect(await service.store.auditBooks()).toEqual([]);
    const after = await service.auditLog();
    expect(before.length).toBeGreaterThan(0);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(verifyChain(after)).toMatchObject({ unbroken: true });
    await service.stop();
    expect(await schemaVersion(directory, url)).toBe(NEWEST[engine]);
    rmSync(directory, { recursive: true });
  });
});

describe('the schema of the first release', () => {
  /** Returns SQL without comments and line breaks. */
  const plain = (sql: string): string => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');

  test('is unchanged on SQLite', async () => {
    const { directory } = await restored(FIRST, 'sqlite');
    const [released, own] = [new Sqlite(dataFolder(directory).database), new Sqlite(':memory:')];
    migrate(own, MIGRATIONS.slice(0, 1));
    const tables = (database: Sqlite.Database): unknown =>
      database.prepare('SELECT sql FROM sqlite_schema ORDER BY type, name').pluck().all();
    expect(tables(own)).toEqual(tables(released));
  });

  test('is unchanged on PostgreSQL', () => {
    const own = POSTGRES_MIGRATIONS[0]?.sql ?? '';
    expect(plain(databaseOf(FIRST, 'postgres').toString()).slice(0, plain(own).length)).toBe(
      plain(own),
    );
  });
});
