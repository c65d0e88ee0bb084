import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { type Command, isPassing, performAlone } from './transactions.ts';

/** Commands in one transaction at most. */
const MAX_GROUP_COMMANDS = 256;
/**
 * How long what waits is gathered while a group is under way, in milliseconds: longer than a commit
 * takes, for a transaction of many commands costs little more than one of few; and so short that
 * nobody waits for one that is held up.
 */
const GATHERED_MS = 20;
/** Commands that may wait for their transaction; beyond it they are turned away. */
const MAX_WAITING_COMMANDS = 16_384;

interface Waiting {
  readonly command: Command;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * What arrives in one turn of the event loop, or while a group is under way, is performed together.
 * Beside a group another is begun only when it is full, or when that one takes long. Where a group
 * fails, its halves are performed one after the other, and theirs: one that throws is rejected
 * alone, after some twice eight transactions, and over no more connections than the group had.
 * Whatever a group did is undone with it.
 */
export class Groups {
  readonly #perform: (commands: readonly Command[]) => Promise<readonly unknown[]>;
  readonly #maxUnderWay: number;
  readonly #maxCommands: number;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #isArmed = false;
  /** Whether the group that was begun last takes long. */
  #isLong = false;
  #patience: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #idle: (() => void)[] = [];

  /** @param maxCommands of a group; 1 where what was done stays done whatever fails beside it */
  constructor(
    perform: (commands: readonly Command[]) => Promise<readonly unknown[]>,
    maxUnderWay: number,
    maxCommands = MAX_GROUP_COMMANDS,
  ) {
    this.#perform = perform;
    this.#maxUnderWay = maxUnderWay;
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

  /** Takes no more; answers when all that waited is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #arm(): void {
    if (this.#isArmed || this.#waiting.length === 0 || !this.#mayBegin()) return;
    this.#isArmed = true;
    setImmediate(() => {
      this.#isArmed = false;
      void this.#next();
      this.#arm();
    });
  }

  #mayBegin(): boolean {
    if (this.#underWay === 0) return true;
    const isWorthIt = this.#isLong || this.#waiting.length >= this.#maxCommands;
    return isWorthIt && this.#underWay < this.#maxUnderWay;
  }

  /** From here on it is seen whether what was begun takes long. */
  #watch(): void {
    this.#isLong = false;
    this.#patience ??= setTimeout(() => {
      this.#isLong = true;
      this.#arm();
    }, GATHERED_MS).unref();
    this.#patience.refresh();
  }

  async #next(): Promise<void> {
    this.#underWay += 1;
    this.#watch();
    await this.#performAll(this.#waiting.splice(0, this.#maxCommands));
    this.#underWay -= 1;
    this.#arm();
    if (this.#underWay > 0 || this.#waiting.length > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #performAll(group: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#perform(group.map(({ command }) => command));
      for (const [place, { resolve }] of group.entries()) resolve(values[place]);
    } catch (error) {
      if (group.length > 1 && !(error instanceof StoreUnavailable)) {
        const middle = group.length >> 1;
        await this.#performAll(group.slice(0, middle));
        await this.#performAll(group.slice(middle));
        return;
      }
      const [only] = group;
      if (only !== undefined && isPassing(error)) await this.#performAgain(only);
      else for (const { reject } of group) reject(error);
    }
  }

  async #performAgain({ command, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await performAlone(this.#perform, command));
    } catch (error) {
      reject(error);
    }
  }
}
