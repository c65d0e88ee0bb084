import autocannon from 'autocannon';

export type Request = autocannon.Request;

export interface Load {
  readonly origin: string;
  readonly connections: number;
  /** Requests of each connection, sent one after another; each is sent once. */
  readonly requestsOf: (connection: number) => Request[];
}

/**
 * Sends prepared requests over so many connections, each as soon as the one before it is answered.
 * The requests are built beforehand: what they cost the client is not in the time.
 *
 * @returns requests a second; throws when any of them failed
 */
export async function requestsPerSecond({
  origin,
  connections,
  requestsOf,
}: Load): Promise<number> {
  const lists = Array.from({ length: connections }, (_, connection) => requestsOf(connection));
  const amount = lists.reduce((sum, list) => sum + list.length, 0);
  const { result, milliseconds } = await send({ origin, connections, amount, lists });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${String(failed)} of ${String(amount)} requests failed.`);
  return (amount * 1000) / milliseconds;
}

/** The generator ends on a whole second of its own; the time ends with the last answer. */
function send(load: {
  readonly origin: string;
  readonly connections: number;
  readonly amount: number;
  readonly lists: readonly Request[][];
}): Promise<{ readonly result: autocannon.Result; readonly milliseconds: number }> {
  const { origin, connections, amount, lists } = load;
  return new Promise((resolve, reject) => {
    let next = 0;
    const started = performance.now();
    let ended = started;
    const setupClient = (client: autocannon.Client): void => {
      client.setRequests(lists[next] ?? []);
      next += 1;
    };
    const running = autocannon(
      { url: origin, connections, amount, setupClient },
      (error: unknown, result) => {
        if (error instanceof Error) reject(error);
        else resolve({ result, milliseconds: ended - started });
      },
    );
    running.on('response', () => {
      ended = performance.now();
    });
  });
}
