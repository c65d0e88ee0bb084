import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url));
const COMPILER = 'cc';

/**
 * True if this machine can compile and load the shim, the library that records file operations and
 * makes them fail.
 */
export const hasShim =
  process.platform === 'linux' && spawnSync(COMPILER, ['--version']).status === 0;

/** Explains why tests of power cuts and failing disks cannot run here, and how to enable them. */
export const NO_SHIM =
  process.platform === 'linux'
    ? `There is no C compiler (${COMPILER}). Install one (Debian: apt-get install gcc libc6-dev).`
    : 'They need Linux.';

/** Compiles the shim into a folder. Returns its path. Throws the compiler's output if it fails. */
export function compileShim(folder: string): string {
  const library = `${folder}/shim.so`;
  const flags = ['-O2', '-Wall', '-Wextra', '-shared', '-fPIC', '-o', library];
  const args = [...flags, SOURCE, '-ldl', '-lpthread'];
  const { status, stderr, error } = spawnSync(COMPILER, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The shim does not compile. ${error?.message ?? stderr}`);
  return library;
}

/** System calls that the shim can make fail, as bit flags. */
export const CALL = {
  write: 1,
  sync: 2,
  open: 4,
  rename: 8,
  makeFolder: 16,
  truncate: 32,
  unlink: 64,
} as const;

/** All system calls that fail on a read-only disk. */
export const ALL_CHANGES =
  CALL.write | CALL.open | CALL.rename | CALL.makeFolder | CALL.truncate | CALL.unlink;

/**
 * Kinds of files whose calls can fail, as bit flags: the database, its write-ahead log, payment
 * files, folders, or others.
 */
export const KIND = { database: 1, wal: 2, files: 4, folder: 8, other: 16 } as const;

export const ALL_KINDS = 31;

export const ERRNO = { EIO: 5, EROFS: 30, EDQUOT: 122 } as const;

export interface Faults {
  readonly calls: number;
  readonly kinds: number;
  /** Number of calls in a million that fail. */
  readonly millionths: number;
  readonly error: number;
}

/** Rate at which every selected call fails. */
export const ALWAYS = 1_000_000;

/** The fields of `struct control` in the shim. Each is an int32. */
const FIELDS = [
  ...['calls', 'kinds', 'millionths', 'error', 'failures'],
  ...['folderSyncMs', 'untilEnd', 'seed'],
] as const;
type Field = 'folderSyncMs' | 'untilEnd' | 'seed' | 'failures' | keyof Faults;

/** Controls the shim in a running service, by writing to a file that the shim maps into memory. */
export class Control {
  readonly path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'w+');
    writeSync(this.#descriptor, Buffer.alloc(FIELDS.length * 4));
  }

  /** Number of calls that the shim has made fail. */
  get failures(): number {
    const value = Buffer.alloc(4);
    readSync(this.#descriptor, value, 0, 4, this.#placeOf('failures'));
    return value.readInt32LE();
  }

  /**
   * Makes the selected calls fail from now on. With null, none fails. It writes `calls` last,
   * because the shim must see the other values first.
   */
  fail(faults: Faults | null): void {
    this.set('calls', 0);
    if (faults === null) return;
    this.set('kinds', faults.kinds);
    this.set('millionths', faults.millionths);
    this.set('error', faults.error);
    this.set('calls', faults.calls);
  }

  set(field: Field, value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    writeSync(this.#descriptor, bytes, 0, 4, this.#placeOf(field));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #placeOf(field: Field): number {
    return FIELDS.indexOf(field) * 4;
  }
}

/** Returns the settings that load the shim into a service process. */
export function shimSettings(parts: {
  readonly library: string;
  readonly dataDirectory: string;
  readonly trace: string;
  readonly control: Control;
}): Record<string, string> {
  return {
    LD_PRELOAD: parts.library,
    SHIM_ROOT: parts.dataDirectory,
    SHIM_TRACE: parts.trace,
    SHIM_CONTROL: parts.control.path,
  };
}
