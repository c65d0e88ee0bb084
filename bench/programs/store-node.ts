import { built } from '../helpers/built.ts';
import { BANK_OF_PAYERS, SinglePayments } from '../helpers/single-payments.ts';
import type { Done, Task } from '../helpers/stages.ts';

/**
 * A node's store without the service around it: over PostgreSQL where BENCH_STORE is its address,
 * else SQLite in the folder. It takes payments through the stages that it is told.
 */
const { openSqliteStore, openPostgresStore } = await built();
const { BENCH_STORE: url, BENCH_DATA_DIR: directory = '.' } = process.env;

/** What all nodes of the bench mark their audit entries with. */
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
// It has no port: it is spoken to over the channel.
process.send?.({ port: 0 });

async function perform(task: Task): Promise<Done> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const commands = await payments.through(task);
  const milliseconds = performance.now() - started;
  // What was entered in the audit log is sealed when this is answered: its CPU counts.
  await store.auditHead();
  const { user, system } = process.cpuUsage(before);
  return { commands, milliseconds, cpuMicros: user + system };
}
