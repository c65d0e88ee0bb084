import { built } from '../helpers/built.ts';
import { BANK_OF_PAYERS, SinglePayments } from '../helpers/single-payments.ts';
import type { Done, Task } from '../helpers/stages.ts';

/**
 * Runs the store of a node without the rest of the service. It uses PostgreSQL if BENCH_STORE
 * contains a database URL, and otherwise SQLite in the folder. Each message that it receives names
 * a stage to process.
 */
const { openSqliteStore, openPostgresStore } = await built();
const { BENCH_STORE: url, BENCH_DATA_DIR: directory = '.' } = process.env;

/** MAC key for audit entries. All nodes of the bench use the same key. */
const INBOX_KEY = Buffer.alloc(32, 'bench');

const name = String(process.pid);
const shared = { node: name, inboxKeys: () => [INBOX_KEY], observe: console.error };
const store =
  url === undefined
    ? openSqliteStore(`${directory}/service.db`, Date.now)
    : await openPostgresStore({ url, ...shared }, Date.now);
await store.seed(BANK_OF_PAYERS, Date.now());
const payments = new SinglePayments(store, name);

process.on('message', (task: Task) => {
  void perform(task).then((done) => process.send?.(done));
});
process.on('SIGTERM', () => {
  void store.close().then(() => process.exit(0));
});
// Report port 0, because the bench talks to this program over the channel and not over a port.
process.send?.({ port: 0 });

async function perform(task: Task): Promise<Done> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const commands = await payments.through(task);
  const milliseconds = performance.now() - started;
  // Wait until all audit entries are in the hash chain, so that the CPU for this is measured too.
  await store.auditHead();
  const { user, system } = process.cpuUsage(before);
  return { commands, milliseconds, cpuMicros: user + system };
}
