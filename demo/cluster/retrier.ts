import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectStatus, type Answer } from '../../test-client/answer.ts';
import { NoAnswer } from '../../test-client/transport.ts';
import { UnexpectedResult } from '../expect.ts';

/** Sends a request with this idempotency key. */
type Send = (options: { readonly key: string }) => Promise<Answer>;

/** Sends requests again if they are not answered. */
export interface Retrier {
  /** Number of requests that were sent again. */
  readonly repeats: number;
  /**
   * Sends a request with the same key until there is a response, and checks the status of the
   * response.
   */
  readonly sendUntilAnswered: (expected: number, send: Send) => Promise<Answer>;
  /**
   * Sends a request once. Returns undefined if there is no response, or if a retry may change the
   * status.
   */
  readonly sendOnce: (send: Send) => Promise<Answer | undefined>;
}

/**
 * Time before a request is sent again, in milliseconds. The second value is the maximum time for
 * all attempts.
 */
const PAUSE_MS = 50;
const PATIENCE_MS = 60_000;

export function createRetrier(interrupted: AbortSignal): Retrier {
  let repeats = 0;
  const attemptWith = async (key: string, send: Send): Promise<Answer | undefined> => {
    const answer = await send({ key }).catch((error: unknown) => {
      if (!(error instanceof NoAnswer) || interrupted.aborted) throw error;
    });
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
    repeats += 1;
    await sleep(PAUSE_MS);
    return undefined;
  };
  return {
    get repeats() {
      return repeats;
    },
    sendOnce: (send) => attemptWith(randomUUID(), send),
    sendUntilAnswered: async (expected, send) => {
      const [key, started] = [randomUUID(), performance.now()];
      while (performance.now() - started < PATIENCE_MS) {
        const answer = await attemptWith(key, send);
        if (answer !== undefined) return expectStatus(answer, expected);
      }
      throw new UnexpectedResult('No node answered the request within a minute.');
    },
  };
}
