import {
  StoreUnavailable,
  SyncFailed,
  type OnSyncFailed,
} from '../../../domain/ports/storage-errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { isFailedSync, isStorageFailure, type Database } from './database.ts';

/** Commands in one transaction at most. */
export const MAX_GROUP_COMMANDS = 1024;
/**
 * After so many milliseconds of its commands none is added to a transaction: bounds how long the
 * event loop stands still, by one command more. Sixty-four small ones together take less.
 */
export const MAX_GROUP_MS = 8;
/** Commands that may wait for their transaction; beyond it they are turned away. */
export const MAX_WAITING_COMMANDS = 16_384;

/** Tells the caller; to be run only after the commit. */
type Answer = () => void;

interface Waiting {
  /** Does the work, perhaps a second time; gives the answer for later. */
  readonly perform: () => Answer;
  readonly reject: (reason: unknown) => void;
}

/**
 * One transaction, and so one wait for the disk, for all commands that arrive in one turn of the
 * event loop. One that throws is undone and rejected alone. Every answer comes after the commit;
 * when that fails, all of the group are rejected with StoreUnavailable. When it is the disk's sync
 * that fails, `onSyncFailed` is told first.
 *
 * Commands do not throw but for bugs, and savepoints cost a quarter of a group: they are taken only
 * when one did, and then the group is undone as a whole and done again. So a command may be
 * performed twice, and leaves nothing behind but rows; what it keeps of them in memory, within its
 * transaction, it forgets when `onRestart` is told: that a transaction begins, or that something in
 * it was undone.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #onSyncFailed: OnSyncFailed;
  readonly #onRestart: () => void;
  readonly #stopwatch: Clock;
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  readonly #savepoint;
  readonly #release;
  readonly #undo;
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(
    database: Database,
    onSyncFailed: OnSyncFailed,
    onRestart: () => void,
    stopwatch: Clock = () => performance.now(),
  ) {
    this.#database = database;
    this.#stopwatch = stopwatch;
    this.#onSyncFailed = onSyncFailed;
    this.#onRestart = onRestart;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#savepoint = database.prepare('SAVEPOINT command');
    this.#release = database.prepare('RELEASE command');
    this.#undo = database.prepare('ROLLBACK TO command');
  }

  /** Runs a command in the next transaction; resolves when what it did is durable. */
  submit<Value>(command: () => Value): Promise<Value> {
    if (this.#closed || this.#waiting.length >= MAX_WAITING_COMMANDS) {
      const why = this.#closed ? 'The store is closed.' : 'Too many commands are waiting.';
      return Promise.reject(new StoreUnavailable(why));
    }
    return new Promise((resolve, reject) => {
      const perform = (): Answer => {
        const value = command();
        return () => {
          resolve(value);
        };
      };
      if (this.#waiting.push({ perform, reject }) === 1) this.#arm();
    });
  }

  /** Commits what waits and takes no more. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #arm(): void {
    setImmediate(() => {
      this.#commitGroup();
      if (this.#waiting.length > 0) this.#arm();
    });
  }

  #commitGroup(): void {
    const group = this.#waiting.splice(0, MAX_GROUP_COMMANDS);
    if (group.length === 0) return;
    let answers: readonly Answer[];
    try {
      answers = this.#performAll(group);
      this.#commit.run();
    } catch (cause) {
      if (isFailedSync(cause)) {
        this.#onSyncFailed(new SyncFailed('A commit could not be made durable.', { cause }));
      }
      if (this.#database.inTransaction) this.#rollback.run();
      const failure = new StoreUnavailable('The transaction could not be committed.', { cause });
      answers = group.map(({ reject }) => () => {
        reject(failure);
      });
    }
    for (const answer of answers) answer();
  }

  #performAll(group: Waiting[]): readonly Answer[] {
    this.#start();
    try {
      return this.#performWhileShort(group);
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#rollback.run();
      this.#start();
      return group.map((waiting) => this.#performAlone(waiting));
    }
  }

  /** Leaves what comes after a long command, or after many, to the next turn of the event loop. */
  #performWhileShort(group: Waiting[]): readonly Answer[] {
    const beganMs = this.#stopwatch();
    const answers: Answer[] = [];
    for (const { perform } of group) {
      answers.push(perform());
      if (this.#stopwatch() - beganMs >= MAX_GROUP_MS) break;
    }
    this.#waiting.unshift(...group.splice(answers.length));
    return answers;
  }

  #start(): void {
    this.#onRestart();
    this.#begin.run();
  }

  /** Performs a command that may be undone without those before it. */
  #performAlone({ perform, reject }: Waiting): Answer {
    this.#savepoint.run();
    try {
      const answer = perform();
      this.#release.run();
      return answer;
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#undo.run();
      this.#onRestart();
      this.#release.run();
      return () => {
        reject(error);
      };
    }
  }
}
