import { onTestFinished } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import type { Bucket } from '../../../src/store/files/s3/bucket.ts';
import { startObjectStore, type TestObjectStore } from './server.ts';

/** Starts a simulated object store. Closes it when the test ends. */
export async function useObjectStore(): Promise<TestObjectStore> {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  return store;
}

/** Returns the settings of a service that stores payment files in this bucket. */
export function filesAt({ credentials, ...place }: Bucket): Partial<Config> {
  const files = { kind: 's3', ...place } as const;
  if (credentials === null) return { files };
  const { accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey } = credentials;
  return { files, s3AccessKey, s3SecretKey };
}
