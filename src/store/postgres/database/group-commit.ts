import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { type Command, isRetryable, retryAlone } from './transactions.ts';

/** Maximum number of commands in one transaction. */
const MAX_GROUP_COMMANDS = 256;
/**
 * Time in milliseconds after which a running group counts as slow. New commands wait for the
 * running group until then, because one transaction of many commands costs little more than one of
 * a few. A commit is usually faster than this, so commands rarely wait so long.
 */
const SLOW_GROUP_MS = 20;
/** Maximum number of waiting commands. Further commands are rejected. */
const MAX_WAITING_COMMANDS = 16_384;

interface Waiting {
  readonly command: Command;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects commands into groups and executes each group as one transaction.
 *
 * A group contains the commands that arrived in one turn of the event loop, or while another group
 * was running. A second group starts beside a running one only if it is full or if the running one
 * is slow.
 *
 * If a group fails, its two halves are executed one after the other, and so on recursively. Only
 * the failing command is rejected, at the cost of at most 16 more transactions for 256 commands.
 * For example, if command 3 of 4 fails:
 *
 *     [1 2 3 4]  fails, everything is rolled back
 *     [1 2]      commits
 *     [3 4]      fails
 *     [3]        fails: command 3 is rejected
 *     [4]        commits
 */
export class GroupCommit {
  readonly #perform: (commands: readonly Command[]) => Promise<readonly unknown[]>;
  readonly #maxRunning: number;
  readonly #maxCommands: number;
  #waiting: Waiting[] = [];
  #running = 0;
  #isArmed = false;
  /** True if the group that started last is slow. */
  #isSlow = false;
  #slowTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #idle: (() => void)[] = [];

  /**
   * @param maxCommands maximum number of commands in a group. Use 1 if a command must not run again
   * because another command of its group failed.
   */
  constructor(
    perform: (commands: readonly Command[]) => Promise<readonly unknown[]>,
    maxRunning: number,
    maxCommands = MAX_GROUP_COMMANDS,
  ) {
    this.#perform = perform;
    this.#maxRunning = maxRunning;
    this.#maxCommands = maxCommands;
  }

  submit<Value>(command: Command): Promise<Value> {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING_COMMANDS) {
      const why = this.#isClosed ? 'The store is closed.' : 'Too many commands are waiting.';
      return Promise.reject(new StoreUnavailable(why));
    }
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject });
      this.#arm();
    }) as Promise<Value>;
  }

  /** Rejects new commands. Resolves when all waiting commands have been executed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #arm(): void {
    if (this.#isArmed || this.#waiting.length === 0 || !this.#canStart()) return;
    this.#isArmed = true;
    setImmediate(() => {
      this.#isArmed = false;
      void this.#next();
      this.#arm();
    });
  }

  #canStart(): boolean {
    if (this.#running === 0) return true;
    const isWorthAnother = this.#isSlow || this.#waiting.length >= this.#maxCommands;
    return isWorthAnother && this.#running < this.#maxRunning;
  }

  /** Restarts the timer that marks the newest group as slow. */
  #restartSlowTimer(): void {
    this.#isSlow = false;
    this.#slowTimer ??= setTimeout(() => {
      this.#isSlow = true;
      this.#arm();
    }, SLOW_GROUP_MS).unref();
    this.#slowTimer.refresh();
  }

  async #next(): Promise<void> {
    this.#running += 1;
    this.#restartSlowTimer();
    await this.#performAll(this.#waiting.splice(0, this.#maxCommands));
    this.#running -= 1;
    this.#arm();
    if (this.#running > 0 || this.#waiting.length > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #performAll(group: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#perform(group.map(({ command }) => command));
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
    } catch (error) {
      if (group.length > 1 && !(error instanceof StoreUnavailable)) {
        const middle = group.length >> 1;
        await this.#performAll(group.slice(0, middle));
        await this.#performAll(group.slice(middle));
        return;
      }
      const [only] = group;
      if (only !== undefined && isRetryable(error)) await this.#retryAlone(only);
      else for (const { reject } of group) reject(error);
    }
  }

  async #retryAlone({ command, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await retryAlone(this.#perform, command));
    } catch (error) {
      reject(error);
    }
  }
}
