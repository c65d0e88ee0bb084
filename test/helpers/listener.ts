import type { RequestListener } from 'node:http';
import type { RequestHandler } from '../../src/listeners/request-handler.ts';
import { unauthenticatedClient } from '../../src/listeners/limits/client-identity.ts';
import { UNLIMITED } from '../../src/listeners/limits/rate-limits.ts';

/** Returns a request handler that accepts any host and has no rate limit. */
export function requestHandler(
  answer: RequestListener,
  rest: Partial<RequestHandler> = {},
): RequestHandler {
  return {
    originOf: (host) => `http://${host}`,
    identifyClient: () => unauthenticatedClient('127.0.0.1'),
    consume: () => UNLIMITED,
    answer: ({ incoming, outgoing }) => {
      answer(incoming, outgoing);
    },
    ...rest,
  };
}
