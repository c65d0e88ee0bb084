import type { Backup, SeededStore } from '../../domain/ports/store-admin.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import { noTokenCache } from '../repositories/access/token-cache.ts';
import { createDirectoryRefresh, listHolders } from '../repositories/access/directory-refresh.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import { claimsOf, commandsOf } from '../repositories/commands.ts';
import { queriesOf } from '../repositories/queries.ts';
import type { DbCommand } from '../repositories/engine.ts';
import {
  openRepositories,
  type AccountKeeper,
  type Repositories,
  expiringOf,
} from '../repositories/repositories.ts';
import { connect } from './database/connect.ts';
import { Connections, MAX_CONNECTIONS } from './database/connections.ts';
import { GroupCommit } from './database/group-commit.ts';
import { SeriesPool } from './database/writer-series.ts';
import { runQueries, readSnapshot, withTransaction } from './database/transactions.ts';
import { refuseUnsafe } from './compatibility.ts';
import { clusterState } from './cluster-state.ts';
import { migrate, refuseOutdated } from './migrations.ts';
import { mayMigrate, ownsAuditLog } from './rights.ts';
import { InboxLog, type InboxKeys } from './repositories/audit-inbox.ts';
import { claimsInRows } from './repositories/claims.ts';
import { clearBuckets, clearForms } from './repositories/nodes.ts';
import { createBankAccounts } from './repositories/bank-accounts.ts';
import { AuditSequencer } from './repositories/audit-sequencer.ts';

/** Maximum number of command groups that a node runs at the same time. See `GroupCommit`. */
const MAX_COMMAND_GROUPS = 3;
/** Maximum number of query groups that a node runs at the same time. */
const MAX_QUERY_GROUPS = 4;
/**
 * Maximum number of concurrent statements for rate-limit tokens and submitted forms. Each statement
 * is a transaction of its own. If it were grouped with others, the failure of another statement
 * would execute it a second time.
 */
const MAX_SINGLE_STATEMENTS = 2;
/**
 * Maximum number of expired rows of one kind that one transaction deletes, which takes a few
 * milliseconds.
 */
const ROWS_CLEARED = 512;

/** Settings for opening the shared store on a node. */
export interface PostgresSettings {
  /** Database URL, for example `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Name of this node. */
  readonly node: string;
  readonly inboxKeys: InboxKeys;
  /** Receives the failures of background work, because no caller waits for that work. */
  readonly observe: Observe;
  /** The keeper of the customers' accounts. By default, it is this service. */
  readonly accounts?: AccountKeeper;
}

/** A PostgreSQL store, which several nodes can share. */
export type PostgresStore = SeededStore & Backup<string>;

/**
 * Opens the store in a PostgreSQL database that several nodes may share. First applies missing
 * migrations.
 *
 * Commands that arrive together run in one transaction, and their promises resolve when it is
 * durable. Throws IncompatibleDatabase if this version cannot use the database.
 */
export async function openPostgresStore(
  { url, node, inboxKeys, observe, accounts = 'service' }: PostgresSettings,
  machineClock: Clock,
): Promise<PostgresStore> {
  if (await prepareDatabase(url)) observe({ kind: 'auditLogOwned' });
  const connections = new Connections(url, node, MAX_CONNECTIONS);
  const series = new SeriesPool(node);
  const commands = new GroupCommit(
    (group) => withTransaction(connections, group, series),
    MAX_COMMAND_GROUPS,
  );
  const queries = new GroupCommit((group) => runQueries(connections, group), MAX_QUERY_GROUPS);
  const singles = new GroupCommit(
    (group) => runQueries(connections, group),
    MAX_SINGLE_STATEMENTS,
    1,
  );
  const commit = <Value>(command: () => DbCommand<Value>): Promise<Value> =>
    commands.submit(command);
  const find = <Value>(query: () => DbCommand<Value>): Promise<Value> => queries.submit(query);
  const perform = <Value>(run: () => DbCommand<Value>): Promise<Value> => singles.submit(run);
  const auditLog = new InboxLog(machineClock, inboxKeys, () => {
    auditSequencer.wake();
  });
  const sequencing = { keys: inboxKeys, auditLog, series };
  const auditSequencer = new AuditSequencer({ commit, ...sequencing, machineClock, observe });
  const repositories = openRepositories({
    ...{ accounts, auditLog },
    accessCache: noTokenCache,
    claimsOf: () => claimsInRows,
  });
  await commit(createBankAccounts);
  const reads = queriesOf(repositories, find);
  const { directory } = repositories;
  return {
    ...reads,
    ...claimsOf(repositories, commit),
    ...commandsOf(repositories, commit),
    // Wait until the entries written so far are in the hash chain.
    auditHead: () => auditSequencer.sequenceNow().then(reads.auditHead),
    // First try to move waiting entries into the chain. If that fails, the result does not
    // contain them.
    signInsOf: async (...args) => {
      await auditSequencer.trySequence();
      return reads.signInsOf(...args);
    },
    usersOfCustomer: async (...args) => {
      await auditSequencer.trySequence();
      return reads.usersOfCustomer(...args);
    },
    listAuditEntries: async (range) => {
      await auditSequencer.trySequence();
      return reads.listAuditEntries(range);
    },
    ...clusterState({ commit, perform }),
    replaceDirectory: createDirectoryRefresh({ directory, commit, query: find }),
    listHolders: () => listHolders({ directory, query: find }),
    clearExpired: (now) => commit(() => clearExpired(repositories, now)),
    isReady: () => commit(() => repositories.settings.probe(node)).catch(() => false),
    auditBooks: () => readSnapshot(connections, () => auditBooks()),
    backup: () => Promise.reject(new Error(BACKUP)),
    close: async () => {
      await auditSequencer.close();
      await Promise.all([commands.close(), queries.close(), singles.close()]);
      await connections.close();
    },
  };
}

/** Error message for an attempt to back up the database through this service. */
const BACKUP =
  'Back up a shared database with PostgreSQL’s own tools: docs/operations.md, Several nodes.';

/**
 * Applies missing migrations if the role is allowed to, and otherwise checks that none is missing.
 * Returns true if the role owns the audit log.
 */
async function prepareDatabase(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    await refuseUnsafe(client);
    if (await mayMigrate(client)) await migrate(client);
    else await refuseOutdated(client);
    return await ownsAuditLog(client);
  } finally {
    await client.end();
  }
}

/** Deletes expired rows. Returns true if more expired rows may be left. */
function* clearExpired(repositories: Repositories, now: Instant): DbCommand<boolean> {
  const cleared: number[] = [];
  for (const kind of expiringOf(repositories)) {
    cleared.push(yield* kind.clearExpired(now, ROWS_CLEARED));
  }
  for (const clear of [clearBuckets, clearForms]) cleared.push(yield* clear(ROWS_CLEARED));
  return cleared.includes(ROWS_CLEARED);
}
