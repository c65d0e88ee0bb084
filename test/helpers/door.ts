import type { RequestListener } from 'node:http';
import type { Behind } from '../../src/doors/behind.ts';
import { strangerAt } from '../../src/doors/caller.ts';
import { FREE } from '../../src/doors/charges.ts';

/** What answers whatever is asked of a door, by whichever name, and charges nobody. */
export function behind(answer: RequestListener, rest: Partial<Behind> = {}): Behind {
  return {
    originOf: (host) => `http://${host}`,
    callerOf: () => strangerAt('127.0.0.1'),
    charge: () => FREE,
    answer: ({ incoming, outgoing }) => {
      answer(incoming, outgoing);
    },
    ...rest,
  };
}
