import type { Dice } from '../crash/dice.ts';
import { Bytes } from './bytes.ts';

/** What reaches the disk as one, or not, or half of it. */
const PAGE_BYTES = 4096;
/** What is never torn. */
const SECTOR_BYTES = 512;

/** How often a power cut finds a page torn, and how often the newest of a page's versions. */
const SHARE_TORN = 0.3;
const SHARE_NEWEST = 0.7;

/** What became of a sync; forgotten: it failed, and the kernel takes its pages for clean. */
export type SyncOutcome = 'done' | 'forgotten' | 'remembered';

/** Something that was changed, and which change it was. */
interface Version<Value> {
  readonly serial: number;
  readonly value: Value;
}

/** A file as programs see it, and as it would be found after a power cut. */
export class Inode {
  /** What programs read. */
  readonly cache = new Bytes();
  readonly #durable = new Bytes();
  /** What each page has been since it was last made durable, oldest first. */
  readonly #pages = new Map<number, Version<Buffer>[]>();
  /** The sizes since then, likewise. */
  #sizes: Version<number>[] = [];
  #serial = 0;
  /** For each thread that syncs the file: the last change before that began. */
  readonly #covered = new Map<number, number>();
  /** Where its bytes lie already, while all of them are durable: for whoever makes images. */
  copy: string | undefined;

  /** Whether a power cut would leave it as programs see it. */
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
    // Of a page that is gone nothing is left, however it is made longer again.
    const first = Math.floor(length / PAGE_BYTES);
    for (const page of [first, ...this.#pages.keys()]) if (page >= first) this.#dirty(page);
  }

  beginSync(thread: number): void {
    this.#covered.set(thread, this.#serial);
  }

  /** What a sync covers is what there was when it began. */
  endSync(thread: number, outcome: SyncOutcome, dice: Dice): void {
    const covered = this.#covered.get(thread);
    this.#covered.delete(thread);
    if (covered === undefined || outcome === 'remembered') return;
    const sizes = this.#sizes.filter(({ serial }) => serial <= covered);
    this.#sizes = this.#sizes.slice(sizes.length);
    resizeBy(this.#durable, sizes, pickOf(sizes, outcome, dice));
    for (const [page, versions] of this.#pages) {
      const taken = versions.filter(({ serial }) => serial <= covered);
      const kept = pickOf(taken, outcome, dice);
      if (kept !== undefined) this.#durable.write(page * PAGE_BYTES, kept.value);
      if (taken.length === versions.length) this.#pages.delete(page);
      else this.#pages.set(page, versions.slice(taken.length));
    }
  }

  /**
   * What a power cut may leave: of each page any of its versions or, torn, parts of two; of the
   * sizes any. `share`: how much of what was not synced has reached the disk nevertheless.
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

/** Makes it as long as one of its sizes; what was cut off on the way there is gone. */
function resizeBy(
  bytes: Bytes,
  sizes: readonly Version<number>[],
  upTo: Version<number> | undefined,
): void {
  for (const { serial, value } of sizes) {
    if (upTo !== undefined && serial <= upTo.serial) bytes.resize(value);
  }
}

/** What a sync has made durable of some versions; undefined: what was durable before stays. */
function pickOf<Value>(
  versions: readonly Version<Value>[],
  outcome: SyncOutcome,
  dice: Dice,
): Version<Value> | undefined {
  // One that failed has written as much as it happened to.
  const last = versions.length - 1;
  return versions[outcome === 'done' ? last : dice.between(-1, last)];
}

/** What has reached the disk of versions that were not synced; undefined: none of them. */
function surviving<Value>(
  versions: readonly Version<Value>[],
  dice: Dice,
  share: number,
): Version<Value> | undefined {
  if (!dice.chance(share)) return undefined;
  const last = versions.length - 1;
  return versions[dice.chance(SHARE_NEWEST) ? last : dice.between(0, last)];
}
