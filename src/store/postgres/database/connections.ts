import pg from 'pg';
import type { Query } from '../engine.ts';
import { partsOf } from './address.ts';
import { CONNECT_TIMEOUT_MS, notConnected } from './connect.ts';
import type { Values } from './statement-batching.ts';

/** Connections that a node has at most. */
export const MAX_CONNECTIONS = 10;
/** How long a statement waits for a row that another transaction holds, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
/**
 * How long a transaction may stand still between two statements, in milliseconds: what a node that
 * was paused has locked is free before others take over what it had in hand.
 */
const IDLE_IN_TRANSACTION_MS = 4000;
/** How long a statement may take, in milliseconds: those of the service are done in some. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * How long is waited for an answer, in milliseconds: longer than any statement may take. A machine
 * that lost its power closes no connection, and the kernel would go on sending for a quarter of an
 * hour.
 */
const ANSWER_MS = 35_000;

/**
 * Every statement finds its rows by a key: one plan, made once, serves a connection for good. Left
 * to itself the planner would walk through tables that were empty when it first looked.
 */
const BY_KEY = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
];

const LIMITS = [
  `lock_timeout=${String(LOCK_TIMEOUT_MS)}`,
  `idle_in_transaction_session_timeout=${String(IDLE_IN_TRANSACTION_MS)}`,
  `statement_timeout=${String(STATEMENT_TIMEOUT_MS)}`,
];

/** Numbers fit in a double: amounts and instants do. JSON is read by whoever wants it. */
function types(): pg.TypeOverrides {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(pg.types.builtins.INT8, Number);
  overrides.setTypeParser(pg.types.builtins.NUMERIC, Number);
  overrides.setTypeParser(pg.types.builtins.JSON, String);
  return overrides;
}

export interface Result {
  readonly rows: Record<string, unknown>[];
  readonly changes: number;
}

/** One connection, lent. What is asked without waiting goes out together. */
export interface Connection {
  execute(query: Pick<Query, 'sql' | 'name'>, values: Values): Promise<Result>;
  /** A text that is not prepared; the word that PostgreSQL answers it with. */
  say(text: string): Promise<string>;
}

/** The connections of a node to its database. */
export class Connections {
  readonly #pool: pg.Pool;

  /** @param name what the database calls this node's connections */
  constructor(url: string, name: string, size = MAX_CONNECTIONS) {
    const settings = [...BY_KEY, ...LIMITS].map((setting) => `-c ${setting}`).join(' ');
    const config = {
      ...partsOf(url),
      application_name: name,
      max: size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      options: settings,
      types: types(),
      pipeline: true,
    };
    this.#pool = new pg.Pool(config);
    // A connection that breaks while nobody has it is replaced when the next one is needed.
    this.#pool.on('error', ignore);
    // Who asks over one is told by the answer. It may break as soon as it is there, on its way to
    // whoever it is lent to: unheard, that would end the process.
    this.#pool.on('connect', (client) => client.on('error', ignore));
  }

  /**
   * Lends a connection; where `use` throws, it is closed, and with it what was not committed. So it
   * is when an answer takes longer than so many milliseconds; 0: it may take as long as it does.
   */
  async lend<Value>(
    use: (connection: Connection) => Promise<Value>,
    answerMs = ANSWER_MS,
  ): Promise<Value> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (cause) {
      throw notConnected(cause);
    }
    let isFit = false;
    try {
      const value = await use(connectionOf(client, answerMs));
      isFit = true;
      return value;
    } finally {
      client.release(!isFit);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

const ignore = (): void => undefined;

function connectionOf(client: pg.PoolClient, answerMs: number): Connection {
  const bound = { query_timeout: answerMs };
  return {
    async execute({ sql, name }, values) {
      const query = { text: sql, name, values: [...values], ...bound };
      const { rows, rowCount } = await client.query(query);
      return { rows: rows as Result['rows'], changes: rowCount ?? 0 };
    },
    say: async (text) => (await client.query({ text, ...bound })).command,
  };
}
