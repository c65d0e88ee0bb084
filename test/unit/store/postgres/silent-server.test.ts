import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/unavailable.ts';
import { Connections } from '../../../../src/store/postgres/database/connections.ts';
import {
  look,
  lookThrough,
  transact,
} from '../../../../src/store/postgres/database/transactions.ts';
import { engine } from '../../../../src/store/postgres/engine.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

/** Shorter than the service has it, in milliseconds. */
const ANSWER_MS = 300;

const ONE = engine.prepare<[], { one: number }>('SELECT 1 AS one');
const LONG = engine.prepare<[], { one: number }>('SELECT 1 AS one FROM pg_sleep(0.6)');

/** A way to the database that can be cut as a machine that loses its power cuts it: silently. */
async function silenceableWay(url: string) {
  const state = { isSilent: false };
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (chunk) => {
        if (!state.isSilent) to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return { url: way.href, state };
}

describe.skipIf(!hasPostgres())('a database whose machine lost its power', () => {
  it.each(['a command', 'a query'])('answers nothing, and %s hears that in time', async (what) => {
    const { url, state } = await silenceableWay(await freshDatabase());
    const connections = new Connections(url, 'a node', 1);
    const lend: Connections['lend'] = (use) => connections.lend(use, ANSWER_MS);
    const ask = () => (what === 'a query' ? look : transact)({ lend }, [() => ONE.get()]);
    expect(await ask()).toEqual([{ one: 1 }]);
    state.isSilent = true;
    await expect(ask()).rejects.toThrow(StoreUnavailable);
    // Whoever comes next has another connection, and with it perhaps another machine.
    state.isSilent = false;
    expect(await ask()).toEqual([{ one: 1 }]);
    await connections.close();
  });

  it('is waited for as long as it takes by whoever looks through whole tables', async () => {
    const connections = new Connections(await freshDatabase(), 'a node', 1);
    const impatient: Connections['lend'] = (use) => connections.lend(use, ANSWER_MS);
    await expect(look({ lend: impatient }, [() => LONG.get()])).rejects.toThrow(StoreUnavailable);
    const limits: unknown[] = [];
    const lend: Connections['lend'] = (use, answerMs) => {
      limits.push(answerMs);
      return connections.lend(use, answerMs);
    };
    expect(await lookThrough({ lend }, () => LONG.get())).toEqual({ one: 1 });
    expect(limits).toEqual([0]);
    await connections.close();
  });
});
