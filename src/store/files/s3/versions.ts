import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { S3Request, S3Client } from './client.ts';
import { ObjectStoreRefused } from './errors.ts';

/** A version of an object below a prefix. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  /** Time since the version was written, by the object store's own clock, in milliseconds. */
  readonly ageMs: number;
}

const Listing = z.object({
  ListVersionsResult: z.object({
    IsTruncated: z.enum(['true', 'false']),
    NextKeyMarker: z.string().default(''),
    NextVersionIdMarker: z.string().default(''),
    Version: z
      .array(z.object({ Key: z.string(), VersionId: z.string(), LastModified: z.iso.datetime() }))
      .default([]),
  }),
});
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Version' });

/**
 * Lists all versions of the objects whose keys begin with `prefix`, page by page. Delete markers
 * are not versions.
 */
export async function* versionsBelow(
  client: Pick<S3Client, 'send'>,
  prefix: string,
): AsyncGenerator<ObjectVersion> {
  let markers = { 'key-marker': '', 'version-id-marker': '' };
  for (let isMore = true; isMore;) {
    const query = { versions: '', prefix, ...markers };
    const response = await sendExpectingOk(
      client,
      { method: 'GET', key: '', query },
      'to list versions',
    );
    const now = Date.parse(response.headers.date ?? '');
    const listed = Listing.safeParse(parser.parse(response.body));
    if (!listed.success || Number.isNaN(now)) {
      throw new StoreUnavailable('The object store’s list of versions does not have S3’s format.');
    }
    const page = listed.data.ListVersionsResult;
    for (const { Key: key, VersionId: versionId, LastModified } of page.Version) {
      yield { key, versionId, ageMs: now - Date.parse(LastModified) };
    }
    isMore = page.IsTruncated === 'true';
    const [key, version] = [page.NextKeyMarker, page.NextVersionIdMarker];
    if (isMore && key === markers['key-marker'] && version === markers['version-id-marker']) {
      throw new StoreUnavailable('The object store lists the same versions again.');
    }
    markers = { 'key-marker': key, 'version-id-marker': version };
  }
}

/** Deletes one version permanently. A version that was written meanwhile stays. */
export async function removeVersion(
  client: Pick<S3Client, 'send'>,
  { key, versionId }: Pick<ObjectVersion, 'key' | 'versionId'>,
): Promise<void> {
  const response = await client.send({ method: 'DELETE', key, query: { versionId } });
  if (![200, 204, 404].includes(response.status)) {
    throw new ObjectStoreRefused('to remove a version', response);
  }
}

/** Sends a request. Throws ObjectStoreRefused if the status of the response is not 200. */
export async function sendExpectingOk(
  client: Pick<S3Client, 'send'>,
  request: S3Request,
  what: string,
) {
  const response = await client.send(request);
  if (response.status !== 200) throw new ObjectStoreRefused(what, response);
  return response;
}
