import { chmodSync, existsSync } from 'node:fs';
import { makePrivateFolder, syncPath } from '../auth/keys/private-file.ts';
import { inboxKeysOf } from '../auth/keys/shared-keys.ts';
import type { Config } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import { nodeNameOf } from '../config/node-name.ts';
import { withPassword } from '../config/store.ts';
import type { Backup, SeededStore } from '../domain/ports/store-admin.ts';
import type { OnSyncFailed } from '../domain/ports/storage-errors.ts';
import type { Observe } from '../domain/records/events.ts';
import { DAY_MS } from '../shared/time.ts';
import type { ClockGuard } from '../ops/clock-guard.ts';
import type { Profile } from '../profiles/index.ts';
import { temporaryDirectory } from '../store/files/content.ts';
import type { FilesLocation } from '../store/files/location.ts';
import { openPostgresStore } from '../store/postgres/index.ts';
import { openSqliteStore } from '../store/sqlite/index.ts';
import { assertNotMoved } from '../store/tables.ts';
import type { KeysOfNodes } from './cluster-identity.ts';
import { claimFiles } from './files.ts';

/** The store's setting that tells which profile laid the data down. */
const PROFILE_SETTING = 'profile';

/** In the place of a key, where nothing is shared. */
const NO_KEY = Buffer.alloc(32);

export interface StoreDependencies {
  readonly observe: Observe;
  readonly onSyncFailed: OnSyncFailed;
  readonly guard: ClockGuard;
  readonly keys: KeysOfNodes | null;
}

/** What an operator calls the place of the data. */
export function describeData({ dataDirectory, store }: Config): string {
  return store.kind === 'sqlite' ? `the data in ${dataDirectory}` : 'the database of PIS_STORE';
}

/**
 * Opens the store of the service, for data that this profile laid down, or for none yet; holds the
 * machine's clock against the last instant that it knows.
 */
export async function openStore(
  config: Config,
  profile: Profile,
  dependencies: StoreDependencies,
  filesLocation: FilesLocation,
): Promise<SeededStore & Backup<string>> {
  const { dataDirectory, profile: name } = config;
  const { filesDirectory } = filesLocation;
  // What lies there is the customers' business alone.
  for (const folder of [dataDirectory, filesDirectory, temporaryDirectory(filesDirectory)]) {
    await makePrivateFolder(folder);
  }
  const store = await openEngine(config, dependencies);
  try {
    await assertNotMoved(store);
    const { guard } = dependencies;
    const gapDays = config.clockGapDays ?? profile.clockGapDays;
    const known = await store.lastInstant();
    if (known !== undefined) guard.holdAgainst(known, gapDays === null ? null : gapDays * DAY_MS);
    const seededBy = await store.readSetting(PROFILE_SETTING);
    const isNew = seededBy === undefined;
    if (isNew || seededBy === name) await claimFiles(filesLocation, store, isNew);
    const owner = seededBy ?? (await store.addSetting(PROFILE_SETTING, name));
    if (owner !== name) throw new Error(`They belong to PIS_PROFILE=${owner}.`);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

async function openEngine(
  config: Config,
  { observe, guard, onSyncFailed, keys }: StoreDependencies,
): Promise<SeededStore & Backup<string>> {
  const { store, dataDirectory } = config;
  if (store.kind === 'postgres') {
    const url = await withPassword(store.url, config.storePasswordFile);
    const inboxKeys = () => (keys === null ? [NO_KEY] : inboxKeysOf(keys.secrets));
    return openPostgresStore({ url, node: nodeNameOf(config), inboxKeys, observe }, guard.now);
  }
  const { database } = dataFolder(dataDirectory);
  // New files are private by the process's umask; those of an older version were not.
  for (const file of [database, `${database}-wal`].filter((path) => existsSync(path))) {
    chmodSync(file, 0o600);
  }
  const opened = openSqliteStore(database, guard.now, onSyncFailed);
  // SQLite makes the names of its files durable, but does not look whether that worked.
  await syncPath(dataDirectory);
  return opened;
}
