import { hash } from 'node:crypto';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { formatBucket, keyOf, type Bucket } from './bucket.ts';
import { S3Client, type ClientOptions } from './client.ts';
import { isMissing } from './objects.ts';
import { ObjectStoreRefused } from './errors.ts';
import { sendExpectingOk } from './versions.ts';

/** Explanations of S3 error codes for operators, with what to do. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  NoSuchBucket:
    'The bucket does not exist. Create it with versioning, or name another one in PIS_FILES',
  InvalidAccessKeyId: 'The object store does not know PIS_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'PIS_S3_SECRET_KEY is not the secret of PIS_S3_ACCESS_KEY',
  AccessDenied: 'PIS_S3_ACCESS_KEY lacks rights that docs/operations.md lists',
  RequestTimeTooSkewed:
    'The clocks of the object store and of this machine differ by several minutes',
  AuthorizationHeaderMalformed: 'The region in PIS_FILES is not the region of the bucket',
  PermanentRedirect: 'The region in PIS_FILES is not the region of the bucket',
};

/** Object that identifies the owner of the files below a prefix. */
const OWNER_KEY = 'owner';

/**
 * Checks that files can be stored in the bucket: it exists, it is accessible, and versioning is on,
 * so that a mistaken deletion can be undone. Throws an error with one sentence for the operator.
 */
export async function admitBucket(bucket: Bucket, options: ClientOptions): Promise<void> {
  await withExplanation(bucket, options, async (client) => {
    const query = { versioning: '' };
    const answer = await sendExpectingOk(
      client,
      { method: 'GET', key: '', query },
      'to report whether versioning is enabled',
    );
    if (answer.body.includes('<Status>Enabled</Status>')) return;
    throw new Error('Versioning of the bucket is off. Enable it');
  });
}

/**
 * Checks that the files in the bucket belong to this service. Throws an error with one sentence if
 * they belong to another one, because each would delete the other's files as orphans, or if they
 * are elsewhere.
 *
 * @param owner the same for all nodes of a service, and different for every service
 * @param isNew true if no file has been stored yet. The bucket is then marked with the owner.
 */
export async function claimBucket(
  bucket: Bucket,
  { owner, isNew }: { readonly owner: string; readonly isNew: boolean },
  options: ClientOptions,
): Promise<void> {
  await withExplanation(bucket, options, async (client) => {
    const key = keyOf(bucket, OWNER_KEY);
    const found = await client.send({ method: 'GET', key });
    if (!isMissing(found)) {
      if (found.status !== 200) throw new ObjectStoreRefused('to return its owner mark', found);
      if (found.body.toString() === owner) return;
      throw new Error(
        'It contains the files of another database. Use a prefix of its own for each database',
      );
    }
    if (!isNew) {
      throw new Error(
        'It does not contain the files of this database. Name their location in PIS_FILES',
      );
    }
    const content = Buffer.from(owner);
    const body = { sha256: hash('sha256', content), bytes: content.length, open: () => content };
    const put = await client.send({ method: 'PUT', key, body });
    if (put.status !== 200) throw new ObjectStoreRefused('to store its owner mark', put);
  });
}

async function withExplanation(
  bucket: Bucket,
  options: ClientOptions,
  look: (client: S3Client) => Promise<void>,
): Promise<void> {
  const client = new S3Client(bucket, options);
  try {
    await look(client);
  } catch (cause) {
    const isUnknown = cause instanceof StoreUnavailable && !(cause instanceof ObjectStoreRefused);
    const known = cause instanceof ObjectStoreRefused ? EXPLANATIONS[cause.code] : undefined;
    const reason = known ?? (cause instanceof Error ? cause.message : String(cause));
    const where = isUnknown ? '' : `${formatBucket(bucket)} cannot be used. `;
    throw new Error(`${where}${reason.replace(/\.?$/, '.')}`, { cause });
  } finally {
    client.close();
  }
}
