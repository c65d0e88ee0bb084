import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoAnswer } from '../../test-client/transport.ts';
import { Tpp } from '../helpers/tpp.ts';
import { Dice } from './random.ts';
import { pickKind } from './kinds.ts';
import { LostMoves, moveClock, runLeaps, runLoad } from './load.ts';
import { Story, TurnedAway, Violation } from './story.ts';

/** Status of the simulated service's responses to all requests but the one for a token. */
let status = 503;
const server = createServer(({ url }, answer) => {
  const isToken = url === '/sandbox/token';
  answer.writeHead(isToken ? 200 : status).end('{"access_token":"t"}');
});
let origin = '';

/** The response to a move of the simulated clock, or null to close the connection. */
let moved: { readonly status: number; readonly text: string } | null = null;
const clock = createServer(({ url, method }, answer) => {
  if (url === '/sandbox/token') answer.end('{"access_token":"t"}');
  else if (method === 'GET') answer.end('{"now":"2026-12-01T09:00:00.000Z"}');
  else if (moved === null) answer.destroy();
  else answer.writeHead(moved.status).end(moved.text);
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Runs a load against the simulated service. Returns the problems that it reports. With `isDoomed`,
 * the service was asked to stop.
 */
async function reported(isDoomed: boolean, run: typeof runLeaps): Promise<unknown[]> {
  const problems: unknown[] = [];
  await run({
    service: { isDoomed },
    tpps: new Map([['tpp-one', await Tpp.signIn(origin)]]),
    dice: new Dice(1, 'clock'),
    // Story 1 uses this TPP. Only every third story uses the other one.
    nextStory: () => new Story(pickKind(new Dice(1, 'story')), { number: 1, seed: 1, now: 0 }),
    toCancel: () => [],
    clockAcknowledged: () => undefined,
    report: (problem) => problems.push(problem),
  });
  return problems;
}

describe('a move of the clock that is refused because the clock is already further', () => {
  const AHEAD = { status: 400, text: '{"Message":"It cannot be moved back."}' };
  let tpp: Tpp;

  beforeEach(async () => {
    await new Promise<void>((resolve) => clock.listen(0, '127.0.0.1', resolve));
    tpp = await Tpp.signIn(`http://127.0.0.1:${String((clock.address() as AddressInfo).port)}`);
  });
  afterEach(() => {
    clock.closeAllConnections();
    clock.close();
  });

  const lostMoves = new LostMoves();
  const move = (seed: number): Promise<void> =>
    moveClock({
      ...{ tpps: new Map([['tpp-one', tpp]]), dice: new Dice(seed, 'clock'), lostMoves },
      clockAcknowledged: () => undefined,
    });

  it('is a violation, unless an earlier move had no response and may have passed it', async () => {
    moved = AHEAD;
    await expect(move(1)).rejects.toBeInstanceOf(Violation);
    moved = null;
    await expect(move(1)).rejects.toBeInstanceOf(NoAnswer);
    moved = AHEAD;
    await expect(move(1)).rejects.toBeInstanceOf(TurnedAway);
    moved = { status: 500, text: '{}' };
    await expect(move(1)).rejects.toBeInstanceOf(Violation);
    lostMoves.add(0);
    expect(lostMoves.mayHavePassed(Date.parse('2026-12-02T09:00:00Z'))).toBe(false);
  });
});

describe.each([
  ['stories', runLoad],
  ['moves of the clock', runLeaps],
] as const)('a load of %s', (_, run) => {
  it('accepts a 503 of a service that was asked to stop', async () => {
    status = 503;
    expect(await reported(true, run)).toEqual([]);
  });

  it('reports a 503 of any other service', async () => {
    status = 503;
    expect((await reported(false, run))[0]).toBeInstanceOf(TurnedAway);
  });

  it('reports any other response, even of a service that was asked to stop', async () => {
    status = 500;
    expect((await reported(true, run))[0]).toBeInstanceOf(Violation);
  });
});
