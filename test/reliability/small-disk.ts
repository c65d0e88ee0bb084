import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { CannotRun } from './campaign.ts';

/** Mebibytes that a small disk has. */
const SIZE_MIB = 64;

/** Sets limits of a process that runs; of util-linux. */
const LIMIT = 'prlimit';
/** The largest file of one that is limited, in bytes: less than the database's log needs. */
const FILE_BYTES = 1024 * 1024;
/** Without a listener the signal of that limit would end the process; a full disk sends none. */
const IGNORE_SIGNAL = 'data:text/javascript,process.on("SIGXFSZ",()=>{})';

/** Written at once while filling, in bytes; and at the end, so that nothing is left. */
const BLOCK_BYTES = 64 * 1024;
const LAST_BYTES = 512;

/** A place for a data folder that can be filled, and emptied again. */
export interface SmallDisk {
  /** What it is, for whoever reads the figures. */
  readonly kind: string;
  readonly folder: string;
  /** The settings that a service needs there. */
  readonly settings: Readonly<Record<string, string>>;
  /** From now on the process can write nothing more, or no file any longer. */
  fill(pid: number): void;
  empty(pid: number): void;
  close(): void;
}

/** The first that can be had: a file system of its own, one in memory, a limit of the process. */
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

/** No disk at all: the process may make no file longer than this, which its log soon is. */
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

/** Writes until nothing more goes in. */
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

/** False when the disk takes no more. */
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
