import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url));
const COMPILER = 'cc';

/** True if the shim can be compiled and loaded here. */
export const hasShim =
  process.platform === 'linux' && spawnSync(COMPILER, ['--version']).status === 0;

/** The reason why power cuts and failing disks are not tested, and how to enable it. */
export const NO_SHIM =
  process.platform === 'linux'
    ? `There is no C compiler (${COMPILER}). Install one (Debian: apt-get install gcc libc6-dev).`
    : 'They need Linux.';

/** Compiles the shim into a folder. Returns its path, or throws the compiler's output. */
export function compileShim(folder: string): string {
  const library = `${folder}/shim.so`;
  const flags = ['-O2', '-Wall', '-Wextra', '-shared', '-fPIC', '-o', library];
  const args = [...flags, SOURCE, '-ldl', '-lpthread'];
  const { status, stderr, error } = spawnSync(COMPILER, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The shim does not compile. ${error?.message ?? stderr}`);
  return library;
}

/** Calls that the shim can make fail. */
export const CALL = {
  write: 1,
  sync: 2,
  open: 4,
  rename: 8,
  makeFolder: 16,
  truncate: 32,
  unlink: 64,
} as const;

/** All calls that a read-only disk refuses. */
export const ALL_CHANGES =
  CALL.write | CALL.open | CALL.rename | CALL.makeFolder | CALL.truncate | CALL.unlink;

/** Targets of failing calls: the database, its log, payment files, folders, or others. */
export const KIND = { database: 1, wal: 2, files: 4, folder: 8, other: 16 } as const;

export const ALL_KINDS = 31;

export const ERRNO = { EIO: 5, EROFS: 30, EDQUOT: 122 } as const;

export interface Faults {
  readonly calls: number;
  readonly kinds: number;
  /** Number of failing calls per million. */
  readonly millionths: number;
  readonly error: number;
}

/** Rate at which every call of this kind fails. */
export const ALWAYS = 1_000_000;

/** The members of the shim's `struct control`, each an int32. */
const FIELDS = [
  ...['calls', 'kinds', 'millionths', 'error', 'failures'],
  ...['folderSyncMs', 'untilEnd', 'seed'],
] as const;
type Field = 'folderSyncMs' | 'untilEnd' | 'seed' | 'failures' | keyof Faults;

/** Controls the shim in a running service, through a file that it has mapped. */
export class Control {
  readonly path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'w+');
    writeSync(this.#descriptor, Buffer.alloc(FIELDS.length * 4));
  }

  /** Number of calls that have failed. */
  get failures(): number {
    const value = Buffer.alloc(4);
    readSync(this.#descriptor, value, 0, 4, this.#placeOf('failures'));
    return value.readInt32LE();
  }

  /**
   * Makes calls fail from now on, or none. `calls` is written last, so that the other values are
   * set before.
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

/** Returns the settings that load the shim into a service. */
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
