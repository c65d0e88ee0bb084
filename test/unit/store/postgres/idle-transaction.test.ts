import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { Connections } from '../../../../src/store/postgres/database/connections.ts';
import { withTransaction } from '../../../../src/store/postgres/database/transactions.ts';
import { sql } from '../../../../src/store/repositories/engine.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

/** A shorter timeout than the service has, for this transaction only. */
const SOON = sql<[]>('SET LOCAL idle_in_transaction_session_timeout = 20');
const ONE = sql<[], { one: number }>('SELECT 1 AS one');

/** Blocks the thread, like a paused process. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe.skipIf(!hasPostgres())('a transaction that is idle for too long', () => {
  it('is ended by the database and rejects with StoreUnavailable, and the next one succeeds', async () => {
    const connections = new Connections(await freshDatabase(), 'a node', 1);
    const paused = withTransaction(connections, [
      function* () {
        yield* SOON.write();
        yield* ONE.get();
        standStill(500);
        return yield* ONE.get();
      },
    ]);
    await expect(paused).rejects.toThrow(StoreUnavailable);
    expect(await withTransaction(connections, [() => ONE.get()])).toEqual([{ one: 1 }]);
    await connections.close();
  });
});
