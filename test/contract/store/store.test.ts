import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { commandsOf } from '../../../src/store/repositories/commands.ts';
import type { Repositories } from '../../../src/store/repositories/repositories.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite/index.ts';
import { apiQueriesSuite } from './api-queries.ts';
import { BANK, inFolder, NOW } from './fixtures.ts';
import { storeSuite } from './suite.ts';

/** The names of the commands. The methods themselves are not called. */
const COMMANDS = Object.keys(commandsOf({} as Repositories, () => Promise.reject(new Error())));

type Commands = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A migrated database without data. Copying it takes a quarter of the time of the migrations. */
const MIGRATED = await inFolder(async (directory) => {
  const path = join(directory, 'bank.db');
  await openSqliteStore(path, () => NOW).close();
  return readFileSync(path);
});

function open(directory: string): SqliteStore {
  const path = join(directory, 'bank.db');
  if (!existsSync(path)) writeFileSync(path, MIGRATED);
  return openSqliteStore(path, () => NOW);
}

/**
 * Wraps a store so that each command shares its group with a command that throws, and so runs
 * twice. Before each command, all known tokens and clients are looked up, so that they are cached.
 */
function withFailures(store: SqliteStore): SqliteStore {
  const hashes = new Set<string>();
  const fail = (): void => {
    store.claimGrant('of nobody who has signed in', 'grant').catch(() => undefined);
  };
  const commands = COMMANDS.map((name) => {
    const beside = (...args: never[]): unknown => {
      for (const hash of hashes) store.findGrant(hash).catch(() => undefined);
      for (const { id } of BANK.clients) store.findSoftwareOf(id).catch(() => undefined);
      for (const hash of hashesIn(args)) hashes.add(hash);
      const answer = (store as unknown as Commands)[name]?.(...args);
      fail();
      return answer;
    };
    return [name, beside] as const;
  });
  return { ...store, ...Object.fromEntries(commands) };
}

function hashesIn(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"hash":"([^"]*)"/g)].map(([, hash = '']) => hash);
}

storeSuite('the SQLite store', open);

apiQueriesSuite('SQLite', open, (directory, sql) => {
  const database = new Sqlite(join(directory, 'bank.db'), { readonly: true });
  try {
    return Promise.resolve(database.prepare<[], unknown[]>(sql).raw().all());
  } finally {
    database.close();
  }
});

storeSuite('the SQLite store with warm caches and a rollback in every group', (directory) =>
  withFailures(open(directory)),
);
