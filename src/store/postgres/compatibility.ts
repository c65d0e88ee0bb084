import pg from 'pg';
import { expectDefined } from '../../shared/assert.ts';

/**
 * Thrown when this version of the service cannot use the database, or not with its current
 * settings. The message contains the reason and what to change.
 */
export class IncompatibleDatabase extends Error {
  override readonly name = 'IncompatibleDatabase';
}

/**
 * Values of `synchronous_commit` that can lose a committed transaction, because PostgreSQL
 * acknowledges the COMMIT before the disk or the synchronous standby has stored it.
 */
const UNSAFE_COMMIT_MODES = new Set(['off', 'local']);

interface ServerState {
  readonly isStandby: boolean;
  readonly synchronousCommit: string;
  /**
   * Value of `synchronous_standby_names`: the standbys that a commit waits for. Empty if a commit
   * waits for none.
   */
  readonly syncStandbys: string;
  readonly standbys: number;
}

/**
 * Throws IncompatibleDatabase if the database accepts no writes or could lose acknowledged data.
 *
 * It rejects three configurations: a server that is itself a standby, a `synchronous_commit` value
 * that acknowledges early, and a primary with only asynchronous standbys. In the last case, a
 * failover would lose payments (docs/decisions, 101). A database without standbys is accepted,
 * because it is as safe as its disk.
 */
export async function refuseUnsafe(client: pg.ClientBase): Promise<void> {
  // Use the driver's default type parsers, because this connection may return all columns as text.
  const { rows } = await client.query<ServerState>({ text: SERVER_STATE, types: pg.types });
  const { isStandby, synchronousCommit, syncStandbys, standbys } = expectDefined(rows[0], 'a row');
  if (isStandby) {
    throw new IncompatibleDatabase(
      'It is a standby, which accepts no writes. Name the primary server in PIS_DATABASE_URL.',
    );
  }
  if (UNSAFE_COMMIT_MODES.has(synchronousCommit)) {
    throw new IncompatibleDatabase(
      `Its synchronous_commit is ${synchronousCommit}, so an acknowledged payment could be lost. ` +
        'Set it to on.',
    );
  }
  if (standbys > 0 && syncStandbys === '') {
    throw new IncompatibleDatabase(
      'It has standbys but waits for none of them, so a failover could lose acknowledged ' +
        'payments. Set synchronous_standby_names as described in docs/operations.md.',
    );
  }
}

/**
 * Query for the server's settings and standbys. Backup tools that copy the WAL do not count as
 * standbys. If the role may not read the name of a WAL receiver, the receiver counts as a standby.
 */
const SERVER_STATE = `
  SELECT pg_is_in_recovery() AS "isStandby",
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('synchronous_standby_names') AS "syncStandbys",
    (SELECT COUNT(*)::int FROM pg_stat_replication
     WHERE COALESCE(application_name, '') NOT IN ('pg_receivewal', 'pg_basebackup')) AS standbys`;
