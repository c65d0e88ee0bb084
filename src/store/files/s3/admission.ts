import { hash } from 'node:crypto';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { formatBucket, keyOf, type Bucket } from './bucket.ts';
import { S3Client, type ClientOptions } from './client.ts';
import { isMissing } from './objects.ts';
import { ObjectStoreRefused } from './errors.ts';
import { askedFor } from './versions.ts';

/** What an object store says no with, and what whoever set the service up can do. */
const IN_WORDS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no such bucket: make it, with versions, or name another in PIS_FILES',
  InvalidAccessKeyId: 'It does not know PIS_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'PIS_S3_SECRET_KEY is not the secret of PIS_S3_ACCESS_KEY',
  AccessDenied: 'PIS_S3_ACCESS_KEY has not the rights that docs/operations.md lists',
  RequestTimeTooSkewed: 'Its clock and this machine’s are more than some minutes apart',
  AuthorizationHeaderMalformed: 'The region in PIS_FILES is not the bucket’s',
  PermanentRedirect: 'The region in PIS_FILES is not the bucket’s',
};

/** The object that says whose files are below a prefix. */
const OWNER_KEY = 'owner';

/**
 * Looks whether files can be kept in the bucket: it is there, may be used, and keeps versions, so
 * that nobody's mistake ends a file. Throws with one sentence for whoever set it up.
 */
export async function admitBucket(bucket: Bucket, options: ClientOptions): Promise<void> {
  await inWords(bucket, options, async (client) => {
    const query = { versioning: '' };
    const answer = await askedFor(client, { method: 'GET', key: '', query }, 'to tell of versions');
    if (answer.body.includes('<Status>Enabled</Status>')) return;
    throw new Error('The bucket keeps no versions of its objects: switch versioning on');
  });
}

/**
 * Holds against the bucket whose files are there. Throws with one sentence when they are another's,
 * whose sweep would remove ours as ours would remove its, and when it does not have any of ours.
 *
 * @param owner the same for all nodes of a service, and for no other service
 * @param isNew whether nobody has kept a file yet: then the bucket is marked as the owner's
 */
export async function claimBucket(
  bucket: Bucket,
  { owner, isNew }: { readonly owner: string; readonly isNew: boolean },
  options: ClientOptions,
): Promise<void> {
  await inWords(bucket, options, async (client) => {
    const key = keyOf(bucket, OWNER_KEY);
    const found = await client.ask({ method: 'GET', key });
    if (!isMissing(found)) {
      if (found.status !== 200) throw new ObjectStoreRefused('to tell whose files it has', found);
      if (found.body.toString() === owner) return;
      throw new Error('It has the files of another database: give each a prefix of its own');
    }
    if (!isNew) {
      throw new Error('It has not the files of this database: name in PIS_FILES what has them');
    }
    const content = Buffer.from(owner);
    const body = { sha256: hash('sha256', content), bytes: content.length, open: () => content };
    const put = await client.ask({ method: 'PUT', key, body });
    if (put.status !== 200) throw new ObjectStoreRefused('the mark of its owner', put);
  });
}

async function inWords(
  bucket: Bucket,
  options: ClientOptions,
  look: (client: S3Client) => Promise<void>,
): Promise<void> {
  const client = new S3Client(bucket, options);
  try {
    await look(client);
  } catch (cause) {
    const isUnknown = cause instanceof StoreUnavailable && !(cause instanceof ObjectStoreRefused);
    const known = cause instanceof ObjectStoreRefused ? IN_WORDS[cause.code] : undefined;
    const reason = known ?? (cause instanceof Error ? cause.message : String(cause));
    const where = isUnknown ? '' : `${formatBucket(bucket)} cannot be used. `;
    throw new Error(`${where}${reason.replace(/\.?$/, '.')}`, { cause });
  } finally {
    client.close();
  }
}
