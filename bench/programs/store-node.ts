import { built } from '../helpers/built.ts';
import { BANK_OF_PAYERS, SinglePayments } from '../helpers/single-payments.ts';
import type { Done, Task } from '../helpers/stages.ts';

/**
 * A node's store without the service around it: over PostgreSQL if BENCH_STORE is its address, else
 * over SQLite in the folder. Processes the stages that its messages name.
 */
const { openSqliteStore, openPostgresStore } = await built();
const { BENCH_STORE: url, BENCH_DATA_DIR: directory = '.' } = process.env;

/** The key that marks the audit entries of all nodes of the bench. */
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
// It has no port, because the bench communicates with it over the channel.
process.send?.({ port: 0 });

async function perform(task: Task): Promise<Done> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const commands = await payments.through(task);
  const milliseconds = performance.now() - started;
  // Waits until all audit entries have their place in the chain, so that this CPU counts.
  await store.auditHead();
  const { user, system } = process.cpuUsage(before);
  return { commands, milliseconds, cpuMicros: user + system };
}
