import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { cpuSeconds, type Program } from './program.ts';

export type Request = autocannon.Request;

/** The generator looks so often whether it is done, in milliseconds; its own times are not used. */
const TICK_MS = 20;

export interface Load {
  /** Each connection sends its next request as soon as the one before it is answered. */
  readonly connections: number;
  /** Each is sent once, over the connections in turn; as many for one as for another. */
  readonly requests: readonly Request[];
}

/** So many requests for each connection, made one by one. */
export function loadOf(connections: number, each: number, request: () => Request): Load {
  return { connections, requests: Array.from({ length: connections * each }, request) };
}

/** What the hello world of the bench is asked. */
export function helloRequest(): Request {
  return { method: 'GET', path: '/' };
}

/** A POST of a JSON body, under an idempotency key of its own. */
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

/** What requests cost. */
export interface Cost {
  /** Requests a second, from the first that is sent to the last that is answered. */
  readonly perSecond: number;
  /** CPU of the program for each request, in microseconds. */
  readonly cpuMicros: number;
}

/**
 * What a program's requests cost. They are built beforehand: what that takes of the client is not
 * in the time. Throws when any of them fails.
 *
 * @param settle waits for what the requests leave to be done: its CPU counts, its time does not
 */
export function costOf(program: Program, load: Load, settle?: () => Promise<void>): Promise<Cost> {
  return costOfAll(program, load.requests.length, () => send(program, load), settle);
}

/** What each of so many requests costs; `act` sends them all and tells their milliseconds. */
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

/** Lets the answers' bodies be kept, each at the place of its request. */
export function keepAnswers(requests: readonly Request[]): {
  readonly requests: readonly Request[];
  readonly answers: readonly string[];
} {
  const answers: string[] = [];
  const keeping = requests.map((request, place) => ({
    ...request,
    onResponse: (_: number, body: string) => {
      answers[place] = body;
    },
  }));
  return { requests: keeping, answers };
}

/** Sends the requests; milliseconds until the last is answered. */
export async function send({ origin }: Program, { connections, requests }: Load): Promise<number> {
  const lists = Array.from({ length: connections }, (_, connection) =>
    requests.filter((_request, place) => place % connections === connection),
  );
  const amount = requests.length;
  let started = 0;
  let ended = 0;
  // All clients are set up, their requests made into bytes, before the first of them connects.
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
