import { setTimeout as sleep } from 'node:timers/promises';
import {
  CORE_MESSAGES,
  type WireOperation,
  type WireResult,
} from '../../connections/core-contract.ts';
import type { BankData } from '../../domain/records/seed.ts';
import { expectDefined } from '../../shared/assert.ts';
import {
  formatInstant,
  londonDate,
  parseInstant,
  type Clock,
  type Milliseconds,
} from '../../shared/time.ts';
import { JsonServer, problem, type JsonAnswer, type ReceivedRequest } from '../json-server.ts';
import { Books, type CoreRules } from './books.ts';
import { openDatabase } from './database.ts';
import { createFaults, type FaultRates, type Faults } from './faults.ts';
import { Feed } from './feed.ts';
import { formatAmount } from '../../shared/money.ts';

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Largest page of changes and of entries. */
const MAX_PAGE = 1000;
/** Longest additional time of a delayed answer or a duplicate, in milliseconds. */
const MAX_DELAY_MS: Milliseconds = 200;
/** Time for which a restarting core accepts no connections, in milliseconds. */
const RESTART_MS: Milliseconds = 100;
/** Probability that an operation of a request with the fault `notDone` is not done. */
const NOT_DONE_RATE = 0.2;

interface CoreServerOptions {
  /** Port on 127.0.0.1. 0 selects a free port. */
  readonly port: number;
  readonly dataFolder: string;
  /** Customers, users and accounts. Those that are new or have changed are added to the feed. */
  readonly bank: BankData;
  readonly faults?: FaultRates;
  /** The same seed gives the same faults. */
  readonly seed?: number;
  /** Delay of every answer, in milliseconds. Requests do not wait for each other. */
  readonly latencyMs?: Milliseconds;
  readonly rules?: CoreRules;
  /** Receives a line of text about each operation that is performed. */
  readonly print?: (line: string) => void;
  readonly clock: Clock;
}

/** An HTTP server in front of a core banking system with a database of its own. */
export class ReferenceCore {
  readonly #options: CoreServerOptions;
  readonly #faults: Faults;
  readonly #server: JsonServer;
  readonly #later = new Set<NodeJS.Timeout>();
  #db;
  #books: Books;
  #feed: Feed;
  #isClosed = false;

  private constructor(options: CoreServerOptions) {
    this.#options = options;
    this.#faults = createFaults(options.faults ?? {}, options.seed ?? 1);
    this.#db = openDatabase(options.dataFolder);
    this.#books = new Books(this.#db, this.#options.rules);
    this.#feed = new Feed(this.#db);
    const { port, latencyMs = 0 } = options;
    this.#server = new JsonServer({
      port,
      delayMs: latencyMs,
      maxBodyBytes: MAX_BODY_BYTES,
      answer: (request) => this.#answer(request),
    });
  }

  /** Opens the database and listens. */
  static async start(options: CoreServerOptions): Promise<ReferenceCore> {
    const core = new ReferenceCore(options);
    core.apply(options.bank);
    await core.#server.listen().catch((error: unknown) => {
      core.#db.close();
      throw error;
    });
    return core;
  }

  get url(): string {
    return this.#server.url;
  }

  /** Adds changes of customers, users and accounts to the feed. Returns their number. */
  apply(bank: BankData): number {
    return this.#feed.apply(bank);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#later) clearTimeout(timer);
    await this.#server.close();
    this.#db.close();
  }

  /** Ends all connections, opens the database again, and listens on the same port again. */
  async #restart(): Promise<void> {
    if (!this.#server.isListening) return;
    await this.#server.close();
    if (this.#isClosed) return;
    this.#db.close();
    this.#db = openDatabase(this.#options.dataFolder);
    this.#books = new Books(this.#db, this.#options.rules);
    this.#feed = new Feed(this.#db);
    this.#runLater(RESTART_MS, () => void this.#server.listen());
  }

  #runLater(delayMs: Milliseconds, act: () => void): void {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      act();
    }, delayMs);
    this.#later.add(timer);
  }

  #answer(request: ReceivedRequest): JsonAnswer | Promise<JsonAnswer> {
    const { method, url, answerContent } = request;
    const now = this.#options.clock();
    this.#books.expireHolds(now);
    const { pathname, searchParams } = url;
    const after = searchParams.get('after') ?? '';
    const [, day, isEntries] =
      /^\/v1\/reconciliation\/(\d{4}-\d{2}-\d{2})(\/entries)?$/.exec(pathname) ?? [];
    if (method === 'GET' && day !== undefined) {
      return isEntries === undefined ? this.#totals(day) : this.#entries(day, after);
    }
    switch (`${method} ${pathname}`) {
      case 'POST /v1/operations':
        return answerContent(CORE_MESSAGES.OperationsRequest, (content) => this.#perform(content));
      case 'POST /v1/funds-confirmations':
        return answerContent(CORE_MESSAGES.FundsRequest, ({ account, amountPence }) => [
          200,
          { fundsAvailable: this.#books.hasFunds(account, amountPence, now) },
        ]);
      case 'POST /v1/accounts/lookup':
        return answerContent(CORE_MESSAGES.AccountsRequest, ({ accounts }) => {
          const found = accounts.flatMap((account) => {
            const availablePence = this.#books.availableIn(account);
            return availablePence === undefined ? [] : [{ account, availablePence }];
          });
          return [200, { accounts: found }];
        });
      case 'GET /v1/holds':
        return this.#holds(searchParams.get('before') ?? '', after);
      case 'GET /v1/changes':
        return this.#changes(after);
      default:
        return problem(404, 'Not found', `There is no ${method} ${pathname}.`);
    }
  }

  async #perform({ operations }: { operations: readonly WireOperation[] }): Promise<JsonAnswer> {
    const { kinds, dice } = this.#faults();
    const { print } = this.#options;
    if (kinds.has('delay')) await sleep(dice.between(1, MAX_DELAY_MS));
    if (kinds.has('unavailable')) {
      return problem(503, 'Unavailable', 'Nothing was done. This is an injected fault.');
    }
    const isSkipped = kinds.has('notDone') ? () => dice.chance(NOT_DONE_RATE) : undefined;
    const duplicateMs = dice.between(1, MAX_DELAY_MS);
    const now = this.#options.clock();
    if (kinds.has('duplicate')) {
      this.#runLater(duplicateMs, () => void this.#books.perform(operations, now));
    }
    const results = this.#books.perform(operations, now, isSkipped);
    for (const [index, operation] of operations.entries()) {
      print?.(formatOperation(operation, expectDefined(results[index], 'a result')));
    }
    if (kinds.has('restart')) await this.#restart();
    return kinds.has('lostAnswer') || kinds.has('restart') ? 'lost' : [200, { results }];
  }

  #changes(after: string): JsonAnswer {
    if (!/^\d{0,15}$/.test(after)) return problem(400, 'Unknown cursor', `after=${after}`);
    const { changes, position, hasMore } = this.#feed.after(Number(after), MAX_PAGE);
    return [200, { changes, cursor: String(position), hasMore }];
  }

  #holds(written: string, after: string): JsonAnswer {
    const before = parseInstant(written);
    if (before === undefined) return problem(400, 'Unknown time', `before=${written}`);
    const rows = this.#books.openHolds(before, after, MAX_PAGE + 1);
    const holds = rows
      .slice(0, MAX_PAGE)
      .map(({ placedAt, ...hold }) => ({ ...hold, placedAt: formatInstant(placedAt) }));
    const next = rows.length > MAX_PAGE ? (holds.at(-1)?.id ?? null) : null;
    return [200, { holds, next }];
  }

  #totals(date: string): JsonAnswer {
    const isFinal = date < londonDate(this.#options.clock());
    return [200, { date, isFinal, totals: this.#books.totalsOf(date) }];
  }

  #entries(day: string, after: string): JsonAnswer {
    const rows = this.#books.entriesOf(day, after, MAX_PAGE + 1);
    const entries = rows.slice(0, MAX_PAGE);
    const next = rows.length > MAX_PAGE ? (entries.at(-1)?.id ?? null) : null;
    return [200, { entries, next }];
  }
}

/** Returns a line about an operation, for example `hold p1.h: 12.50 from 11280001234567: done`. */
function formatOperation(operation: WireOperation, result: WireResult): string {
  const outcome = result.outcome === 'refused' ? `refused, ${result.reason}` : result.outcome;
  return `${operation.type} ${operation.id}: ${subjectOf(operation)}: ${outcome}`;
}

function subjectOf(operation: WireOperation): string {
  if ('holdId' in operation) return `hold ${operation.holdId}`;
  const direction = operation.type === 'hold' ? 'from' : 'to';
  return `${formatAmount(operation.amountPence)} ${direction} ${operation.account}`;
}
