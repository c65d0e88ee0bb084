import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { Connections } from '../../../../src/store/postgres/database/connections.ts';
import {
  runQueries,
  readSnapshot,
  withTransaction,
} from '../../../../src/store/postgres/database/transactions.ts';
import { sql } from '../../../../src/store/repositories/engine.ts';
import { endedByOperator, proxyTo } from '../../../helpers/postgres-proxy.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

/** A shorter timeout than the service has, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 300;

const ONE = sql<[], { one: number }>('SELECT 1 AS one');
const LONG = sql<[], { one: number }>('SELECT 1 AS one FROM pg_sleep(0.6)');

describe.skipIf(!hasPostgres())('a database whose machine lost its power', () => {
  it.each(['a command', 'a query'])('makes %s fail after the timeout', async (what) => {
    const way = await proxyTo(await freshDatabase());
    const connections = new Connections(way.url, 'a node', 1);
    const impatient: Connections['withConnection'] = (use) =>
      connections.withConnection(use, RESPONSE_TIMEOUT_MS);
    const withConnection: Connections['withConnection'] = (use) => connections.withConnection(use);
    const ask = () =>
      (what === 'a query' ? runQueries : withTransaction)(
        { withConnection: way.isSilent ? impatient : withConnection },
        [() => ONE.get()],
      );
    expect(await ask()).toEqual([{ one: 1 }]);
    way.isSilent = true;
    await expect(ask()).rejects.toThrow(StoreUnavailable);
    // The next command gets another connection, and with it perhaps another machine.
    way.isSilent = false;
    expect(await ask()).toEqual([{ one: 1 }]);
    await connections.close();
  });

  it('does not time out a query over whole tables', async () => {
    const connections = new Connections(await freshDatabase(), 'a node', 1);
    const impatient: Connections['withConnection'] = (use) =>
      connections.withConnection(use, RESPONSE_TIMEOUT_MS);
    await expect(runQueries({ withConnection: impatient }, [() => LONG.get()])).rejects.toThrow(
      StoreUnavailable,
    );
    const limits: unknown[] = [];
    const withConnection: Connections['withConnection'] = (use, timeoutMs) => {
      limits.push(timeoutMs);
      return connections.withConnection(use, timeoutMs);
    };
    expect(await readSnapshot({ withConnection }, () => LONG.get())).toEqual({ one: 1 });
    expect(limits).toEqual([0]);
    await connections.close();
  });
});

describe.skipIf(!hasPostgres())('a connection that the database ends', () => {
  it('right after it was opened rejects with StoreUnavailable and does not end the process', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown): unknown => uncaught.push(error);
    process.on('uncaughtException', note);
    const way = await proxyTo(await freshDatabase());
    way.addition = endedByOperator();
    const connections = new Connections(way.url, 'a node', 1);
    await expect(withTransaction(connections, [() => ONE.get()])).rejects.toThrow(StoreUnavailable);
    await expect(runQueries(connections, [() => ONE.get()])).rejects.toThrow(StoreUnavailable);
    way.addition = Buffer.alloc(0);
    expect(await runQueries(connections, [() => ONE.get()])).toEqual([{ one: 1 }]);
    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
    await connections.close();
  });
});
