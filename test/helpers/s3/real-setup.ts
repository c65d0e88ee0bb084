import type { TestProject } from 'vitest/node';
import { bucketOf } from '../../../src/config/bucket.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { Bucket } from '../../../src/store/files/s3/bucket.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A bucket on a real S3 server. Null if the environment names none. */
    realBucket: Bucket | null;
  }
}

const NAMES = ['PIS_TEST_S3', 'PIS_TEST_S3_ACCESS_KEY', 'PIS_TEST_S3_SECRET_KEY'] as const;

/**
 * Provides a bucket on a real S3 server. `PIS_TEST_S3` contains its address in the format of
 * PIS_FILES. The other two variables contain its keys. The tests do not delete their objects, so
 * use a bucket that is only for tests.
 */
export default function giveRealBucket(project: TestProject): void {
  const [PIS_FILES, PIS_S3_ACCESS_KEY, PIS_S3_SECRET_KEY] = NAMES.map((name) => process.env[name]);
  // Remove the variables, because a service that a test starts would read them as settings.
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
