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
    /** Where the services of a project's tests have their data. */
    place: 'folder' | 'postgres and s3';
  }
}

/** Where a service has its data. */
export interface ServicePlace {
  readonly directory: string;
  /** The settings that name what is not in the folder. */
  readonly config: Partial<Config>;
  /**
   * Everything that lies in the folder of files, by path, and in the object store, by key, but for
   * the mark of whose these are.
   */
  readonly files: () => readonly string[];
  /** Removes all of it. */
  readonly remove: () => Promise<void>;
}

/** What lies in no folder. */
interface Apart {
  readonly config: Partial<Config>;
  readonly keys: () => readonly string[];
  readonly remove: () => Promise<void>;
}

/** The same by the folder of whoever has it: one that starts again finds it so. */
const apart = new Map<string, Apart>();

let laid = 0;

/** How many places in no folder this process has laid. */
export const placesApart = (): number => laid;

/** A new place for a service, or that of a folder which a service had before. */
export async function servicePlace(known?: string): Promise<ServicePlace> {
  const directory = known ?? mkdtempSync(join(tmpdir(), 'pis-'));
  const there = apart.get(directory) ?? (await layApart());
  apart.set(directory, there);
  return {
    directory,
    config: there.config,
    files: () => [...filesBelow(dataFolder(directory).files), ...there.keys()].sort(),
    remove: async () => {
      // Of several services over the same place, the first one to end removes it.
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

/** The store of a place, for tests of what needs nothing else of a service. */
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
