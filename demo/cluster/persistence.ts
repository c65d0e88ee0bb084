import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectStatus, type Answer } from '../../client/answer.ts';
import { NoAnswer } from '../../client/transport.ts';
import { Surprise } from '../expect.ts';

/** Sends a request, with this key, for the first time or again. */
type Send = (options: { readonly key: string }) => Promise<Answer>;

/** Somebody who repeats what got no answer. */
export interface Persistence {
  /** Requests that were sent again. */
  readonly repeats: number;
  /** Sends until it is answered with that status, each time with the same key. */
  readonly insist: (expected: number, send: Send) => Promise<Answer>;
  /** Sends once; undefined where there was no answer, or one that another try may better. */
  readonly attempt: (send: Send) => Promise<Answer | undefined>;
}

/** How long before a request is sent again, and how long one is repeated, in milliseconds. */
const PAUSE_MS = 50;
const PATIENCE_MS = 60_000;

export function createPersistence(interrupted: AbortSignal): Persistence {
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
    attempt: (send) => attemptWith(randomUUID(), send),
    insist: async (expected, send) => {
      const [key, begun] = [randomUUID(), performance.now()];
      while (performance.now() - begun < PATIENCE_MS) {
        const answer = await attemptWith(key, send);
        if (answer !== undefined) return expectStatus(answer, expected);
      }
      throw new Surprise('No node has done it for a minute.');
    },
  };
}
