import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { dataFolder } from '../../src/config/data-folder.ts';
import type { Backup, SeededStore } from '../../src/domain/ports/store-admin.ts';
import type { Clock } from '../../src/shared/time.ts';
import { openPostgresStore } from '../../src/store/postgres/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import { giveBack, takeDatabase } from './prepared-databases.ts';
import { startObjectStore } from './s3/server.ts';
import { filesAt } from './s3/use-object-store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The kind of storage that services in the tests of this Vitest project use. */
    place: 'folder' | 'postgres and s3';
  }
}

/**
 * The storage of a service: a data folder, and a database and a bucket if the project uses them.
 */
export interface ServicePlace {
  readonly directory: string;
  /** The service's settings for its database and bucket. Empty if it uses only the folder. */
  readonly config: Partial<Config>;
  /**
   * Returns the paths of all stored files in the folder, and the keys of all objects in the bucket.
   * Omits the object that marks the bucket's owner.
   */
  readonly files: () => readonly string[];
  /** Removes the folder, the database and the bucket. */
  readonly remove: () => Promise<void>;
}

/** The database and the bucket of a service. */
interface Apart {
  readonly config: Partial<Config>;
  readonly keys: () => readonly string[];
  readonly remove: () => Promise<void>;
}

/** The database and bucket of each data folder, so that a restarted service uses the same ones. */
const apart = new Map<string, Apart>();

let laid = 0;

/** Returns how many pairs of database and bucket this process has created. */
export const placesApart = (): number => laid;

/** Returns the storage of a folder, or new storage if no folder is given. */
export async function servicePlace(known?: string): Promise<ServicePlace> {
  const directory = known ?? mkdtempSync(join(tmpdir(), 'pis-'));
  const there = apart.get(directory) ?? (await layApart());
  apart.set(directory, there);
  return {
    directory,
    config: there.config,
    files: () => [...filesBelow(dataFolder(directory).files), ...there.keys()].sort(),
    remove: async () => {
      // If several services share the storage, only the first one to end removes it.
      if (apart.delete(directory)) await there.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function layApart(): Promise<Apart> {
  if (inject('place') === 'folder') {
    return { config: {}, keys: () => [], remove: () => Promise.resolve() };
  }
  laid += 1;
  const [database, objects] = await Promise.all([takeDatabase(), startObjectStore()]);
  return {
    config: { store: { kind: 'postgres', url: database.url }, ...filesAt(objects.place) },
    keys: () => objects.bucket.keys.filter((key) => !key.endsWith('/owner')),
    remove: async () => {
      await Promise.all([giveBack(database), objects.close()]);
    },
  };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Opens only the store of a service, for tests that need nothing else of it. */
export async function openStoreAt(
  { directory, config }: Pick<ServicePlace, 'directory' | 'config'>,
  clock: Clock,
): Promise<SeededStore & Backup<string>> {
  const { store } = config;
  if (store?.kind !== 'postgres') return openSqliteStore(dataFolder(directory).database, clock);
  const inboxKeys = () => [Buffer.alloc(32)];
  const observe = (): void => undefined;
  return openPostgresStore({ url: store.url, node: 'test', inboxKeys, observe }, clock);
}
