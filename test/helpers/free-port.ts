import { createServer } from 'node:net';

/**
 * First port of the tests. All their ports lie below the range from which Linux takes ports for
 * outgoing connections (32768 to 60999). Such a connection could otherwise take a port between the
 * choice and its use, or while the service that uses it restarts.
 */
const FIRST_PORT = 10_000;
/** Number of ports for each test process. */
const PORTS_EACH = 1000;
/** Number of test processes with ports of their own. */
const PROCESSES = 20;

/** Vitest numbers the processes that run at the same time. A campaign without Vitest has none. */
const firstOfProcess =
  FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % PROCESSES) * PORTS_EACH;

// Another test run on this machine has the same numbers, so begin at a random place.
let next = Math.floor(Math.random() * PORTS_EACH);

/** Returns a port of the loopback interface that nothing uses, and that no other test will take. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_EACH; tries += 1) {
    const port = firstOfProcess + next;
    next = (next + 1) % PORTS_EACH;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${String(firstOfProcess)} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => {
        resolve(false);
      })
      .listen(port, '127.0.0.1', () => {
        server.close(() => {
          resolve(true);
        });
      });
  });
}
