import pg from 'pg';
import type { Query } from '../engine.ts';
import { clientConfigOf } from './address.ts';
import { CONNECT_TIMEOUT_MS, notConnected } from './connect.ts';
import type { Values } from './statement-batching.ts';

/** Maximum number of connections that one node opens. */
export const MAX_CONNECTIONS = 10;
/** Maximum time that a statement waits for a row lock of another transaction, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
/**
 * Maximum time that a transaction may be idle between two statements, in milliseconds. If a node
 * hangs, its locks are therefore released before another node takes over its work.
 */
const IDLE_IN_TRANSACTION_MS = 4000;
/**
 * Maximum duration of a statement, in milliseconds. Statements of the service normally take a few
 * milliseconds.
 */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Maximum time to wait for a response from the server, in milliseconds. It is longer than the
 * statement timeout. It matters when the server loses power: no connection is closed then, and the
 * kernel would keep retrying for a quarter of an hour.
 */
const RESPONSE_TIMEOUT_MS = 35_000;

/**
 * Planner settings. Every statement finds its rows by a key, so each connection plans a statement
 * once and always uses an index. Without these settings, the planner would choose a sequential scan
 * for a table that was empty when the statement was planned. It adds a very high cost to a
 * sequential scan that it cannot avoid. JIT is off, because this cost would make PostgreSQL compile
 * the statement at each execution, which takes longer than the statement.
 */
const PLANNER_SETTINGS = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
];

const LIMITS = [
  `lock_timeout=${String(LOCK_TIMEOUT_MS)}`,
  `idle_in_transaction_session_timeout=${String(IDLE_IN_TRANSACTION_MS)}`,
  `statement_timeout=${String(STATEMENT_TIMEOUT_MS)}`,
];

/**
 * Returns the type parsers for the driver. All 64-bit and numeric values (amounts, timestamps) are
 * small enough to be JavaScript numbers. JSON columns stay text, and the caller parses them.
 */
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

/**
 * A pooled connection. If several statements are sent without waiting for results, they are
 * pipelined.
 */
export interface Connection {
  execute(query: Pick<Query, 'sql' | 'name'>, values: Values): Promise<Result>;
  /**
   * Executes SQL text without preparing it. Returns PostgreSQL's command tag, for example `COMMIT`.
   */
  executeText(text: string): Promise<string>;
}

/** The connection pool of a node. */
export class Connections {
  readonly #pool: pg.Pool;

  /** @param name `application_name` of the connections */
  constructor(url: string, name: string, size = MAX_CONNECTIONS) {
    const settings = [...PLANNER_SETTINGS, ...LIMITS].map((setting) => `-c ${setting}`).join(' ');
    const config = {
      ...clientConfigOf(url),
      application_name: name,
      max: size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      options: settings,
      types: types(),
      pipeline: true,
    };
    this.#pool = new pg.Pool(config);
    // The pool itself replaces an idle connection that breaks.
    this.#pool.on('error', ignore);
    // A failed query reports the error to its caller. But a connection can also break before a
    // query is sent, and without a listener that error would end the process.
    this.#pool.on('connect', (client) => client.on('error', ignore));
  }

  /**
   * Calls `use` with a connection from the pool. If `use` throws, or if a response takes longer
   * than `timeoutMs`, the connection is closed, which rolls back its transaction. A timeout of 0
   * means no limit.
   */
  async withConnection<Value>(
    use: (connection: Connection) => Promise<Value>,
    timeoutMs = RESPONSE_TIMEOUT_MS,
  ): Promise<Value> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (cause) {
      throw notConnected(cause);
    }
    let isFit = false;
    try {
      const value = await use(connectionOf(client, timeoutMs));
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

function connectionOf(client: pg.PoolClient, timeoutMs: number): Connection {
  const bound = { query_timeout: timeoutMs };
  return {
    async execute({ sql, name }, values) {
      const query = { text: sql, name, values: [...values], ...bound };
      const { rows, rowCount } = await client.query(query);
      return { rows: rows as Result['rows'], changes: rowCount ?? 0 };
    },
    executeText: async (text) => (await client.query({ text, ...bound })).command,
  };
}
