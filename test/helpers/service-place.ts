import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { openPostgresStore } from '../../src/store/postgres/index.ts';
import { startObjectStore } from './s3/server.ts';
import { filesAt } from './s3/use-object-store.ts';
import { sharedPostgres } from './use-postgres.ts';

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
  /** Removes all of it. */
  readonly remove: () => Promise<void>;
}

/** What lies in no folder, by the folder of whoever has it: one that starts again finds it so. */
const apart = new Map<string, Omit<ServicePlace, 'directory'>>();

/** A new place for a service, or that of a folder which a service had before. */
export async function servicePlace(known?: string): Promise<ServicePlace> {
  const directory = known ?? mkdtempSync(join(tmpdir(), 'pis-'));
  const there = apart.get(directory) ?? (await layApart());
  apart.set(directory, there);
  return {
    directory,
    config: there.config,
    remove: async () => {
      apart.delete(directory);
      await there.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function layApart(): Promise<Omit<ServicePlace, 'directory'>> {
  if (inject('place') === 'folder') return { config: {}, remove: () => Promise.resolve() };
  const databases = sharedPostgres();
  const template = await databases.template('service', async (url) => {
    const inboxKeys = () => [Buffer.alloc(32)];
    const store = await openPostgresStore(
      { url, node: 'template', inboxKeys, observe: () => undefined },
      Date.now,
    );
    await store.close();
  });
  const [database, objects] = await Promise.all([databases.create(template), startObjectStore()]);
  return {
    config: { store: { kind: 'postgres', url: database.url }, ...filesAt(objects.place) },
    remove: async () => {
      await Promise.all([database.drop(), objects.close()]);
    },
  };
}
