import Sqlite from 'better-sqlite3';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';

/**
 * A plain Fastify application, for comparison. It shows what an ordinary good implementation costs:
 *
 * - `GET /` returns a JSON response as large as that to a GET of a consent.
 * - `POST /each` stores the body as a row, in a transaction of its own.
 * - `POST /grouped` stores all bodies that arrive in one turn of the event loop in one transaction.
 *
 * Both POSTs respond when the row is on the disk, as the service does. Nothing else is validated,
 * stored or audited.
 */
const ANSWER = { Data: 'x'.repeat(497) };

const database = new Sqlite(`${process.env['BENCH_DATA_DIR'] ?? '.'}/rows.db`);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`CREATE TABLE stored (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL) STRICT`);
const insert = database.prepare<[key: string, body: string]>(
  'INSERT INTO stored (key, body) VALUES (?, ?)',
);

interface Row {
  readonly key: string;
  readonly body: string;
  readonly done: () => void;
}

let waiting: Row[] = [];

const insertAll = database.transaction((rows: readonly Row[]) => {
  for (const { key, body } of rows) insert.run(key, body);
});

/** Stores a row in the next transaction. Resolves when it is durable. */
function store(key: string, body: string): Promise<void> {
  return new Promise((done) => {
    if (waiting.push({ key, body, done }) > 1) return;
    setImmediate(() => {
      const rows = waiting;
      waiting = [];
      insertAll(rows);
      for (const row of rows) row.done();
    });
  });
}

const app = fastify();
const keyOf = (headers: Readonly<Record<string, unknown>>): string =>
  String(headers['x-idempotency-key']);

app.get('/', () => ANSWER);
app.post('/each', async ({ headers, body }, reply) => {
  insert.run(keyOf(headers), JSON.stringify(body));
  return reply.code(201).send(ANSWER);
});
app.post('/grouped', async ({ headers, body }, reply) => {
  await store(keyOf(headers), JSON.stringify(body));
  return reply.code(201).send(ANSWER);
});
app.get('/metrics', () => {
  const { user, system } = process.cpuUsage();
  return `process_cpu_seconds_total ${String((user + system) / 1e6)}\n`;
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.on('SIGTERM', () => process.exit(0));
