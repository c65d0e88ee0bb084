import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Bucket } from './bucket.ts';
import { BucketClient } from './client.ts';
import { MAX_PART_BYTES, Objects } from './objects.ts';

/** The stored files in an object store, for tools that copy or inspect them. */
export class Archive {
  readonly #objects: Objects;

  constructor(bucket: Bucket) {
    this.#objects = new Objects(bucket, new BucketClient(bucket));
  }

  /**
   * Returns the SHA-256 (hex) of the bytes stored under a name, or undefined if there is no such
   * object.
   */
  async hashOf(sha256: string): Promise<string | undefined> {
    const digest = createHash('sha256');
    const isThere = await this.#read(sha256, (part) => {
      digest.update(part);
      return Promise.resolve();
    });
    return isThere ? digest.digest('hex') : undefined;
  }

  /**
   * Downloads the object with this name to a new file, without verifying it. Returns false if there
   * is no such object.
   */
  async copyTo(sha256: string, path: string): Promise<boolean> {
    const file = await open(path, 'wx', 0o600);
    try {
      return await this.#read(sha256, (part) => file.writeFile(part));
    } finally {
      await file.close();
    }
  }

  /** Uploads a file under its SHA-256. The object store verifies the SHA-256. */
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
