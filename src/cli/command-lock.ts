import { DatabaseInUse } from '../store/sqlite/database/database.ts';
import { takeLock, type Lock } from '../store/sqlite/database/lock.ts';
import { CliError } from './program.ts';

/**
 * Locks a file for this command. Throws CliError if another command holds the lock.
 * @param activity what the commands do, for the message, for example `creating /backup`
 */
export function lockForCommand(file: string, activity: string): Lock {
  const message = `Another command is ${activity}. Wait until it has finished.`;
  try {
    return takeLock(file, message);
  } catch (cause) {
    throw cause instanceof DatabaseInUse ? new CliError(message, { cause }) : cause;
  }
}

/** Changes a file of keys while no other command changes it. Its folder must exist. */
export async function changeLocked<Result>(
  file: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const lock = lockForCommand(`${file}.lock`, `changing ${file}`);
  try {
    return await change();
  } finally {
    lock.close();
  }
}
