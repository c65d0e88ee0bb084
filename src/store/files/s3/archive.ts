import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Bucket } from './bucket.ts';
import { S3Client, type ClientOptions } from './client.ts';
import { MAX_PART_BYTES, Objects } from './objects.ts';

/** Kept files of an object store, for programs that copy them or look them through. */
export class Archive {
  readonly #objects: Objects;

  constructor(bucket: Bucket, options: ClientOptions) {
    this.#objects = new Objects(bucket, new S3Client(bucket, options));
  }

  /** SHA-256 of the bytes that lie under a name, hex; undefined where there are none. */
  async hashOf(sha256: string): Promise<string | undefined> {
    const digest = createHash('sha256');
    const isThere = await this.#read(sha256, (part) => {
      digest.update(part);
      return Promise.resolve();
    });
    return isThere ? digest.digest('hex') : undefined;
  }

  /** Copies what lies under a name to a new file, whatever it is; false where there is nothing. */
  async copyTo(sha256: string, path: string): Promise<boolean> {
    const file = await open(path, 'wx', 0o600);
    try {
      return await this.#read(sha256, (part) => file.writeFile(part));
    } finally {
      await file.close();
    }
  }

  /** Puts a file under its SHA-256, which is what its bytes must have. */
  async put(sha256: string, path: string): Promise<void> {
    const { size: bytes } = await stat(path);
    await this.#objects.put({ sha256, bytes, open: () => createReadStream(path) });
  }

  async #read(sha256: string, take: (part: Buffer) => Promise<void>): Promise<boolean> {
    for (let position = 0, of = 1; position < of;) {
      const part = await this.#objects.part(sha256, position, MAX_PART_BYTES);
      if (part === undefined) return false;
      await take(part.content);
      position += part.content.length;
      of = part.of;
    }
    return true;
  }
}
