import type { TestProject } from 'vitest/node';
import { bucketOf } from '../../../src/config/bucket.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { Bucket } from '../../../src/store/files/s3/bucket.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A bucket of a real S3 server. Null if none is named. */
    realBucket: Bucket | null;
  }
}

const NAMES = ['PIS_TEST_S3', 'PIS_TEST_S3_ACCESS_KEY', 'PIS_TEST_S3_SECRET_KEY'] as const;

/**
 * Provides the S3 server of `PIS_TEST_S3`, an address in the format of PIS_FILES, with the keys of
 * the two other settings. The tests leave their objects in the bucket, so use a bucket for tests
 * only.
 */
export default function giveRealBucket(project: TestProject): void {
  const [PIS_FILES, PIS_S3_ACCESS_KEY, PIS_S3_SECRET_KEY] = NAMES.map((name) => process.env[name]);
  // A service that a test starts would read the variables as settings.
  for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  if (PIS_FILES === undefined) {
    process.stderr.write(
      'Tests over a real object store are skipped: set PIS_TEST_S3 to its address.\n',
    );
    project.provide('realBucket', null);
    return;
  }
  const read = readConfig({ PIS_FILES, PIS_S3_ACCESS_KEY, PIS_S3_SECRET_KEY });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  project.provide('realBucket', bucketOf(read.config));
}
