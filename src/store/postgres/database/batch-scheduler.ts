import { expectDefined } from '../../../shared/assert.ts';
import type { DbCommand, LockedRows, StatementRequest } from '../../repositories/engine.ts';
import { boundQueryOf, resultOf, type BoundQuery, type PostgresRequest } from '../engine.ts';
import type { Connection } from './connections.ts';
import {
  executeLocks,
  executeQueries,
  executeAll,
  allSettled,
  type RowsToLock,
} from './execute.ts';
import { storable } from './sql-text.ts';
import type { Series } from './writer-series.ts';
import { WriteBuffer } from './write-buffer.ts';

/**
 * Thrown when the commands of one transaction wait for each other's locks in a cycle. The caller
 * must then run each command in its own transaction.
 */
export class Deadlock extends Error {
  override readonly name = 'Deadlock';
}

/**
 * A running generator. It is a command, or one of the parts into which a command has split itself.
 */
interface Coroutine {
  readonly run: DbCommand<unknown>;
  /** Index of the command to which this coroutine belongs. */
  readonly command: number;
  /** Value that the generator receives when it is resumed. */
  answer: unknown;
  /**
   * Earliest positions in the write buffer at which the next write of this coroutine may be placed.
   * `from` is after its own earlier writes. `fence` is after the writes of the commands whose locks
   * it took over.
   */
  from: number;
  fence: number;
  readonly parent: Parent | null;
  readonly index: number;
}

/** A coroutine that waits until all its parts have finished. */
interface Parent {
  readonly coroutine: Coroutine;
  readonly values: unknown[];
  open: number;
}

interface LockRequest extends RowsToLock {
  readonly coroutine: Coroutine;
}

/** A query whose result a coroutine waits for. */
interface PendingQuery extends BoundQuery {
  readonly coroutine: Coroutine;
  readonly request: StatementRequest;
}

/**
 * Runs several commands concurrently over one connection and batches their statements.
 *
 * Commands are generators that yield requests. The scheduler resumes each one until it waits for a
 * result. It then sends everything that was requested in one round trip: buffered writes first,
 * then locks, then queries. Statements with the same text become one statement. It resumes the
 * commands with the results, and repeats this until all have finished.
 *
 * Example: two commands each read account X or Y and then insert a row.
 *
 *     round 1: SELECT for both accounts    (one merged statement for X and Y)
 *     round 2: INSERT of both rows         (one merged statement)
 *
 * If a command requests a row lock that another command of the same transaction holds, the
 * scheduler blocks it until that command has finished. The database cannot do this, because both
 * commands use the same transaction.
 */
export class BatchScheduler {
  readonly #connection: Connection;
  readonly #series: Readonly<Series> | undefined;
  #numbered: Extract<PostgresRequest, { readonly kind: 'numbered' }>['write'][] = [];
  #lastNumber = 0;
  readonly #writes = new WriteBuffer();
  readonly #values: unknown[] = [];
  #ready: Coroutine[] = [];
  #queries: PendingQuery[] = [];
  #lockRequests: LockRequest[] = [];
  #blocked: LockRequest[] = [];
  /**
   * For each row lock, the index of the command that holds it. A finished command holds no lock
   * here, although its transaction does.
   */
  readonly #lockHolders = new Map<string, number>();
  readonly #lockedRows = new Set<string>();
  /** Values that commands have cached for the rows they locked, keyed by row. */
  readonly #rowCache = new Map<string, unknown>();
  /**
   * Size of the write buffer when the last lock was released. The writes of the next lock holder
   * are placed after this position.
   */
  #doneFence = 0;

  /** @param series series that numbers the audit entries of this transaction */
  constructor(connection: Connection, series?: Readonly<Series>) {
    this.#connection = connection;
    this.#series = series;
    this.#lastNumber = series?.last ?? 0;
  }

  /** Number of sequence numbers that the transaction has used in the series. */
  get numbersUsed(): number {
    return this.#lastNumber - (this.#series?.last ?? 0);
  }

  /**
   * Runs all commands to the end, sends their writes, and returns their results in the same order.
   * Throws the first error that a command throws.
   */
  async finish(runs: readonly DbCommand<unknown>[]): Promise<readonly unknown[]> {
    this.#ready = runs.map((run, command) => {
      return { run, command, answer: undefined, from: 0, fence: 0, parent: null, index: command };
    });
    for (;;) {
      for (
        let coroutine = this.#ready.shift();
        coroutine !== undefined;
        coroutine = this.#ready.shift()
      ) {
        this.#advance(coroutine);
      }
      const hasRequests = this.#queries.length > 0 || this.#lockRequests.length > 0;
      if (!hasRequests && this.#blocked.length > 0) throw new Deadlock();
      if (!hasRequests) this.#writeNumbered();
      await this.#send();
      if (!hasRequests) return this.#values;
    }
  }

  /** Resumes a coroutine until it waits for a result or ends. */
  #advance(coroutine: Coroutine): void {
    for (;;) {
      const step = coroutine.run.next(coroutine.answer);
      coroutine.answer = undefined;
      if (step.done === true) {
        this.#end(coroutine, step.value);
        return;
      }
      const request = step.value as PostgresRequest;
      switch (request.kind) {
        case 'write': {
          const { query, values } = boundQueryOf(request);
          coroutine.from = this.#writes.add(query, values, coroutine);
          break;
        }
        case 'numbered':
          this.#numbered.push(request.write);
          break;
        case 'recall':
          coroutine.answer = this.#rowCache.get(request.key);
          break;
        case 'note':
          this.#rowCache.set(request.key, request.value);
          break;
        case 'get':
        case 'all':
        case 'run':
          this.#queries.push({ ...boundQueryOf(request), request, coroutine });
          return;
        case 'lock': {
          const { rows, keys } = request;
          if (this.#requestLock({ coroutine, rows, keys: keys.map(storable) })) break;
          return;
        }
        case 'together':
          this.#startParts(coroutine, request.runs);
          return;
      }
    }
  }

  /**
   * Appends the audit entries after all other writes, so that their IDs and their sequence numbers
   * have the same order.
   */
  #writeNumbered(): void {
    const numbered = this.#numbered;
    this.#numbered = [];
    const end = this.#writes.size;
    for (const write of numbered) {
      this.#lastNumber += 1;
      const { writer } = expectDefined(this.#series, 'the series of a transaction');
      const { query, values } = boundQueryOf(write({ writer, number: this.#lastNumber }));
      this.#writes.add(query, values, { from: end, fence: end });
    }
  }

  #startParts(coroutine: Coroutine, runs: readonly DbCommand<unknown>[]): void {
    const parent: Parent = { coroutine, values: [], open: runs.length };
    const { command, from, fence } = coroutine;
    const parts = runs.map((run, index): Coroutine => {
      return { run, command, answer: undefined, from, fence, parent, index };
    });
    this.#ready.unshift(...parts);
  }

  #end(coroutine: Coroutine, value: unknown): void {
    const { parent, index, command } = coroutine;
    if (parent === null) {
      this.#values[index] = value;
      this.#releaseLocks(command);
      return;
    }
    parent.values[index] = value;
    parent.open -= 1;
    parent.coroutine.from = Math.max(parent.coroutine.from, coroutine.from);
    parent.coroutine.fence = Math.max(parent.coroutine.fence, coroutine.fence);
    if (parent.open > 0) return;
    parent.coroutine.answer = parent.values;
    this.#ready.unshift(parent.coroutine);
  }

  /** Requests row locks for a coroutine. Returns true if it can continue immediately. */
  #requestLock(request: LockRequest): boolean {
    const { coroutine, rows } = request;
    const names = request.keys.map((key) => rowNameOf(rows, key));
    const isHeldByOther = names.some((name) => {
      const holder = this.#lockHolders.get(name);
      return holder !== undefined && holder !== coroutine.command;
    });
    if (isHeldByOther) {
      this.#blocked.push(request);
      return false;
    }
    for (const name of names) this.#lockHolders.set(name, coroutine.command);
    coroutine.fence = Math.max(coroutine.fence, this.#doneFence);
    const keys = request.keys.filter((key) => !this.#lockedRows.has(rowNameOf(rows, key)));
    if (keys.length === 0) return true;
    this.#lockRequests.push({ coroutine, rows, keys });
    return false;
  }

  /**
   * Releases the locks of a finished command and resumes the commands that were blocked by them.
   * Their writes follow the writes of the finished command.
   */
  #releaseLocks(command: number): void {
    let isFreed = false;
    for (const [name, holder] of this.#lockHolders) {
      if (holder !== command) continue;
      this.#lockHolders.delete(name);
      isFreed = true;
    }
    if (!isFreed) return;
    this.#doneFence = this.#writes.size;
    const blocked = this.#blocked;
    this.#blocked = [];
    for (const request of blocked) {
      if (this.#requestLock(request)) this.#ready.push(request.coroutine);
    }
  }

  /**
   * Sends all buffered writes, lock requests and queries, and passes the results to the coroutines.
   */
  async #send(): Promise<void> {
    const queries = this.#queries;
    const locks = this.#lockRequests;
    this.#queries = [];
    this.#lockRequests = [];
    const sent = [
      ...this.#writes.take().map(({ query, rows }) => executeAll(this.#connection, query, rows)),
      ...executeLocks(this.#connection, locks),
    ];
    this.#doneFence = 0;
    const answered = executeQueries(this.#connection, queries);
    await allSettled([...sent, answered]);
    const answers = await answered;
    for (const [index, { coroutine, request }] of queries.entries()) {
      [coroutine.from, coroutine.fence] = [0, 0];
      coroutine.answer = resultOf(request, answers[index]);
      this.#ready.push(coroutine);
    }
    for (const { coroutine, rows, keys } of locks) {
      for (const key of keys) this.#lockedRows.add(rowNameOf(rows, key));
      [coroutine.from, coroutine.fence] = [0, 0];
      this.#ready.push(coroutine);
    }
    for (const { coroutine } of this.#blocked) {
      coroutine.from = 0;
      coroutine.fence = 0;
    }
  }
}

const rowNameOf = ({ table, column }: LockedRows, key: string): string =>
  `${table}.${column}=${key}`;
