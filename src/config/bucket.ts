import { readFileSync } from 'node:fs';
import { expectDefined } from '../shared/assert.ts';
import { readConfig, type Config } from './config.ts';
import type { FilesSetting } from './files.ts';

type Settings = Pick<Config, 'files' | 's3AccessKey' | 's3SecretKey' | 's3SecretKeyFile'>;

/** A bucket for payment files, with the credentials for it. */
export type BucketSetting = Omit<Extract<FilesSetting, { kind: 's3' }>, 'kind'> & {
  /** If null, the AWS SDK finds the credentials itself. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/**
 * Returns the bucket in which payment files are stored. Returns null if they are stored in the data
 * folder. Throws if the file with the secret key cannot be read or is empty.
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
 * Reads the bucket from environment variables. Settings that do not concern files are not checked.
 * Throws if the settings of files are invalid.
 */
export function bucketIn(environment: Readonly<Record<string, string | undefined>>) {
  const names = Object.keys(environment).filter((name) => /^PIS_(FILES|S3_)/.test(name));
  const parsed = readConfig(Object.fromEntries(names.map((name) => [name, environment[name]])));
  if ('problems' in parsed) throw new Error(parsed.problems.join(' '));
  return bucketOf(parsed.config);
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
