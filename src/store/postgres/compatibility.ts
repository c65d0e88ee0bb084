import pg from 'pg';
import { expectDefined } from '../../shared/assert.ts';

/** The database cannot be used by this code, or not as it stands; a sentence says why. */
export class IncompatibleDatabase extends Error {
  override readonly name = 'UnfitDatabase';
}

/** With these a commit is answered before the disk has it, or before a standby has. */
const ANSWERS_EARLY = new Set(['off', 'local']);

interface StatusWithReason {
  readonly isStandby: boolean;
  readonly synchronousCommit: string;
  /** Those that a commit waits for; '' for none. */
  readonly waitsFor: string;
  readonly standbys: number;
}

/**
 * Throws UnfitDatabase where what is acknowledged could be lost, or nothing written at all: over a
 * standby; where commits are answered before they are durable; and where standbys follow of which
 * a commit waits for none, so that a failover to one forgets payments (docs/decisions, 101). A
 * database without standbys is as safe as its disk.
 */
export async function refuseUnsafe(client: pg.ClientBase): Promise<void> {
  // In the usual types, whatever the connection reads its rows as.
  const { rows } = await client.query<StatusWithReason>({ text: STANDING, types: pg.types });
  const { isStandby, synchronousCommit, waitsFor, standbys } = expectDefined(rows[0], 'a row');
  if (isStandby) {
    throw new IncompatibleDatabase('It is a standby, which takes no writes: name the primary.');
  }
  if (ANSWERS_EARLY.has(synchronousCommit)) {
    throw new IncompatibleDatabase(
      `Its synchronous_commit is ${synchronousCommit}, so that a payment that was acknowledged can ` +
        'be lost: set it to on.',
    );
  }
  if (standbys > 0 && waitsFor === '') {
    throw new IncompatibleDatabase(
      'It has standbys and waits for none of them, so that a failover loses payments that were ' +
        'acknowledged: set synchronous_standby_names, as docs/operations.md tells.',
    );
  }
}

/** Who copies the log for a backup is no standby; whose name the role may not see counts as one. */
const STANDING = `
  SELECT pg_is_in_recovery() AS "isStandby",
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('synchronous_standby_names') AS "waitsFor",
    (SELECT COUNT(*)::int FROM pg_stat_replication
     WHERE COALESCE(application_name, '') NOT IN ('pg_receivewal', 'pg_basebackup')) AS standbys`;
