import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { BucketClient } from './client.ts';
import { unlessAbsent } from './errors.ts';

/** A version of an object below a prefix. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  /** Time since the version was written, by the object store's own clock, in milliseconds. */
  readonly ageMs: number;
}

/**
 * Yields all versions of the objects whose keys begin with `prefix`, page by page. Delete markers
 * are left out.
 */
export async function* versionsBelow(
  client: Pick<BucketClient, 'send' | 'now'>,
  prefix: string,
): AsyncGenerator<ObjectVersion> {
  let markers: { readonly KeyMarker?: string; readonly VersionIdMarker?: string } = {};
  for (let isMore = true; isMore;) {
    const page = await client.send('to list versions', (s3, Bucket) =>
      s3.listObjectVersions({ Bucket, Prefix: prefix, ...markers }),
    );
    const now = await client.now();
    for (const { Key: key, VersionId: versionId, LastModified } of page.Versions ?? []) {
      const ageMs = now - (LastModified?.getTime() ?? NaN);
      if (key === undefined || versionId === undefined || Number.isNaN(ageMs)) {
        throw new StoreUnavailable('The object store’s list of versions is not S3’s.');
      }
      yield { key, versionId, ageMs };
    }
    isMore = page.IsTruncated === true;
    const { NextKeyMarker: KeyMarker = '', NextVersionIdMarker: VersionIdMarker = '' } = page;
    const isSame =
      KeyMarker === (markers.KeyMarker ?? '') &&
      VersionIdMarker === (markers.VersionIdMarker ?? '');
    if (isMore && isSame) {
      throw new StoreUnavailable('The object store lists the same versions again.');
    }
    markers = { KeyMarker, VersionIdMarker };
  }
}

/** Permanently deletes one version of an object. Newer versions stay. */
export async function removeVersion(
  client: Pick<BucketClient, 'send'>,
  { key: Key, versionId: VersionId }: Pick<ObjectVersion, 'key' | 'versionId'>,
): Promise<void> {
  const removed = client.send('to remove a version', (s3, Bucket) =>
    s3.deleteObject({ Bucket, Key, VersionId }),
  );
  await unlessAbsent(removed, ({ status }) => status === 404);
}
