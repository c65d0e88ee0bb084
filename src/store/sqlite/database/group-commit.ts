import {
  StoreUnavailable,
  SyncFailed,
  type OnSyncFailed,
} from '../../../domain/ports/storage-errors.ts';
import type { Milliseconds, Stopwatch } from '../../../shared/time.ts';
import { isFailedSync, isStorageFailure, type Database } from './database.ts';

/** Maximum number of commands in one transaction. */
export const MAX_GROUP_COMMANDS = 1024;
/**
 * Time in milliseconds after which no further command is added to a transaction. It limits how long
 * the event loop is blocked. Sixty-four small commands take less than this.
 */
export const MAX_GROUP_MS: Milliseconds = 8;
/**
 * Time in milliseconds that a group waits for more commands if the previous group shows that
 * commands arrive often. The sync and the COMMIT are then shared by more commands.
 */
export const GATHERING_MS: Milliseconds = 1;
/** Number of commands in a group from which the next group does not wait for more. */
export const LARGE_GROUP_COMMANDS = 16;
/** Maximum number of waiting commands. Further commands are rejected. */
export const MAX_WAITING_COMMANDS = 16_384;

/** Resolves or rejects the caller's promise. It is called only after the commit. */
type Answer = () => void;

interface Waiting {
  /**
   * Runs the command and returns the callback to call after the commit. It may be called a second
   * time.
   */
  readonly perform: () => Answer;
  readonly reject: (reason: unknown) => void;
}

/**
 * Commits all commands that arrive in one turn of the event loop in one transaction, so that they
 * share one sync. While commands arrive often, a group also waits for the commands of the next
 * millisecond (docs/decisions, 121). A command that throws is rolled back and rejected alone.
 * Callers are answered after the commit. If the commit fails, all commands of the group are
 * rejected with StoreUnavailable. If the cause is a failed sync, `onSyncFailed` is called first.
 *
 * Commands throw only because of bugs, and savepoints cost a quarter of the time of a group. So the
 * group first runs without savepoints. If a command throws, the group is rolled back and run again
 * with a savepoint for each command. A command may therefore run twice and must change nothing but
 * rows. A cache of rows within the transaction must be cleared by `onRestart`, which is called when
 * a transaction begins and when a command is rolled back.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #onSyncFailed: OnSyncFailed;
  readonly #onRestart: () => void;
  readonly #stopwatch: Stopwatch;
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  readonly #savepoint;
  readonly #release;
  readonly #undo;
  #waiting: Waiting[] = [];
  #previousCommands = 0;
  #closed = false;

  constructor(
    database: Database,
    onSyncFailed: OnSyncFailed,
    onRestart: () => void,
    stopwatch: Stopwatch = () => performance.now(),
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

  /** Runs a command in the next transaction. Resolves when its changes are durable. */
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

  /** Commits the commands that are waiting, and rejects new ones. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #arm(): void {
    const isGathering = this.#previousCommands > 1 && this.#previousCommands < LARGE_GROUP_COMMANDS;
    const commit = (): void => {
      this.#commitGroup();
      if (this.#waiting.length > 0) setImmediate(commit);
    };
    if (isGathering) setTimeout(commit, GATHERING_MS);
    else setImmediate(commit);
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
        this.#onSyncFailed(new SyncFailed('The disk failed to sync a commit.', { cause }));
      }
      if (this.#database.inTransaction) this.#rollback.run();
      const failure = new StoreUnavailable('The transaction could not be committed.', { cause });
      answers = group.map(({ reject }) => () => {
        reject(failure);
      });
    }
    this.#previousCommands = group.length;
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

  /**
   * Runs commands until the time limit is reached. The remaining commands wait for the next turn of
   * the event loop.
   */
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

  /** Runs a command in a savepoint, so that it can be rolled back alone. */
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
