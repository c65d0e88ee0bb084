import { chmodSync, existsSync } from 'node:fs';
import { makePrivateFolder, syncPath } from '../auth/keys/private-file.ts';
import { inboxKeysOf } from '../auth/keys/shared-keys.ts';
import type { Config } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import { nodeNameOf } from '../config/node-name.ts';
import { withPassword } from '../config/store.ts';
import {
  ACCOUNTS_SETTING,
  PROFILE_SETTING,
  type Backup,
  type SeededStore,
} from '../domain/ports/store-admin.ts';
import type { OnSyncFailed } from '../domain/ports/storage-errors.ts';
import type { Observe } from '../domain/records/events.ts';
import { DAY_MS } from '../shared/time.ts';
import type { ClockGuard } from '../ops/clock-guard.ts';
import type { Profile } from '../profiles/index.ts';
import { temporaryDirectory } from '../store/files/content.ts';
import type { FilesLocation } from '../store/files/location.ts';
import { openSqliteStore } from '../store/sqlite/index.ts';
import type { AccountKeeper } from '../store/repositories/repositories.ts';
import { assertNotMoved } from '../store/tables.ts';
import type { KeysOfNodes } from './cluster-identity.ts';
import { claimFiles } from './files.ts';

/** The key of a node without shared keys. */
const NO_KEY = Buffer.alloc(32);

export interface StoreDependencies {
  readonly observe: Observe;
  readonly onSyncFailed: OnSyncFailed;
  readonly guard: ClockGuard;
  readonly keys: KeysOfNodes | null;
}

/** Describes for operators where the data is stored. */
export function describeData({ dataDirectory, store }: Config): string {
  return store.kind === 'sqlite'
    ? `the data in ${dataDirectory}`
    : 'the database of PIS_DATABASE_URL';
}

/**
 * Opens the store. Unless it is empty, it must have been seeded with this profile. Compares the
 * system clock with the newest timestamp in the store.
 */
export async function openStore(
  config: Config,
  profile: Profile,
  dependencies: StoreDependencies,
  filesLocation: FilesLocation,
): Promise<SeededStore & Backup<string>> {
  const { dataDirectory, profile: name } = config;
  const { filesDirectory } = filesLocation;
  // These folders contain the data of customers.
  for (const folder of [dataDirectory, filesDirectory, temporaryDirectory(filesDirectory)]) {
    await makePrivateFolder(folder);
  }
  const store = await openDatabase(config, dependencies);
  try {
    await assertNotMoved(store);
    const { guard } = dependencies;
    const gapDays = config.clockGapDays ?? profile.clockGapDays;
    const known = await store.lastInstant();
    if (known !== undefined) guard.compareWith(known, gapDays === null ? null : gapDays * DAY_MS);
    const seededBy = await store.readSetting(PROFILE_SETTING);
    const isNew = seededBy === undefined;
    if (isNew || seededBy === name) await claimFiles(filesLocation, store, isNew);
    const owner = seededBy ?? (await store.addSetting(PROFILE_SETTING, name));
    if (owner !== name) throw new Error(`The data was created with PIS_PROFILE=${owner}.`);
    const keeper = await store.addSetting(ACCOUNTS_SETTING, accountKeeper(config));
    if (keeper !== accountKeeper(config)) {
      throw new Error(`The data was created ${keeper === 'core' ? 'with' : 'without'} PIS_CORE.`);
    }
    // A move may have begun since the first check. It begins only if there are no settings yet.
    await assertNotMoved(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Returns which system keeps the customers' accounts. */
function accountKeeper({ core }: Pick<Config, 'core'>): AccountKeeper {
  return core === undefined ? 'service' : 'core';
}

async function openDatabase(
  config: Config,
  { observe, guard, onSyncFailed, keys }: StoreDependencies,
): Promise<SeededStore & Backup<string>> {
  const { store, dataDirectory } = config;
  const accounts = accountKeeper(config);
  if (store.kind === 'postgres') {
    const url = await withPassword(store.url, config.databasePasswordFile);
    const inboxKeys = () => (keys === null ? [NO_KEY] : inboxKeysOf(keys.secrets));
    const settings = { url, node: nodeNameOf(config), inboxKeys, observe, accounts };
    const { openPostgresStore } = await import('../store/postgres/index.ts');
    return openPostgresStore(settings, guard.now);
  }
  const { database } = dataFolder(dataDirectory);
  // The umask of the process makes new files private. Files that an older version created may not
  // be private.
  for (const file of [database, `${database}-wal`].filter((path) => existsSync(path))) {
    chmodSync(file, 0o600);
  }
  const opened = openSqliteStore(database, guard.now, onSyncFailed, accounts);
  // SQLite syncs the folder of its files but ignores errors of this sync, so it is repeated here.
  await syncPath(dataDirectory);
  return opened;
}
