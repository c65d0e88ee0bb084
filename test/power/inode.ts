import type { Dice } from '../crash/random.ts';
import { Bytes } from './bytes.ts';

/**
 * Size of a page in bytes. The disk writes whole pages, and a power cut can lose or tear each one.
 */
const PAGE_BYTES = 4096;
/** Size of a sector in bytes. A power cut never tears a sector. */
const SECTOR_BYTES = 512;

/** Probability that a power cut tears a page, and that it leaves the newest version of the page. */
const SHARE_TORN = 0.3;
const SHARE_NEWEST = 0.7;

/**
 * The result of a sync. After a failed sync, the kernel has either marked the pages as clean
 * (`forgotten`) or left them dirty (`remembered`).
 */
export type SyncOutcome = 'done' | 'forgotten' | 'remembered';

/** One version of a page or size, with the serial number of the change that created it. */
interface Version<Value> {
  readonly serial: number;
  readonly value: Value;
}

/** A file as programs see it, and all states in which a power cut could leave it. */
export class Inode {
  /** The file's current bytes, as programs read them. */
  readonly cache = new Bytes();
  readonly #durable = new Bytes();
  /** The versions of each page since the page was last durable, oldest first. */
  readonly #pages = new Map<number, Version<Buffer>[]>();
  /** The versions of the file's size since the size was last durable, oldest first. */
  #sizes: Version<number>[] = [];
  #serial = 0;
  /** The last change before each running sync began, keyed by thread. */
  readonly #covered = new Map<number, number>();
  /** Path of a copy in a disk image. Set only while all bytes of the file are durable. */
  copy: string | undefined;

  /** True if a power cut would leave the file as programs see it. */
  get isDurable(): boolean {
    return this.#pages.size === 0 && this.#sizes.length === 0;
  }

  get durableBytes(): Buffer {
    return this.#durable.view;
  }

  write(offset: number, bytes: Buffer): void {
    this.#serial += 1;
    this.copy = undefined;
    const end = offset + bytes.length;
    if (end > this.cache.length) this.#resizeCache(end);
    this.cache.write(offset, bytes);
    for (let page = Math.floor(offset / PAGE_BYTES); page * PAGE_BYTES < end; page += 1) {
      this.#dirty(page);
    }
  }

  truncate(length: number): void {
    this.#serial += 1;
    this.copy = undefined;
    if (length === this.cache.length) return;
    this.#resizeCache(length);
    // Every page from the new end on changes, because its removed bytes stay lost even if the file
    // grows again.
    const first = Math.floor(length / PAGE_BYTES);
    for (const page of [first, ...this.#pages.keys()]) if (page >= first) this.#dirty(page);
  }

  beginSync(thread: number): void {
    this.#covered.set(thread, this.#serial);
  }

  /** Ends a sync. The sync covers only the changes from before it began. */
  endSync(thread: number, outcome: SyncOutcome, dice: Dice): void {
    const covered = this.#covered.get(thread);
    this.#covered.delete(thread);
    if (covered === undefined || outcome === 'remembered') return;
    const sizes = this.#sizes.filter(({ serial }) => serial <= covered);
    this.#sizes = this.#sizes.slice(sizes.length);
    resizeBy(this.#durable, sizes, pickOf(sizes, outcome, dice));
    for (const [page, versions] of this.#pages) {
      const covering = versions.filter(({ serial }) => serial <= covered);
      const kept = pickOf(covering, outcome, dice);
      if (kept !== undefined) this.#durable.write(page * PAGE_BYTES, kept.value);
      if (covering.length === versions.length) this.#pages.delete(page);
      else this.#pages.set(page, versions.slice(covering.length));
    }
  }

  /**
   * Returns a content that the file can have after a power cut. Each page has any of its versions,
   * or parts of two if it is torn. The file has any of its sizes.
   * @param share of the unsynced changes that have reached the disk
   */
  cut(dice: Dice, share: number): Buffer {
    const found = new Bytes();
    found.write(0, this.#durable.view);
    resizeBy(found, this.#sizes, surviving(this.#sizes, dice, share));
    for (const [page, versions] of this.#pages) {
      const one = surviving(versions, dice, share);
      const other = dice.chance(SHARE_TORN) ? surviving(versions, dice, share) : one;
      for (let at = 0; at < PAGE_BYTES; at += SECTOR_BYTES) {
        const from = other !== one && dice.chance(0.5) ? other : one;
        const start = page * PAGE_BYTES + at;
        if (from === undefined || start >= found.length) continue;
        const end = Math.min(at + SECTOR_BYTES, at + found.length - start);
        found.write(start, from.value.subarray(at, end));
      }
    }
    return found.view;
  }

  #resizeCache(length: number): void {
    this.cache.resize(length);
    this.#sizes.push({ serial: this.#serial, value: length });
  }

  #dirty(page: number): void {
    const start = page * PAGE_BYTES;
    const value = Buffer.from(this.cache.view.subarray(start, start + PAGE_BYTES));
    const versions = this.#pages.get(page);
    if (versions === undefined) this.#pages.set(page, [{ serial: this.#serial, value }]);
    else versions.push({ serial: this.#serial, value });
  }
}

/** Applies the changes of size up to a version. Bytes that were cut off meanwhile are lost. */
function resizeBy(
  bytes: Bytes,
  sizes: readonly Version<number>[],
  upTo: Version<number> | undefined,
): void {
  for (const { serial, value } of sizes) {
    if (upTo !== undefined && serial <= upTo.serial) bytes.resize(value);
  }
}

/** Returns the version that a sync has made durable. Returns undefined if it made none durable. */
function pickOf<Value>(
  versions: readonly Version<Value>[],
  outcome: SyncOutcome,
  dice: Dice,
): Version<Value> | undefined {
  // A failed sync may have written any of the versions, or none.
  const last = versions.length - 1;
  return versions[outcome === 'done' ? last : dice.between(-1, last)];
}

/** Returns the unsynced version that reached the disk. Returns undefined if none did. */
function surviving<Value>(
  versions: readonly Version<Value>[],
  dice: Dice,
  share: number,
): Version<Value> | undefined {
  if (!dice.chance(share)) return undefined;
  const last = versions.length - 1;
  return versions[dice.chance(SHARE_NEWEST) ? last : dice.between(0, last)];
}
