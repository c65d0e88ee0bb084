import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { FileStore, StoredFile, SpooledFile } from '../../../src/domain/ports/files.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { contentName, contentPath, temporaryPath } from '../../../src/store/files/content.ts';
import type { StoredFiles } from '../../../src/store/files/stored-files.ts';
import { openStoredFiles } from '../../../src/store/files/open-stored-files.ts';
import type { FilesLocation } from '../../../src/store/files/location.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import { BucketClient } from '../../../src/store/files/s3/client.ts';
import { openFiles } from '../../../src/app/files.ts';
import { startObjectStore, type TestObjectStore } from '../../helpers/s3/server.ts';

/** A location of stored files, with functions that damage them. */
export interface TestLocation {
  readonly place: FilesLocation;
  /** Replaces the bytes of a stored file. */
  change(sha256: string, content: Buffer): Promise<void>;
  /** Removes a stored file. */
  lose(sha256: string): Promise<void>;
}

/** Opens a new location for one test. */
export type OpenLocation = () => Promise<TestLocation>;

function newFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const filesDirectory = join(directory, 'files');
  mkdirSync(dirname(temporaryPath(filesDirectory, 'any')), { recursive: true });
  return filesDirectory;
}

const openFolder: OpenLocation = () => {
  const filesDirectory = newFolder();
  return Promise.resolve({
    place: { filesDirectory, bucket: null },
    change: (sha256, content) => {
      writeFileSync(contentPath(filesDirectory, sha256), content);
      return Promise.resolve();
    },
    lose: (sha256) => {
      rmSync(contentPath(filesDirectory, sha256));
      return Promise.resolve();
    },
  });
};

/** Returns a location in a bucket. Another client of the bucket damages its files. */
export function inBucket(bucket: Bucket): TestLocation {
  const another = new BucketClient(bucket);
  onTestFinished(() => {
    another.close();
  });
  const key = (sha256: string): string => keyOf(bucket, contentName(sha256));
  return {
    place: { filesDirectory: newFolder(), bucket },
    change: async (sha256, content) => {
      await another.put('a change', key(sha256), { ...named(content), open: () => content });
    },
    lose: async (sha256) => {
      await another.send('a deletion', (s3, Bucket) =>
        s3.deleteObject({ Bucket, Key: key(sha256) }),
      );
    },
  };
}

/** Starts an object store for one test. */
export async function openObjectStore(): Promise<TestObjectStore> {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  return store;
}

export const hasRealBucket = (): boolean => inject('realBucket') !== null;

const openRealBucket: OpenLocation = () => {
  const bucket = inject('realBucket');
  if (bucket === null) throw new Error('No real object store is named.');
  const prefix = [bucket.prefix, randomUUID()].filter((part) => part !== '').join('/');
  return Promise.resolve(inBucket({ ...bucket, prefix }));
};

/** Every implementation of the port. */
export const LOCATIONS: readonly (readonly [string, OpenLocation])[] = [
  ['a folder', openFolder],
  ['an object store', async () => inBucket((await openObjectStore()).place)],
  ...(hasRealBucket() ? [['a real object store', openRealBucket] as const] : []),
];

/** Returns the stored files of a location as a new worker thread uses them. */
export function newThread({ place }: TestLocation, stopwatch = (): number => 0): StoredFiles {
  return openStoredFiles(place, stopwatch);
}

/** Returns the stored files of a location as the event loop uses them. */
export function fileStoreOf({ place }: TestLocation, events: ServiceEvent[] = []): FileStore {
  return openFiles(place, (event) => events.push(event));
}

/** Returns bytes that contain their position. */
export function contentOf(bytes: number, kind = 0): Buffer {
  const content = Buffer.alloc(bytes, kind);
  for (let at = 0; at + 4 <= bytes; at += 1000) content.writeUInt32LE(at, at);
  return content;
}

export function named(content: Buffer): StoredFile {
  return { sha256: hash('sha256', content), bytes: content.length };
}

/** Returns a received upload: in memory, or as a temporary file of the location. */
export function uploadOf(
  content: Buffer,
  kind: SpooledFile['kind'],
  { place }: TestLocation,
): SpooledFile {
  const bytes = content.length;
  if (kind === 'disk') {
    const temporary = randomUUID();
    writeFileSync(temporaryPath(place.filesDirectory, temporary), content);
    return { kind, temporary, bytes };
  }
  const buffer = new SharedArrayBuffer(bytes);
  new Uint8Array(buffer).set(content);
  return { kind, buffer, bytes };
}
