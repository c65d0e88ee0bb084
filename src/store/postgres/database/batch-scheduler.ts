import { present } from '../../../shared/assert.ts';
import type { Run } from '../../repositories/engine.ts';
import type { Ask, RowLock } from '../engine.ts';
import type { Connection } from './connections.ts';
import { answer, executeAll, type Question, settled } from './execute.ts';
import type { Series } from './writer-series.ts';
import { WriteLog } from './write-buffer.ts';

/** Commands of one transaction wait for each other without an end: each is to be done alone. */
export class Entangled extends Error {
  override readonly name = 'Entangled';
}

/** A run that is under way: a command, or a part of one that goes on beside others. */
interface Strand {
  readonly run: Run<unknown>;
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
  readonly strand: Strand;
  readonly values: unknown[];
  open: number;
}

interface Wanted {
  readonly strand: Strand;
  readonly lock: RowLock;
  readonly keys: readonly string[];
}

/**
 * Runs several queries or commands beside each other over one connection. Each goes on until it
 * asks something; when all have, what they ask goes out together, statements of one text as one
 * statement, and they go on with the answers. A command that wants rows which another has locked
 * waits until that one is done: within a transaction the database would not make it wait.
 */
export class Lockstep {
  readonly #connection: Connection;
  readonly #series: Readonly<Series> | undefined;
  #numbered: Extract<Ask, { readonly kind: 'numbered' }>['write'][] = [];
  #lastNumber = 0;
  readonly #writes = new WriteLog();
  readonly #values: unknown[] = [];
  #ready: Strand[] = [];
  #questions: (Question & { readonly strand: Strand })[] = [];
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
  async finish(runs: readonly Run<unknown>[]): Promise<readonly unknown[]> {
    this.#ready = runs.map((run, command) => {
      return { run, command, answer: undefined, from: 0, fence: 0, parent: null, place: command };
    });
    for (;;) {
      for (let strand = this.#ready.shift(); strand !== undefined; strand = this.#ready.shift()) {
        this.#advance(strand);
      }
      const isAsked = this.#questions.length > 0 || this.#locks.length > 0;
      if (!isAsked && this.#waiting.length > 0) throw new Entangled();
      if (!isAsked) this.#writeNumbered();
      await this.#send();
      if (!isAsked) return this.#values;
    }
  }

  /** Lets a strand go on until it waits for an answer. */
  #advance(strand: Strand): void {
    for (;;) {
      const step = strand.run.next(strand.answer);
      strand.answer = undefined;
      if (step.done === true) {
        this.#end(strand, step.value);
        return;
      }
      const ask = step.value as Ask;
      switch (ask.kind) {
        case 'write':
          strand.from = this.#writes.add(ask.query, ask.values, strand);
          break;
        case 'numbered':
          this.#numbered.push(ask.write);
          break;
        case 'recall':
          strand.answer = this.#known.get(ask.key);
          break;
        case 'note':
          this.#known.set(ask.key, ask.value);
          break;
        case 'query':
          this.#questions.push({ query: ask.query, values: ask.values, strand });
          return;
        case 'lock':
          if (this.#want({ strand, lock: ask.lock, keys: ask.keys })) break;
          return;
        case 'together':
          this.#part(strand, ask.runs);
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
      const { writer } = present(this.#series, 'the series of a transaction');
      const { query, values } = write({ writer, number: this.#lastNumber });
      this.#writes.add(query, values, { from: end, fence: end });
    }
  }

  #part(strand: Strand, runs: readonly Run<unknown>[]): void {
    const parent: Parent = { strand, values: [], open: runs.length };
    const { command, from, fence } = strand;
    const parts = runs.map((run, place): Strand => {
      return { run, command, answer: undefined, from, fence, parent, place };
    });
    this.#ready.unshift(...parts);
  }

  #end(strand: Strand, value: unknown): void {
    const { parent, place, command } = strand;
    if (parent === null) {
      this.#values[place] = value;
      this.#letGo(command);
      return;
    }
    parent.values[place] = value;
    parent.open -= 1;
    parent.strand.from = Math.max(parent.strand.from, strand.from);
    parent.strand.fence = Math.max(parent.strand.fence, strand.fence);
    if (parent.open > 0) return;
    parent.strand.answer = parent.values;
    this.#ready.unshift(parent.strand);
  }

  /** Takes a lock for a strand; true when it can go on at once. */
  #want(wanted: Wanted): boolean {
    const { strand, lock } = wanted;
    const names = wanted.keys.map((key) => nameOf(lock, key));
    const isTaken = names.some((name) => {
      const holder = this.#holders.get(name);
      return holder !== undefined && holder !== strand.command;
    });
    if (isTaken) {
      this.#waiting.push(wanted);
      return false;
    }
    for (const name of names) this.#holders.set(name, strand.command);
    strand.fence = Math.max(strand.fence, this.#doneFrom);
    const keys = wanted.keys.filter((key) => !this.#locked.has(nameOf(lock, key)));
    if (keys.length === 0) return true;
    this.#locks.push({ strand, lock, keys });
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
      if (this.#want(wanted)) this.#ready.push(wanted.strand);
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
    for (const [place, { strand }] of questions.entries()) {
      [strand.from, strand.fence] = [0, 0];
      strand.answer = answers[place];
      this.#ready.push(strand);
    }
    for (const { strand, lock, keys } of locks) {
      for (const key of keys) this.#locked.add(nameOf(lock, key));
      [strand.from, strand.fence] = [0, 0];
      this.#ready.push(strand);
    }
    for (const { strand } of this.#waiting) [strand.from, strand.fence] = [0, 0];
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
