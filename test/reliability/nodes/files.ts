import { contentName } from '../../../src/store/files/content.ts';
import { keyOf, type Bucket } from '../../../src/store/files/s3/bucket.ts';
import { sha256, Violation, type Story } from '../../crash/story.ts';
import type { TestBucket } from '../../helpers/s3/bucket.ts';

/** Which object tells whose the files are. */
const OWNER = 'owner';

/**
 * While no upload is under way: every file that was acknowledged is in the bucket, byte for byte,
 * and all that is there was uploaded. What an upload left that nobody acknowledged may stay: it is
 * swept after a week.
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
      const isWhole = sha256(content) === uploaded.get(key);
      if (!isWhole) throw new Violation(`${key} is nothing that was uploaded.`);
    }
  }
}
