import { dirname } from 'node:path';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Dice } from '../crash/dice.ts';
import { Inode, type SyncOutcome } from './inode.ts';
import type { Operation } from './trace.ts';

/** What is under a name: null for a folder. */
export type Names = Map<string, Inode | null>;

type Change =
  | { readonly kind: 'link'; readonly path: string; readonly inode: Inode | null }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string; readonly inode: Inode };

export interface DiskOptions {
  /** The folder that is recorded; it is there from the beginning. */
  readonly root: string;
  readonly dice: Dice;
  /** Syncs that are taken for nothing: a control that must find losses. */
  readonly ignores?: (operation: Operation) => boolean;
  /**
   * What a kernel does with what a failed sync did not write: it stays to be written, or it is
   * taken for clean, on the disk or not, which most of them have done for years.
   */
  readonly isForgiving?: boolean;
}

/**
 * A disk that is told what a service does, and knows what a power cut could leave of it. A write is
 * lost, kept or torn until a sync of its file that began after it has succeeded; a name until a
 * sync of its folder has.
 */
export class Disk {
  readonly #options: DiskOptions;
  readonly #now: Names = new Map();
  readonly #durable: Names = new Map();
  /** Changes of names that are not durable, oldest first. */
  #changes: Change[] = [];
  /** For each thread and folder that it syncs: the changes that this covers. */
  readonly #covered = new Map<string, ReadonlySet<Change>>();

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  /** The names as programs see them. */
  get names(): ReadonlyMap<string, Inode | null> {
    return this.#now;
  }

  /** Does what was recorded. Throws for what the model does not know. */
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
   * The names that a power cut now could leave. Journalled: their changes reach the disk in their
   * order, as ext4 and XFS have it; otherwise any of them, as POSIX has it.
   */
  survivingNames(isJournalled: boolean, share: number): Names {
    const { dice } = this.#options;
    const names: Names = new Map(this.#durable);
    const upTo = dice.between(0, this.#changes.length);
    this.#changes.forEach((change, place) => {
      if (isJournalled ? place < upTo : dice.chance(share)) commit(names, change);
    });
    // A name in a folder that is not there is nothing.
    for (const path of names.keys()) if (!this.#isReachable(names, path)) names.delete(path);
    return names;
  }

  /** Whether a file would be there, whole, whatever is lost: its name and its folders' too. */
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
    // Of a sync that failed some names have reached the disk, and none is written any more.
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

/** The name that a change makes, or takes away. */
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
