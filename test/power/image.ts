import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Dice } from '../crash/random.ts';
import type { Disk } from './disk.ts';

/**
 * Share of the images in which changes of names survive in order, as on a journalled file system.
 */
const SHARE_JOURNALLED = 0.3;

/**
 * Prefix of the database's files, which the service changes in place. Images share one copy of any
 * other durable file.
 */
const DATABASE = 'service.db';

/**
 * Creates a folder for disk images. It is in memory if possible, because each image exists only for
 * a short time.
 */
export function imagesFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pis-images-'));
}

/** Writes disk images that a power cut could leave. */
export class Images {
  readonly #root: string;
  readonly #dice: Dice;
  #copies = 0;

  /** @param root the recorded folder */
  constructor(root: string, dice: Dice) {
    this.#root = root;
    this.#dice = dice;
  }

  /**
   * Writes one state in which a power cut at this moment could leave the disk. Replaces the folder
   * `target`.
   */
  write(disk: Disk, target: string): void {
    const share = this.#dice.roll();
    const names = disk.survivingNames(this.#dice.chance(SHARE_JOURNALLED), share);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    // Sort the paths, so that folders are created before their contents.
    for (const [path, inode] of [...names].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const name = relative(this.#root, path);
      const place = `${target}/${name}`;
      if (inode === null) {
        mkdirSync(place);
      } else if (inode.isDurable && !name.startsWith(DATABASE)) {
        inode.copy ??= this.#copy(dirname(target), inode.durableBytes);
        linkSync(inode.copy, place);
      } else writeFileSync(place, inode.cut(this.#dice, share), { mode: 0o600 });
    }
  }

  #copy(folder: string, bytes: Buffer): string {
    this.#copies += 1;
    const path = `${folder}/copy-${String(this.#copies)}`;
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  }
}

/**
 * Compares the recorded folder with the model of the disk. Returns the differences, which are
 * operations that the shim missed or misread. The service must have ended.
 */
export function unrecorded(disk: Disk, root: string): readonly string[] {
  const differences: string[] = [];
  const known = new Map(disk.names);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`;
    // A socket has no content on the disk.
    if (entry.isSocket()) continue;
    const inode = known.get(path);
    known.delete(path);
    if (inode === undefined) differences.push(`${path} was made`);
    else if (entry.isDirectory() !== (inode === null)) differences.push(`${path} was replaced`);
    else if (inode !== null && !inode.cache.view.equals(readFileSync(path))) {
      differences.push(`${path} was written to`);
    }
  }
  return [...differences, ...[...known.keys()].map((path) => `${path} was removed`)];
}
