import { createHash, randomUUID } from 'node:crypto';

/** A version of an object. If it has no content, it is a delete marker. */
interface Version {
  readonly id: string;
  readonly content: Buffer | null;
  readonly etag: string;
  putAt: number;
}

/** Simulates an S3 bucket. Stores all versions of each object, the newest first. */
export class TestBucket {
  readonly #objects = new Map<string, Version[]>();
  /** Versioning status of the bucket. Null if versioning was never enabled. */
  versioning: 'Enabled' | 'Suspended' | null = 'Enabled';

  put(key: string, content: Buffer | null, now: number): Version {
    const etag = createHash('md5')
      .update(content ?? '')
      .digest('hex');
    const version = { id: randomUUID(), content, etag: `"${etag}"`, putAt: now };
    this.#objects.set(key, [version, ...this.versionsOf(key)]);
    return version;
  }

  /** Returns the newest version of an object. Returns undefined if the object was deleted. */
  newest(key: string): (Version & { readonly content: Buffer }) | undefined {
    const [version] = this.versionsOf(key);
    const content = version?.content ?? null;
    return version === undefined || content === null ? undefined : { ...version, content };
  }

  versionsOf(key: string): readonly Version[] {
    return this.#objects.get(key) ?? [];
  }

  removeVersion(key: string, id: string): void {
    const left = this.versionsOf(key).filter((version) => version.id !== id);
    if (left.length === 0) this.#objects.delete(key);
    else this.#objects.set(key, left);
  }

  /** Removes all versions of an object without a trace. */
  forget(key: string): void {
    this.#objects.delete(key);
  }

  /** Makes all versions of an object older by a number of milliseconds. */
  age(key: string, milliseconds: number): void {
    for (const version of this.versionsOf(key)) version.putAt -= milliseconds;
  }

  /** Flips one bit of an object, to simulate an undetected disk error. */
  rot(key: string, at: number): void {
    const content = this.newest(key)?.content;
    if (content === undefined) throw new Error(`There is no ${key}.`);
    content.writeUInt8(content.readUInt8(at) ^ 1, at);
  }

  /** The keys of all objects, sorted. */
  get keys(): readonly string[] {
    return [...this.#objects.keys()].sort();
  }

  /** Returns all versions of keys with this prefix, in the order of a listing. */
  list(prefix: string): readonly { readonly key: string; readonly version: Version }[] {
    const keys = this.keys.filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => this.versionsOf(key).map((version) => ({ key, version })));
  }
}
