import { getRequestListener } from '@hono/node-server';
import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import { expectDefined } from '../shared/assert.ts';
import type { AdmittedRequest } from './request-handler.ts';

/** Answers a web `Request`. Also gets Node's objects of the same request. */
type FetchHandler = (request: Request, admitted: AdmittedRequest) => Response | Promise<Response>;

/** Adapts a fetch-style handler to admitted requests of Node's HTTP server. */
export function fetchListener(answer: FetchHandler): (admitted: AdmittedRequest) => void {
  // `getRequestListener` calls its handler synchronously, so this variable never mixes two
  // requests.
  let current: AdmittedRequest | null = null;
  const listener = getRequestListener((request) =>
    answer(request, expectDefined(current, 'how a request arrived')),
  );
  return (admitted) => {
    current = admitted;
    void listener(admitted.incoming, admitted.outgoing);
    current = null;
  };
}

/** Passes admitted requests to a Hono app, with the listener that they arrived at. */
export function appListener(app: App, listener: ListenerInfo): (admitted: AdmittedRequest) => void {
  return fetchListener((request, admitted) => app.fetch(request, { ...admitted, listener }));
}
