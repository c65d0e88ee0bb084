import { assert } from '../../../shared/assert.ts';
import { contentName, SHA256 } from '../content.ts';
import { keyOf, type Bucket } from './bucket.ts';
import { MAX_RESPONSE_BYTES, type Body, type BucketClient } from './client.ts';
import { ObjectStoreRefused, unlessAbsent } from './errors.ts';

/** Metadata of an object. */
export interface ObjectHead {
  readonly bytes: number;
  /** ETag of the object. It changes whenever the content changes. */
  readonly etag: string;
  /** Time since the object was written, by the object store's own clock, in milliseconds. */
  readonly ageMs: number;
}

export interface ObjectPart {
  readonly content: Buffer<ArrayBuffer>;
  readonly etag: string;
  /** Size of the whole object in bytes. */
  readonly of: number;
}

/** Maximum number of bytes that one request reads from an object. */
export const MAX_PART_BYTES = MAX_RESPONSE_BYTES;

/** Reads and writes stored files as S3 objects, with PUT, HEAD, and GET of byte ranges. */
export class Objects {
  readonly #bucket: Bucket;
  readonly #client: BucketClient;

  constructor(bucket: Bucket, client: BucketClient) {
    this.#bucket = bucket;
    this.#client = client;
  }

  /**
   * Uploads a file under its SHA-256. When it resolves, the object store has stored the file
   * durably.
   */
  async put(body: Body): Promise<Pick<ObjectHead, 'etag'>> {
    const what = 'to store a payment file';
    const { ETag: etag, $metadata } = await this.#client.put(what, this.#keyOf(body.sha256), body);
    if (etag === undefined) {
      throw new ObjectStoreRefused(what, $metadata.httpStatusCode ?? 0, 'no ETag in its response');
    }
    return { etag };
  }

  /** Returns the metadata of an object, or undefined if the object does not exist. */
  async head(sha256: string): Promise<ObjectHead | undefined> {
    const Key = this.#keyOf(sha256);
    const found = await unlessAbsent(
      this.#client.send('to describe a payment file', (s3, Bucket) =>
        s3.headObject({ Bucket, Key }),
      ),
      // A response to HEAD has no body, so it does not show if the object or the bucket is missing.
      // Callers that need the difference send a GET.
      ({ status }) => status === 404,
    );
    if (found === undefined) return undefined;
    const { ContentLength: bytes = NaN, ETag: etag = '', LastModified: putAt } = found;
    const ageMs = putAt === undefined ? Infinity : (await this.#client.now()) - putAt.getTime();
    return { bytes, etag, ageMs };
  }

  /**
   * Returns up to `bytes` bytes of an object, starting at `from`. Returns undefined if the object
   * does not exist or is shorter than `from`.
   */
  async part(sha256: string, from: number, bytes: number): Promise<ObjectPart | undefined> {
    assert(bytes > 0 && bytes <= MAX_PART_BYTES, 'a part must fit into one response');
    const what = 'to return a part of a payment file';
    const Range = `bytes=${String(from)}-${String(from + bytes - 1)}`;
    const Key = this.#keyOf(sha256);
    const found = await unlessAbsent(
      this.#client.send(what, (s3, Bucket) => s3.getObject({ Bucket, Key, Range })),
      ({ status, code }) => status === 416 || (status === 404 && code === 'NoSuchKey'),
    );
    if (found === undefined) return undefined;
    const { ETag: etag = '', ContentRange = '' } = found;
    const content = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    const of = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange);
    if (content.length === 0 || of === null || Number(of[1]) !== from) {
      throw new ObjectStoreRefused(what, found.$metadata.httpStatusCode ?? 0, 'no such range');
    }
    return { content, etag, of: Number(of[2]) };
  }

  #keyOf(sha256: string): string {
    assert(SHA256.test(sha256), 'a file is named by its SHA-256');
    return keyOf(this.#bucket, contentName(sha256));
  }
}
