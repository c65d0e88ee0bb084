import { assert } from '../../../shared/assert.ts';
import { contentName, SHA256 } from '../content.ts';
import { keyOf, type Bucket } from './bucket.ts';
import { MAX_ANSWER_BYTES, type S3Client, type Answer, type Body } from './client.ts';
import { codeIn, ObjectStoreRefused } from './errors.ts';

/** What the object store tells of an object without its bytes. */
export interface ObjectHead {
  readonly bytes: number;
  /** Another one whenever the bytes are others. */
  readonly etag: string;
  /** How long ago it was put there, by the object store's own clock, in milliseconds. */
  readonly ageMs: number;
}

/** A part of an object. */
export interface ObjectPart {
  readonly content: Buffer<ArrayBuffer>;
  readonly etag: string;
  /** Bytes of the whole object. */
  readonly of: number;
}

/** Bytes of an object that are asked for at once, at most. */
export const MAX_PART_BYTES = MAX_ANSWER_BYTES;

/** Kept files as objects: PUT, HEAD, GET of ranges. */
export class Objects {
  readonly #bucket: Bucket;
  readonly #client: S3Client;

  constructor(bucket: Bucket, client: S3Client) {
    this.#bucket = bucket;
    this.#client = client;
  }

  /** Puts bytes under their name; once it is done the object store holds them durably. */
  async put(body: Body): Promise<Pick<ObjectHead, 'etag'>> {
    const answer = await this.#client.ask({ method: 'PUT', key: this.#keyOf(body.sha256), body });
    if (answer.status !== 200) throw new ObjectStoreRefused('a payment file', answer);
    return { etag: etagOf(answer) };
  }

  /** Undefined where there is no object. */
  async head(sha256: string): Promise<ObjectHead | undefined> {
    const answer = await this.#client.ask({ method: 'HEAD', key: this.#keyOf(sha256) });
    // Why there is none, an answer without a body cannot tell: whoever needs to know reads it.
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new ObjectStoreRefused('to tell of a payment file', answer);
    const { 'content-length': bytes, 'last-modified': putAt, date } = answer.headers;
    const ageMs = Date.parse(date ?? '') - Date.parse(putAt ?? '');
    return {
      bytes: Number(bytes),
      etag: etagOf(answer),
      ageMs: Number.isNaN(ageMs) ? Infinity : ageMs,
    };
  }

  /**
   * At most so many bytes from `from` on; fewer where the object ends before them. Undefined where
   * there is no object, or none that is so long.
   */
  async part(sha256: string, from: number, bytes: number): Promise<ObjectPart | undefined> {
    assert(bytes > 0 && bytes <= MAX_PART_BYTES, 'a part is as long as an answer may be');
    const range = `bytes=${String(from)}-${String(from + bytes - 1)}`;
    const key = this.#keyOf(sha256);
    const answer = await this.#client.ask({
      method: 'GET',
      key,
      headers: { range },
      expects: bytes,
    });
    if (answer.status === 416 || isMissing(answer)) return undefined;
    const of = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
    const isPart = answer.status === 206 && answer.body.length > 0;
    if (!isPart || of === null || Number(of[1]) !== from) {
      throw new ObjectStoreRefused('a part of a payment file', answer);
    }
    return { content: answer.body, etag: etagOf(answer), of: Number(of[2]) };
  }

  #keyOf(sha256: string): string {
    assert(SHA256.test(sha256), 'a file is named by its SHA-256');
    return keyOf(this.#bucket, contentName(sha256));
  }
}

/** Whether there is no such object, and the bucket is there all the same. */
export function isMissing({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
  return status === 404 && codeIn(body) === 'NoSuchKey';
}

function etagOf({ headers }: Answer): string {
  return headers.etag ?? '';
}
