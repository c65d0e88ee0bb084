import { expectDefined } from '../../../shared/assert.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Ask, RowLock } from '../engine.ts';
import type { Connection } from './connections.ts';
import { answer, executeAll, type Question, settled } from './execute.ts';
import type { Series } from './writer-series.ts';
import { WriteLog } from './write-buffer.ts';

/** Commands of one transaction wait for each other without an end: each is to be done alone. */
export class Deadlock extends Error {
  override readonly name = 'Entangled';
}

/** A run that is under way: a command, or a part of one that goes on beside others. */
interface Coroutine {
  readonly run: DbCommand<unknown>;
  /** Which command it belongs to. */
  readonly command: number;
  /** What it goes on with. */
  answer: unknown;
  /** Its next write stands here, or later: after its own, and after those that it waited for. */
  from: number;
  fence: number;
  readonly parent: Parent | null;
  readonly place: number;
}

/** A strand that waits for its parts. */
interface Parent {
  readonly coroutine: Coroutine;
  readonly values: unknown[];
  open: number;
}

interface Wanted {
  readonly coroutine: Coroutine;
  readonly lock: RowLock;
  readonly keys: readonly string[];
}

/**
 * Runs several queries or commands beside each other over one connection. Each goes on until it
 * asks something; when all have, what they ask goes out together, statements of one text as one
 * statement, and they go on with the answers. A command that wants rows which another has locked
 * waits until that one is done: within a transaction the database would not make it wait.
 */
export class BatchScheduler {
  readonly #connection: Connection;
  readonly #series: Readonly<Series> | undefined;
  #numbered: Extract<Ask, { readonly kind: 'numbered' }>['write'][] = [];
  #lastNumber = 0;
  readonly #writes = new WriteLog();
  readonly #values: unknown[] = [];
  #ready: Coroutine[] = [];
  #questions: (Question & { readonly coroutine: Coroutine })[] = [];
  #locks: Wanted[] = [];
  #waiting: Wanted[] = [];
  /** Who holds which rows; a command that is done holds none, though the transaction does. */
  readonly #holders = new Map<string, number>();
  readonly #locked = new Set<string>();
  /** What is known of rows that are locked. */
  readonly #known = new Map<string, unknown>();
  /** The place of the last write of a command that is done. */
  #doneFrom = 0;

  /** @param series where the audit entries of a transaction go on */
  constructor(connection: Connection, series?: Readonly<Series>) {
    this.#connection = connection;
    this.#series = series;
    this.#lastNumber = series?.last ?? 0;
  }

  /** How many numbers of the series were used. */
  get numbersUsed(): number {
    return this.#lastNumber - (this.#series?.last ?? 0);
  }

  /** What each came to, in their order; all that they wrote is sent. Throws what one throws. */
  async finish(runs: readonly DbCommand<unknown>[]): Promise<readonly unknown[]> {
    this.#ready = runs.map((run, command) => {
      return { run, command, answer: undefined, from: 0, fence: 0, parent: null, place: command };
    });
    for (;;) {
      for (
        let coroutine = this.#ready.shift();
        coroutine !== undefined;
        coroutine = this.#ready.shift()
      ) {
        this.#advance(coroutine);
      }
      const isAsked = this.#questions.length > 0 || this.#locks.length > 0;
      if (!isAsked && this.#waiting.length > 0) throw new Deadlock();
      if (!isAsked) this.#writeNumbered();
      await this.#send();
      if (!isAsked) return this.#values;
    }
  }

  /** Lets a strand go on until it waits for an answer. */
  #advance(coroutine: Coroutine): void {
    for (;;) {
      const step = coroutine.run.next(coroutine.answer);
      coroutine.answer = undefined;
      if (step.done === true) {
        this.#end(coroutine, step.value);
        return;
      }
      const ask = step.value as Ask;
      switch (ask.kind) {
        case 'write':
          coroutine.from = this.#writes.add(ask.query, ask.values, coroutine);
          break;
        case 'numbered':
          this.#numbered.push(ask.write);
          break;
        case 'recall':
          coroutine.answer = this.#known.get(ask.key);
          break;
        case 'note':
          this.#known.set(ask.key, ask.value);
          break;
        case 'query':
          this.#questions.push({ query: ask.query, values: ask.values, coroutine });
          return;
        case 'lock':
          if (this.#want({ coroutine, lock: ask.lock, keys: ask.keys })) break;
          return;
        case 'together':
          this.#part(coroutine, ask.runs);
          return;
      }
    }
  }

  /** Adds the rows with numbers after all other writes, so that their ids are in the same order. */
  #writeNumbered(): void {
    const numbered = this.#numbered;
    this.#numbered = [];
    const end = this.#writes.size;
    for (const write of numbered) {
      this.#lastNumber += 1;
      const { writer } = expectDefined(this.#series, 'the series of a transaction');
      const { query, values } = write({ writer, number: this.#lastNumber });
      this.#writes.add(query, values, { from: end, fence: end });
    }
  }

  #part(coroutine: Coroutine, runs: readonly DbCommand<unknown>[]): void {
    const parent: Parent = { coroutine, values: [], open: runs.length };
    const { command, from, fence } = coroutine;
    const parts = runs.map((run, place): Coroutine => {
      return { run, command, answer: undefined, from, fence, parent, place };
    });
    this.#ready.unshift(...parts);
  }

  #end(coroutine: Coroutine, value: unknown): void {
    const { parent, place, command } = coroutine;
    if (parent === null) {
      this.#values[place] = value;
      this.#letGo(command);
      return;
    }
    parent.values[place] = value;
    parent.open -= 1;
    parent.coroutine.from = Math.max(parent.coroutine.from, coroutine.from);
    parent.coroutine.fence = Math.max(parent.coroutine.fence, coroutine.fence);
    if (parent.open > 0) return;
    parent.coroutine.answer = parent.values;
    this.#ready.unshift(parent.coroutine);
  }

  /** Takes a lock for a strand; true when it can go on at once. */
  #want(wanted: Wanted): boolean {
    const { coroutine, lock } = wanted;
    const names = wanted.keys.map((key) => nameOf(lock, key));
    const isTaken = names.some((name) => {
      const holder = this.#holders.get(name);
      return holder !== undefined && holder !== coroutine.command;
    });
    if (isTaken) {
      this.#waiting.push(wanted);
      return false;
    }
    for (const name of names) this.#holders.set(name, coroutine.command);
    coroutine.fence = Math.max(coroutine.fence, this.#doneFrom);
    const keys = wanted.keys.filter((key) => !this.#locked.has(nameOf(lock, key)));
    if (keys.length === 0) return true;
    this.#locks.push({ coroutine, lock, keys });
    return false;
  }

  /** What a command had locked is the next one's, which writes after it. */
  #letGo(command: number): void {
    let isFreed = false;
    for (const [name, holder] of this.#holders) {
      if (holder !== command) continue;
      this.#holders.delete(name);
      isFreed = true;
    }
    if (!isFreed) return;
    this.#doneFrom = this.#writes.size;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wanted of waiting) {
      if (this.#want(wanted)) this.#ready.push(wanted.coroutine);
    }
  }

  /** Sends what was written and asked; hands the answers over. */
  async #send(): Promise<void> {
    const [questions, locks] = [this.#questions, this.#locks];
    [this.#questions, this.#locks] = [[], []];
    const sent = [
      ...this.#writes.take().map(({ query, rows }) => executeAll(this.#connection, query, rows)),
      ...keysOf(locks).map(({ lock, keys }) =>
        this.#connection.execute(lock.query, [[...keys].sort()]),
      ),
    ];
    this.#doneFrom = 0;
    const asked = answer(this.#connection, questions);
    await settled([...sent, asked]);
    const answers = await asked;
    for (const [place, { coroutine }] of questions.entries()) {
      [coroutine.from, coroutine.fence] = [0, 0];
      coroutine.answer = answers[place];
      this.#ready.push(coroutine);
    }
    for (const { coroutine, lock, keys } of locks) {
      for (const key of keys) this.#locked.add(nameOf(lock, key));
      [coroutine.from, coroutine.fence] = [0, 0];
      this.#ready.push(coroutine);
    }
    for (const { coroutine } of this.#waiting) [coroutine.from, coroutine.fence] = [0, 0];
  }
}

/** The locks that are wanted, each once with all its keys. */
function keysOf(wanted: readonly Wanted[]) {
  const byName = new Map<string, { readonly lock: RowLock; readonly keys: Set<string> }>();
  for (const { lock, keys } of wanted) {
    const known = byName.get(lock.name) ?? { lock, keys: new Set<string>() };
    byName.set(lock.name, known);
    for (const key of keys) known.keys.add(key);
  }
  return [...byName.values()];
}

const nameOf = (lock: RowLock, key: string): string => `${lock.name}=${key}`;
