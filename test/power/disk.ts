import { dirname } from 'node:path';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Dice } from '../crash/random.ts';
import { Inode, type SyncOutcome } from './inode.ts';
import type { Operation } from './trace.ts';

/** The inode of each path. Null if the path is a folder. */
export type Names = Map<string, Inode | null>;

type Change =
  | { readonly kind: 'link'; readonly path: string; readonly inode: Inode | null }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string; readonly inode: Inode };

export interface DiskOptions {
  /** The recorded folder, which exists from the beginning. */
  readonly root: string;
  readonly dice: Dice;
  /** Returns true for syncs that the disk ignores. Control runs use it, and must find losses. */
  readonly ignores?: (operation: Operation) => boolean;
  /**
   * Simulates how the kernel treats the pages of a file after a failed sync. If true, pages that
   * were not written stay dirty. If false, the kernel marks all pages as clean, as most kernels
   * have done for years.
   */
  readonly isForgiving?: boolean;
}

/**
 * Models a disk. It applies the operations of a service and generates states that a power cut can
 * leave. A write may be lost, complete or torn until a sync of its file succeeds that began after
 * the write. Changes of names depend on a sync of their folder in the same way.
 */
export class Disk {
  readonly #options: DiskOptions;
  readonly #now: Names = new Map();
  readonly #durable: Names = new Map();
  /** Changes of names that are not durable yet, oldest first. */
  #changes: Change[] = [];
  /** The changes that a running sync covers, keyed by thread and folder. */
  readonly #covered = new Map<string, ReadonlySet<Change>>();

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  /** The current names, as programs see them. */
  get names(): ReadonlyMap<string, Inode | null> {
    return this.#now;
  }

  /** Applies a recorded operation. Throws for an operation that the model does not support. */
  apply(operation: Operation): void {
    const { kind, path, thread, offset, bytes } = operation;
    if (kind.includes('Sync') && this.#options.ignores?.(operation) === true) return;
    switch (kind) {
      case 'create':
        this.#link(path, new Inode());
        return;
      case 'makeFolder':
        this.#link(path, null);
        return;
      case 'write':
        this.#fileAt(path).write(offset, bytes);
        return;
      case 'truncate':
        this.#fileAt(path).truncate(offset);
        return;
      case 'remove':
        this.#now.delete(path);
        this.#changes.push({ kind: 'unlink', path });
        return;
      case 'rename':
        this.#rename(path, bytes.toString());
        return;
      case 'fileSyncBegins':
        this.#now.get(path)?.beginSync(thread);
        return;
      case 'fileSyncEnds':
        this.#now.get(path)?.endSync(thread, this.#outcomeOf(operation), this.#options.dice);
        return;
      case 'folderSyncBegins':
        this.#covered.set(`${String(thread)} ${path}`, new Set(this.#changesIn(path)));
        return;
      case 'folderSyncEnds':
        this.#endFolderSync(`${String(thread)} ${path}`, this.#outcomeOf(operation));
        return;
      case 'answer':
        return;
      case 'unmodelled':
        throw new Error(`The record has what the model does not know: ${path} ${bytes.toString()}`);
    }
  }

  /**
   * Returns the names that can exist after a power cut now. On a journalled file system such as
   * ext4 or XFS, changes of names reach the disk in order. Otherwise any of them can, because POSIX
   * allows that.
   */
  survivingNames(isJournalled: boolean, share: number): Names {
    const { dice } = this.#options;
    const names: Names = new Map(this.#durable);
    const upTo = dice.between(0, this.#changes.length);
    this.#changes.forEach((change, index) => {
      if (isJournalled ? index < upTo : dice.chance(share)) commit(names, change);
    });
    // A file is missing if one of its folders is missing.
    for (const path of names.keys()) if (!this.#isReachable(names, path)) names.delete(path);
    return names;
  }

  /**
   * Returns true if every power cut would leave the file complete, with its name and its folders.
   */
  holds(path: string): boolean {
    const inode = this.#durable.get(path);
    return inode?.isDurable === true && this.#isReachable(this.#durable, path);
  }

  #fileAt(path: string): Inode {
    return expectDefined(this.#now.get(path), path);
  }

  #link(path: string, inode: Inode | null): void {
    this.#now.set(path, inode);
    this.#changes.push({ kind: 'link', path, inode });
  }

  #rename(path: string, to: string): void {
    const inode = this.#fileAt(path);
    this.#now.delete(path);
    this.#now.set(to, inode);
    this.#changes.push({ kind: 'rename', path, to, inode });
  }

  #outcomeOf({ result }: Operation): SyncOutcome {
    if (result === 0) return 'done';
    return this.#options.isForgiving === true ? 'remembered' : 'forgotten';
  }

  #changesIn(folder: string): readonly Change[] {
    return this.#changes.filter((change) => dirname(placeOf(change)) === folder);
  }

  #endFolderSync(key: string, outcome: SyncOutcome): void {
    const covered = this.#covered.get(key);
    this.#covered.delete(key);
    if (covered === undefined || outcome === 'remembered') return;
    // A failed sync leaves some changes of names on the disk. The others are never written.
    for (const change of this.#changes.filter((one) => covered.has(one))) {
      if (outcome === 'done' || this.#options.dice.chance(0.5)) commit(this.#durable, change);
    }
    this.#changes = this.#changes.filter((change) => !covered.has(change));
  }

  #isReachable(names: Names, path: string): boolean {
    const { root } = this.#options;
    for (let at = dirname(path); at !== root; at = dirname(at)) {
      if (at.length < root.length || names.get(at) !== null) return false;
    }
    return true;
  }
}

/** Returns the path that a change creates or removes. */
function placeOf(change: Change): string {
  return change.kind === 'rename' ? change.to : change.path;
}

function commit(names: Names, change: Change): void {
  if (change.kind === 'link') names.set(change.path, change.inode);
  else if (change.kind === 'unlink') names.delete(change.path);
  else {
    names.delete(change.path);
    names.set(change.to, change.inode);
  }
}
