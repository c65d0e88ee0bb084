import { z } from 'zod';
import { isLoopback } from '../shared/network.ts';

/** The place where payment files are stored: the data folder, or a bucket of an S3 object store. */
export type FilesSetting =
  | { readonly kind: 'folder' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
    };

/** Maximum size of an object that one S3 PUT request can create, in bytes. */
const MAX_OBJECT_BYTES = 5 * 1024 * 1024 * 1024;

const EXAMPLE = 's3://bucket/prefix?region=eu-west-2&endpoint=https://objects.bank.example';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Matches prefixes whose characters need no encoding in a URL. */
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;
const REGION = /^[a-z0-9-]+$/;

/** The schema of PIS_FILES. It is `folder`, or the URL of a bucket with an optional prefix. */
export const FilesAddress = z.string().transform((written, context): FilesSetting => {
  if (written === 'folder') return { kind: 'folder' };
  const parsed = readAddress(written);
  if (!('problems' in parsed)) return parsed;
  for (const message of parsed.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function readAddress(written: string): FilesSetting | { readonly problems: readonly string[] } {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url?.protocol !== 's3:') return { problems: [`Expected folder, or ${EXAMPLE}`] };
  const { hostname: bucket, searchParams } = url;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const region = searchParams.get('region') ?? '';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const unknown = [...searchParams.keys()].filter((name) => !['region', 'endpoint'].includes(name));
  const problems = [
    BUCKET.test(bucket)
      ? null
      : 'Expected the name of a bucket after s3://: 3 to 63 lower-case letters, digits, . and -',
    prefix === '' || PREFIX.test(prefix)
      ? null
      : 'Expected a prefix of letters, digits, . _ - and /',
    REGION.test(region) ? null : 'Expected the region, such as ?region=eu-west-2',
    isOrigin(endpoint) ? null : 'Expected an endpoint such as https://objects.bank.example',
    unknown.length === 0 ? null : 'Expected only region and endpoint after the question mark',
    url.username + url.password + url.port + url.hash === ''
      ? null
      : 'Expected no credentials (use PIS_S3_ACCESS_KEY), no port and no #',
  ].filter((problem) => problem !== null);
  return problems.length > 0 ? { problems } : { kind: 's3', endpoint, region, bucket, prefix };
}

function isOrigin(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, origin, host } = new URL(written);
  // If a URL's scheme has no origin, Node returns the text `null`.
  return ['http:', 'https:'].includes(protocol) && origin === written && host !== '';
}

/** The settings of payment files that must be checked together. */
interface FilesSettings {
  readonly files: FilesSetting;
  readonly fileMaxBytes: number;
}

const SECRETS = ['PIS_S3_SECRET_KEY', 'PIS_S3_SECRET_KEY_FILE'];
const CREDENTIALS = ['PIS_S3_ACCESS_KEY', ...SECRETS];

/**
 * Returns a line of text for each conflict between settings of payment files. Each of these
 * settings is valid by itself.
 */
export function filesProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { files, fileMaxBytes }: FilesSettings,
): readonly string[] {
  const present = CREDENTIALS.filter((name) => environment[name] !== undefined);
  if (files.kind === 'folder') {
    return present.map((name) => `${name} has an effect only with PIS_FILES=s3://….`);
  }
  const secrets = SECRETS.filter((name) => present.includes(name));
  const problems: string[] = [];
  const isKeyGiven = present.includes('PIS_S3_ACCESS_KEY');
  if (isKeyGiven && secrets.length === 0) {
    problems.push(`PIS_S3_ACCESS_KEY needs ${SECRETS.join(' or ')}.`);
  }
  if (!isKeyGiven) problems.push(...secrets.map((name) => `${name} needs PIS_S3_ACCESS_KEY.`));
  if (secrets.length > 1) problems.push(`Set only one of ${SECRETS.join(' and ')}.`);
  if (fileMaxBytes > MAX_OBJECT_BYTES) {
    const most = String(MAX_OBJECT_BYTES);
    problems.push(`PIS_FILE_MAX_BYTES may be at most ${most} with PIS_FILES=s3://….`);
  }
  if (environment['PIS_PROFILE'] === 'secure' && isUnencrypted(files.endpoint)) {
    problems.push('PIS_PROFILE=secure needs https for an object store on another machine.');
  }
  return problems;
}

/** Returns true if payment files would be sent over a network without encryption. */
function isUnencrypted(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol !== 'https:' && !isLoopback(hostname);
}
