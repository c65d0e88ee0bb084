import { hash } from 'node:crypto';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { formatBucket, keyOf, type Bucket } from './bucket.ts';
import { BucketClient } from './client.ts';
import { ObjectStoreRefused, unlessAbsent } from './errors.ts';

/** For each S3 error code, an explanation for operators of what went wrong and what to do. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  NoSuchBucket:
    'The bucket does not exist. Create it with versioning, or name another one in PIS_FILES',
  InvalidAccessKeyId: 'The object store does not know PIS_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'PIS_S3_SECRET_KEY is not the secret of PIS_S3_ACCESS_KEY',
  AccessDenied:
    'PIS_S3_ACCESS_KEY or the role of this machine lacks rights that docs/operations.md lists',
  RequestTimeTooSkewed:
    'The clocks of the object store and of this machine differ by several minutes',
  AuthorizationHeaderMalformed: 'The region in PIS_FILES is not the region of the bucket',
  PermanentRedirect: 'The region in PIS_FILES is not the region of the bucket',
};

/** Key of the object that names the owner of the files below a prefix. */
const OWNER_KEY = 'owner';

/** HTTP status of a conditional PUT if the object exists. */
const MARK_EXISTS = 412;
/** HTTP statuses with which some object stores refuse every conditional PUT. Others ignore it. */
const CONDITION_UNSUPPORTED: ReadonlySet<number> = new Set([400, 501]);

/**
 * Checks that the bucket exists, is accessible, and has versioning on, so that a mistaken deletion
 * can be undone. Otherwise throws an error with one sentence for the operator.
 */
export async function admitBucket(bucket: Bucket): Promise<void> {
  await withExplanation(bucket, async (client) => {
    const { Status } = await client.send('to report whether versioning is enabled', (s3, Bucket) =>
      s3.getBucketVersioning({ Bucket }),
    );
    if (Status === 'Enabled') return;
    throw new Error('Versioning of the bucket is off. Enable it');
  });
}

/**
 * Checks that the files in the bucket belong to this service. Two services must not share a bucket
 * prefix, because each would delete the other's files as orphans. Throws an error with one sentence
 * if the files belong to another service, or if this service's files are elsewhere.
 *
 * @param owner id of this service. All its nodes use the same id.
 * @param isNew true if no file has been stored yet. The bucket is then marked with the owner.
 */
export async function claimBucket(
  bucket: Bucket,
  { owner, isNew }: { readonly owner: string; readonly isNew: boolean },
): Promise<void> {
  await withExplanation(bucket, async (client) => {
    let found = await readOwner(bucket, client);
    if (found === undefined) {
      if (!isNew) {
        throw new Error(
          'It does not contain the files of this database. Name their location in PIS_FILES',
        );
      }
      await writeOwner(bucket, client, owner);
      // Another service may have written its mark at the same time.
      found = await readOwner(bucket, client);
    }
    if (found === owner) return;
    throw new Error(
      'It contains the files of another database. Use a prefix of its own for each database',
    );
  });
}

/** Returns the owner mark of a bucket, or undefined if no service has claimed the bucket. */
export async function readOwner(
  bucket: Bucket,
  client: Pick<BucketClient, 'send'>,
): Promise<string | undefined> {
  const Key = keyOf(bucket, OWNER_KEY);
  const found = await unlessAbsent(
    client.send('to return its owner mark', (s3, Bucket) => s3.getObject({ Bucket, Key })),
  );
  return found?.Body?.transformToString();
}

/** Writes the owner mark unless another one exists. */
async function writeOwner(bucket: Bucket, client: BucketClient, owner: string): Promise<void> {
  const content = Buffer.from(owner);
  const body = { sha256: hash('sha256', content), bytes: content.length, open: () => content };
  const put = (condition: { readonly IfNoneMatch?: '*' }) =>
    client.put('to store its owner mark', keyOf(bucket, OWNER_KEY), body, condition);
  try {
    await put({ IfNoneMatch: '*' });
  } catch (error) {
    if (!(error instanceof ObjectStoreRefused)) throw error;
    if (error.status === MARK_EXISTS) return;
    if (!CONDITION_UNSUPPORTED.has(error.status)) throw error;
    await put({});
  }
}

async function withExplanation(
  bucket: Bucket,
  look: (client: BucketClient) => Promise<void>,
): Promise<void> {
  const client = new BucketClient(bucket);
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
