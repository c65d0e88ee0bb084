import { DatabaseInUse, openWithoutMigrating } from './database.ts';

/** A lock that this process holds. */
export interface Lock {
  close(): void;
}

/**
 * Locks a file, which is an empty SQLite database. The operating system releases the lock if the
 * process is killed. The file remains: if it were removed while another process opens it, two
 * processes could hold the lock. Throws DatabaseInUse with the given message if another process
 * still holds the lock after two seconds.
 */
export function takeLock(file: string, message: string): Lock {
  try {
    return openWithoutMigrating(file);
  } catch (cause) {
    if (!(cause instanceof DatabaseInUse)) throw cause;
    throw new DatabaseInUse(message, { cause });
  }
}
