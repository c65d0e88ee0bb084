import { contentName } from '../../../src/store/files/content.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import { isSearchSegment } from '../../crash/audit-disk.ts';
import { sha256, Violation, type Story } from '../../crash/story.ts';
import type { TestBucket } from '../../helpers/s3/bucket.ts';

/** Name of the object that identifies the service to which the bucket belongs. */
const OWNER = 'owner';

/**
 * Audits the bucket while no upload is running. Every acknowledged file must be stored unchanged,
 * and every object must come from an upload, or be a segment of the search index. Objects of
 * uploads without acknowledgement may exist, because the service deletes them only after a week.
 */
export function auditBucket(
  { bucket, place }: { readonly bucket: TestBucket; readonly place: Bucket },
  stories: readonly Story[],
): void {
  const uploaded = new Map<string, string>();
  for (const story of stories) {
    const name = story.sha256;
    if (name === undefined) continue;
    uploaded.set(keyOf(place, contentName(name)), name);
    const isThere = bucket.newest(keyOf(place, contentName(name))) !== undefined;
    if (story.hasFile && !isThere) story.fail('its file is not kept');
  }
  for (const key of bucket.keys) {
    if (key === keyOf(place, OWNER)) continue;
    for (const { content } of bucket.versionsOf(key)) {
      if (content === null) continue;
      const name = sha256(content);
      const isSegment = isSearchSegment(content) && key === keyOf(place, contentName(name));
      const isWhole = isSegment || name === uploaded.get(key);
      if (!isWhole) throw new Violation(`${key} is nothing that was uploaded.`);
    }
  }
}
