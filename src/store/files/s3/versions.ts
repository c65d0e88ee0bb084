import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { Asked, S3Client } from './client.ts';
import { ObjectStoreRefused } from './errors.ts';

/** A version of an object below a prefix. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  /** How long ago it was put there, by the object store's own clock, in milliseconds. */
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

/** All versions of objects whose keys begin so, page by page; markers of deletions are none. */
export async function* versionsBelow(
  client: Pick<S3Client, 'ask'>,
  prefix: string,
): AsyncGenerator<ObjectVersion> {
  let markers = { 'key-marker': '', 'version-id-marker': '' };
  for (let isMore = true; isMore;) {
    const query = { versions: '', prefix, ...markers };
    const answer = await askedFor(client, { method: 'GET', key: '', query }, 'a list of versions');
    const now = Date.parse(answer.headers.date ?? '');
    const listed = Listing.safeParse(parser.parse(answer.body));
    if (!listed.success || Number.isNaN(now)) {
      throw new StoreUnavailable('The object store lists versions in a way that is not S3’s.');
    }
    const page = listed.data.ListVersionsResult;
    for (const { Key: key, VersionId: versionId, LastModified } of page.Version) {
      yield { key, versionId, ageMs: now - Date.parse(LastModified) };
    }
    isMore = page.IsTruncated === 'true';
    const [key, version] = [page.NextKeyMarker, page.NextVersionIdMarker];
    if (isMore && key === markers['key-marker'] && version === markers['version-id-marker']) {
      throw new StoreUnavailable('The object store lists the same versions again and again.');
    }
    markers = { 'key-marker': key, 'version-id-marker': version };
  }
}

/** Removes one version for good, and no other: one that was put meanwhile stays. */
export async function removeVersion(
  client: Pick<S3Client, 'ask'>,
  { key, versionId }: Pick<ObjectVersion, 'key' | 'versionId'>,
): Promise<void> {
  const answer = await client.ask({ method: 'DELETE', key, query: { versionId } });
  if (![200, 204, 404].includes(answer.status)) {
    throw new ObjectStoreRefused('to remove a version', answer);
  }
}

/** An answer that is 200. Throws ObjectStoreRefused. */
export async function askedFor(client: Pick<S3Client, 'ask'>, asked: Asked, what: string) {
  const answer = await client.ask(asked);
  if (answer.status !== 200) throw new ObjectStoreRefused(what, answer);
  return answer;
}
