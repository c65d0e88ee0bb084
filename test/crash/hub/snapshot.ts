import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Files of a SQLite database in WAL mode. The service holds an exclusive lock on them. */
const SUFFIXES = ['', '-wal'] as const;

/** Maximum number of copies until one was made without a write in between. */
const MAX_COPIES = 1000;

/**
 * Reads a copy of the database of a service that runs. The copy is made again if the service wrote
 * meanwhile.
 */
export function readSnapshot<Result>(path: string, use: (database: Sqlite.Database) => Result) {
  const folder = mkdtempSync(join(tmpdir(), 'pis-snapshot-'));
  try {
    const copy = join(folder, 'service.db');
    copyUnchanged(path, copy);
    const database = new Sqlite(copy);
    try {
      return use(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyUnchanged(from: string, to: string): void {
  for (let copies = 0; copies < MAX_COPIES; copies += 1) {
    const before = stateOf(from);
    for (const suffix of SUFFIXES) {
      if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
    }
    if (stateOf(from) === before) return;
  }
  throw new Error(`${from} changed during each of ${String(MAX_COPIES)} copies.`);
}

/** Returns the sizes and the times of the last changes of the files. */
function stateOf(path: string): string {
  const states = SUFFIXES.map((suffix) =>
    statSync(path + suffix, { bigint: true, throwIfNoEntry: false }),
  );
  return states.map((state) => `${String(state?.size)} ${String(state?.mtimeNs)}`).join(' ');
}
