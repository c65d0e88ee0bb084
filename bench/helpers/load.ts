import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { cpuSeconds, type Program } from './program.ts';

export type Request = autocannon.Request;

/**
 * Interval in milliseconds at which the load generator checks whether it has finished. The times
 * that the generator itself measures are not used.
 */
const TICK_MS = 20;

export interface Load {
  /** Number of connections. Each sends its next request when the previous one is answered. */
  readonly connections: number;
  /**
   * The requests to send. They are distributed evenly over the connections, and each one is sent
   * once.
   */
  readonly requests: readonly Request[];
}

/** Creates the same number of requests for each connection. */
export function loadOf(connections: number, each: number, request: () => Request): Load {
  return { connections, requests: Array.from({ length: connections * each }, request) };
}

/** Returns a request for the hello-world server. */
export function helloRequest(): Request {
  return { method: 'GET', path: '/' };
}

/** Returns a POST with a JSON body and a new idempotency key. */
export function postRequest(path: string, token: string, body: string | Buffer): Request {
  return {
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotency-key': randomUUID(),
    },
    body,
  };
}

/** Cost of a request. */
export interface Cost {
  /** Requests per second, from the first request to the last response. */
  readonly perSecond: number;
  /** CPU time that the program uses for one request, in microseconds. */
  readonly cpuMicros: number;
}

/**
 * Sends requests to a program and measures their cost. The requests are created before the
 * measurement. Throws if a request fails.
 *
 * @param settle waits for work that continues after the responses. The CPU of this work is
 * included, its duration is not.
 */
export function costOf(program: Program, load: Load, settle?: () => Promise<void>): Promise<Cost> {
  return costOfAll(program, load.requests.length, () => send(program, load), settle);
}

/**
 * Measures the cost of `amount` requests. `act` sends them and returns the duration in
 * milliseconds.
 */
export async function costOfAll(
  program: Program,
  amount: number,
  act: () => Promise<number>,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<Cost> {
  const before = await cpuSeconds(program);
  const milliseconds = await act();
  await settle();
  const used = (await cpuSeconds(program)) - before;
  return { perSecond: (amount * 1000) / milliseconds, cpuMicros: (used / amount) * 1e6 };
}

/** Collects the response bodies, each at the index of its request. */
export function keepAnswers(requests: readonly Request[]): {
  readonly requests: readonly Request[];
  readonly answers: readonly string[];
} {
  const answers: string[] = [];
  const keeping = requests.map((request, index) => ({
    ...request,
    onResponse: (_: number, body: string) => {
      answers[index] = body;
    },
  }));
  return { requests: keeping, answers };
}

/** Sends the requests. Returns the milliseconds until the last response. */
export async function send({ origin }: Program, { connections, requests }: Load): Promise<number> {
  const lists = Array.from({ length: connections }, (_, connection) =>
    requests.filter((_request, index) => index % connections === connection),
  );
  const amount = requests.length;
  let started = 0;
  let ended = 0;
  // Prepare all clients and their serialised requests before the first client connects.
  const setupClient = (client: autocannon.Client): void => {
    client.setRequests(lists.pop() ?? []);
    started = performance.now();
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      { url: origin, connections, amount, setupClient, sampleInt: TICK_MS },
      (error: unknown, found) => {
        if (error instanceof Error) reject(error);
        else resolve(found);
      },
    );
    running.on('response', () => {
      ended = performance.now();
    });
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${String(failed)} of ${String(amount)} requests failed.`);
  return ended - started;
}
