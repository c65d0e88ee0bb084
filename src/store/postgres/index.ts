import type { Backup, SeededStore } from '../../domain/ports/store-admin.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock } from '../../shared/time.ts';
import { createDirectoryRefresh, listHolders } from '../repositories/access/directory-refresh.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import { bind, CLAIMS, COMMANDS, READS } from '../repositories/commands.ts';
import type { DbCommand } from '../repositories/engine.ts';
import { openRepositories, type Repositories } from '../repositories/repositories.ts';
import { connect } from './database/connect.ts';
import { Connections, MAX_CONNECTIONS } from './database/connections.ts';
import { Groups } from './database/group-commit.ts';
import { AllSeries } from './database/writer-series.ts';
import { look, readSnapshot, withTransaction } from './database/transactions.ts';
import { engine } from './engine.ts';
import { refuseUnsafe } from './compatibility.ts';
import { clusterState } from './cluster-state.ts';
import { migrate, refuseOutdated } from './migrations/index.ts';
import { mayMigrate, ownsAuditLog } from './migrations/rights.ts';
import { InboxLog, type InboxKeys } from './repositories/audit-inbox.ts';
import { claimsInRows } from './repositories/claims.ts';
import { clearBuckets, clearForms } from './repositories/nodes.ts';
import { createBankAccounts } from './repositories/bank-accounts.ts';
import { noTokenCache } from './repositories/token-cache.ts';
import { AuditSequencer } from './repositories/audit-sequencer.ts';

/** Groups of commands that a node has under way at once, at most: see `Groups`. */
const GROUPS_AT_ONCE = 3;
/** Groups of queries. */
const LOOKS_AT_ONCE = 4;
/**
 * Statements about tokens and forms, each a transaction of its own. In a group of queries one would
 * be performed again, though it was done, where a query beside it fails.
 */
const SINGLE_AT_ONCE = 2;
/** What has expired is cleared away so many rows of a kind at a time: some milliseconds. */
const ROWS_CLEARED = 512;

/** How a node comes to the store that it shares with others. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** What the node is called. */
  readonly node: string;
  readonly inboxKeys: InboxKeys;
  /** Told of what fails that nobody asked for. */
  readonly observe: Observe;
}

/** The store that several nodes share. */
export type PostgresStore = SeededStore & Backup<string>;

/**
 * Opens the store in a PostgreSQL database, which other nodes may have open as well, and brings the
 * database up to date first. Commands that arrive together are one transaction, and answer when
 * that is durable. Throws UnfitDatabase where the database is not one for this code.
 */
export async function openPostgresStore(
  { url, node, inboxKeys, observe }: PostgresSettings,
  machineClock: Clock,
): Promise<PostgresStore> {
  if (await broughtUpToDate(url)) observe({ kind: 'auditLogOwned' });
  const connections = new Connections(url, node, MAX_CONNECTIONS);
  const series = new AllSeries(node);
  const commands = new Groups(
    (group) => withTransaction(connections, group, series),
    GROUPS_AT_ONCE,
  );
  const queries = new Groups((group) => look(connections, group), LOOKS_AT_ONCE);
  const singles = new Groups((group) => look(connections, group), SINGLE_AT_ONCE, 1);
  const commit = <Value>(command: () => DbCommand<Value>): Promise<Value> =>
    commands.submit(command);
  const find = <Value>(query: () => DbCommand<Value>): Promise<Value> => queries.submit(query);
  const perform = <Value>(run: () => DbCommand<Value>): Promise<Value> => singles.submit(run);
  const auditLog = new InboxLog(machineClock, inboxKeys, () => {
    auditSequencer.wake();
  });
  const sealing = { keys: inboxKeys, auditLog, series };
  const auditSequencer = new AuditSequencer({ commit, ...sealing, machineClock, observe });
  const repositories = openRepositories(engine, {
    auditLog,
    accessCache: noTokenCache,
    claimsOf: () => claimsInRows,
  });
  await commit(createBankAccounts);
  const reads = bind(repositories, READS, find);
  const { directory } = repositories;
  return {
    ...reads,
    ...bind(repositories, CLAIMS, commit),
    ...bind(repositories, COMMANDS, commit),
    // What the log tells is looked for where it is sealed.
    auditHead: () => auditSequencer.seal().then(reads.auditHead),
    // Sign-ins are shown as they are sealed by now: a page does not fail with the log.
    signInsOf: async (...given) => {
      await auditSequencer.sealInPassing();
      return reads.signInsOf(...given);
    },
    ...clusterState({ commit, perform }),
    replaceDirectory: createDirectoryRefresh({ directory, commit, query: find }),
    listHolders: () => listHolders({ directory, query: find }),
    clearExpired: (now) => commit(() => clearExpired(repositories, now)),
    isReady: () => commit(() => repositories.settings.probe(node)).catch(() => false),
    auditBooks: () => readSnapshot(connections, () => auditBooks(engine)),
    backup: () => Promise.reject(new Error(BACKUP)),
    close: async () => {
      await auditSequencer.close();
      await Promise.all([commands.close(), queries.close(), singles.close()]);
      await connections.close();
    },
  };
}

/** What whoever asks this service for a copy of its data is told. */
const BACKUP =
  'A database that nodes share is copied by tools of its own: docs/operations.md, Several nodes.';

/**
 * Migrates, where the role may, or sees to it that somebody has; whether the role owns the audit
 * log.
 */
async function broughtUpToDate(url: string): Promise<boolean> {
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

/** Whether there is more. */
function* clearExpired(
  { tokens, authorisation, signIn }: Repositories,
  now: number,
): DbCommand<boolean> {
  const cleared: number[] = [];
  for (const kind of [tokens, authorisation, signIn]) {
    cleared.push(yield* kind.clearExpired(now, ROWS_CLEARED));
  }
  for (const clear of [clearBuckets, clearForms]) cleared.push(yield* clear(ROWS_CLEARED));
  return cleared.includes(ROWS_CLEARED);
}
