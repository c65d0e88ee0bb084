import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { CannotRun } from './campaign.ts';

/** Size of a small disk in mebibytes. */
const SIZE_MIB = 64;

/** The program of util-linux that sets limits of a running process. */
const LIMIT = 'prlimit';
/** Maximum file size of a limited process, in bytes. It is less than the database's log needs. */
const FILE_BYTES = 1024 * 1024;
/**
 * A module that makes the process ignore SIGXFSZ. Otherwise this signal would end it at the limit.
 * A full disk sends no signal.
 */
const IGNORE_SIGNAL = 'data:text/javascript,process.on("SIGXFSZ",()=>{})';

/** Size of the blocks that fill the disk, and of the smaller ones that fill the rest, in bytes. */
const BLOCK_BYTES = 64 * 1024;
const LAST_BYTES = 512;

/** A small disk for a data folder. A test can fill it and free it again. */
export interface SmallDisk {
  /** Method that simulates the disk, for the output. */
  readonly kind: string;
  readonly folder: string;
  /** Settings of a service whose data is on this disk. */
  readonly settings: Readonly<Record<string, string>>;
  /** Fills the disk. From then on, the process cannot write. */
  fill(pid: number): void;
  empty(pid: number): void;
  close(): void;
}

/**
 * Opens a small disk of the first kind that this machine supports: a file system in a file, a file
 * system in memory, or a file size limit of the process.
 */
export function openSmallDisk(folder: string): SmallDisk {
  const mountPoint = `${folder}/disk`;
  mkdirSync(mountPoint);
  const size = `${String(SIZE_MIB)}M`;
  const image = `${folder}/disk.image`;
  const fileSystems = [
    {
      kind: `ext4 of ${size} in a file`,
      commands: [
        ['truncate', '-s', size, image],
        ['mkfs.ext4', '-q', image],
        ['mount', '-o', 'loop', image, mountPoint],
      ],
    },
    {
      kind: `tmpfs of ${size}`,
      commands: [['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mountPoint]],
    },
  ];
  const mounted = fileSystems.find(({ commands }) => commands.every(succeeds));
  if (mounted !== undefined) return mountedDisk(mounted.kind, mountPoint);
  if (!succeeds([LIMIT, '--version'])) {
    throw new CannotRun(`Without the right to mount, ${LIMIT} is needed (Debian: util-linux).`);
  }
  return limitedDisk(mountPoint);
}

function mountedDisk(kind: string, folder: string): SmallDisk {
  const filler = `${folder}/filler`;
  return {
    ...{ kind, folder, settings: {} },
    fill: () => {
      fillWith(filler);
    },
    empty: () => {
      rmSync(filler, { force: true });
    },
    close: () => {
      execFileSync('umount', [folder]);
    },
  };
}

/**
 * Simulates a full disk by limiting the size of the process's files. The database's log soon
 * reaches that limit.
 */
function limitedDisk(folder: string): SmallDisk {
  const limit = (pid: number, bytes: string): void => {
    execFileSync(LIMIT, ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  };
  return {
    ...{ kind: 'a limit on the size of files, for want of the right to mount', folder },
    settings: { NODE_OPTIONS: `--import=${IGNORE_SIGNAL}` },
    fill: (pid) => {
      limit(pid, String(FILE_BYTES));
    },
    empty: (pid) => {
      limit(pid, 'unlimited');
    },
    close: () => undefined,
  };
}

/** Writes to a file until the disk is full. */
function fillWith(path: string): void {
  const descriptor = openSync(path, 'w');
  for (const bytes of [BLOCK_BYTES, LAST_BYTES]) {
    const block = Buffer.alloc(bytes);
    while (isDone(() => writeSync(descriptor, block) === bytes)) continue;
  }
  isDone(() => {
    fsyncSync(descriptor);
    return true;
  });
  closeSync(descriptor);
}

/** Calls a function that writes, and returns its result. Returns false if it throws. */
function isDone(write: () => boolean): boolean {
  try {
    return write();
  } catch {
    return false;
  }
}

function succeeds([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
