import { assert } from '../../../shared/assert.ts';
import { contentName, SHA256 } from '../content.ts';
import { keyOf, type Bucket } from './bucket.ts';
import { MAX_RESPONSE_BYTES, type S3Client, type S3Response, type Body } from './client.ts';
import { codeIn, ObjectStoreRefused } from './errors.ts';

/** Metadata of an object. */
export interface ObjectHead {
  readonly bytes: number;
  /** Changes whenever the content changes. */
  readonly etag: string;
  /** Time since the object was written, by the object store's own clock, in milliseconds. */
  readonly ageMs: number;
}

/** A part of an object. */
export interface ObjectPart {
  readonly content: Buffer<ArrayBuffer>;
  readonly etag: string;
  /** Size of the whole object in bytes. */
  readonly of: number;
}

/** Maximum number of bytes of an object to request at once. */
export const MAX_PART_BYTES = MAX_RESPONSE_BYTES;

/** Stored files as S3 objects: PUT, HEAD, and GET of ranges. */
export class Objects {
  readonly #bucket: Bucket;
  readonly #client: S3Client;

  constructor(bucket: Bucket, client: S3Client) {
    this.#bucket = bucket;
    this.#client = client;
  }

  /** Uploads bytes under their name. When it resolves, the object store holds them durably. */
  async put(body: Body): Promise<Pick<ObjectHead, 'etag'>> {
    const response = await this.#client.send({
      method: 'PUT',
      key: this.#keyOf(body.sha256),
      body,
    });
    if (response.status !== 200) throw new ObjectStoreRefused('to store a payment file', response);
    return { etag: etagOf(response) };
  }

  /** Returns undefined if there is no object. */
  async head(sha256: string): Promise<ObjectHead | undefined> {
    const response = await this.#client.send({ method: 'HEAD', key: this.#keyOf(sha256) });
    // A response to HEAD has no body that could say why. Callers that need to know send a GET.
    if (response.status === 404) return undefined;
    if (response.status !== 200)
      throw new ObjectStoreRefused('to describe a payment file', response);
    const { 'content-length': bytes, 'last-modified': putAt, date } = response.headers;
    const ageMs = Date.parse(date ?? '') - Date.parse(putAt ?? '');
    return {
      bytes: Number(bytes),
      etag: etagOf(response),
      ageMs: Number.isNaN(ageMs) ? Infinity : ageMs,
    };
  }

  /**
   * Returns up to `bytes` bytes from `from`. Undefined if there is no object or it is shorter than
   * `from`.
   */
  async part(sha256: string, from: number, bytes: number): Promise<ObjectPart | undefined> {
    assert(bytes > 0 && bytes <= MAX_PART_BYTES, 'a part must fit into one response');
    const range = `bytes=${String(from)}-${String(from + bytes - 1)}`;
    const key = this.#keyOf(sha256);
    const response = await this.#client.send({
      method: 'GET',
      key,
      headers: { range },
      expects: bytes,
    });
    if (response.status === 416 || isMissing(response)) return undefined;
    const of = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers['content-range'] ?? '');
    const isPart = response.status === 206 && response.body.length > 0;
    if (!isPart || of === null || Number(of[1]) !== from) {
      throw new ObjectStoreRefused('to return a part of a payment file', response);
    }
    return { content: response.body, etag: etagOf(response), of: Number(of[2]) };
  }

  #keyOf(sha256: string): string {
    assert(SHA256.test(sha256), 'a file is named by its SHA-256');
    return keyOf(this.#bucket, contentName(sha256));
  }
}

/** Returns true if the object does not exist, although the bucket does. */
export function isMissing({ status, body }: Pick<S3Response, 'status' | 'body'>): boolean {
  return status === 404 && codeIn(body) === 'NoSuchKey';
}

function etagOf({ headers }: S3Response): string {
  return headers.etag ?? '';
}
