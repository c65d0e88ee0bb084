import { expect, test } from 'vitest';
import { contentName } from '../../../src/store/files/content.ts';
import { keyOf } from '../../../src/store/files/s3/bucket.ts';
import { sha256, Violation, type Story } from '../../crash/story.ts';
import { TestBucket } from '../../helpers/s3/bucket.ts';
import { auditBucket } from '../../reliability/nodes/files.ts';

const PLACE = {
  ...{ endpoint: 'http://127.0.0.1', bucket: 'files', region: 'eu-west-2', prefix: 'live' },
  credentials: null,
};
const FILE = Buffer.from('{"Data":{}}');
const KEY = keyOf(PLACE, contentName(sha256(FILE)));

const storyOf = (hasFile: boolean) =>
  ({
    ...{ sha256: sha256(FILE), hasFile },
    fail: (what: string) => {
      throw new Violation(what);
    },
  }) as unknown as Story;

function auditOf(bucket: TestBucket, hasFile = true) {
  return () => {
    auditBucket({ bucket, place: PLACE }, [storyOf(hasFile)]);
  };
}

test('accepts a bucket with every acknowledged file, and with unacknowledged ones', () => {
  const bucket = new TestBucket();
  bucket.put(keyOf(PLACE, 'owner'), Buffer.from('a service'), 0);
  expect(auditOf(bucket, false)).not.toThrow();
  bucket.put(KEY, FILE, 0);
  expect(auditOf(bucket)).not.toThrow();
  expect(auditOf(bucket, false)).not.toThrow();
});

test('reports a file that is missing, changed, or was never uploaded', () => {
  const bucket = new TestBucket();
  expect(auditOf(bucket)).toThrow('its file is not kept');
  bucket.put(KEY, Buffer.from(FILE), 0);
  bucket.rot(KEY, 0);
  expect(auditOf(bucket)).toThrow('nothing that was uploaded');
  bucket.forget(KEY);
  bucket.put(keyOf(PLACE, contentName(sha256('other'))), Buffer.from('other'), 0);
  expect(auditOf(bucket, false)).toThrow('nothing that was uploaded');
});
