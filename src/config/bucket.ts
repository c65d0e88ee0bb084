import { readFileSync } from 'node:fs';
import { expectDefined } from '../shared/assert.ts';
import { readConfig, type Config } from './config.ts';
import type { FilesSetting } from './files.ts';

type Settings = Pick<Config, 'files' | 's3AccessKey' | 's3SecretKey' | 's3SecretKeyFile'>;

/** A bucket and the static credentials for it. */
export type BucketSetting = Omit<Extract<FilesSetting, { kind: 's3' }>, 'kind'> & {
  /** Null: the AWS SDK finds them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/**
 * Returns the bucket of the payment files. Null if they are in the data folder. Throws if the file
 * of the secret key is unreadable or empty.
 */
export function bucketOf(settings: Settings): BucketSetting | null {
  const { files, s3AccessKey, s3SecretKey, s3SecretKeyFile: path } = settings;
  if (files.kind === 'folder') return null;
  const { endpoint, region, bucket, prefix } = files;
  const place = { endpoint, region, bucket, prefix };
  if (s3AccessKey === undefined) return { ...place, credentials: null };
  const secret = s3SecretKey ?? secretIn(expectDefined(path, 'PIS_S3_SECRET_KEY_FILE'));
  return { ...place, credentials: { accessKeyId: s3AccessKey, secretAccessKey: secret } };
}

/**
 * Reads the bucket from an environment, without checking settings that are not about files. Throws
 * if these are invalid.
 */
export function bucketIn(environment: Readonly<Record<string, string | undefined>>) {
  const names = Object.keys(environment).filter((name) => /^PIS_(FILES|S3_)/.test(name));
  const read = readConfig(Object.fromEntries(names.map((name) => [name, environment[name]])));
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return bucketOf(read.config);
}

function secretIn(path: string): string {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`PIS_S3_SECRET_KEY_FILE=${path} cannot be read (${code}).`, { cause });
  }
  if (secret === '') throw new Error(`PIS_S3_SECRET_KEY_FILE=${path} is empty.`);
  return secret;
}
