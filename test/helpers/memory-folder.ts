import { readFileSync, statfsSync } from 'node:fs';

/** The folder in memory that Linux provides. */
const FOLDER = '/dev/shm';

/** Free memory and free space that a run of all tests needs, in bytes. It uses a part of them. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * Returns a folder in memory for temporary files, or null if there is none with enough space, or if
 * programs in it cannot be executed. With a disk, half of the time of a test of the service is for
 * its syncs.
 */
export function findMemoryFolder(): string | null {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.findLast((line) => line.split(' ')[1] === FOLDER)?.split(' ');
    if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec') === true) return null;
    const { bavail, bsize } = statfsSync(FOLDER);
    return Math.min(bavail * bsize, process.availableMemory()) < NEEDED_BYTES ? null : FOLDER;
  } catch {
    return null;
  }
}
