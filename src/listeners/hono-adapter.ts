import type { IncomingMessage } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import { expectDefined } from '../shared/assert.ts';
import type { AdmittedRequest } from './request-handler.ts';

/** Answers a web `Request`. Also gets Node's objects of the same request. */
type FetchHandler = (request: Request, admitted: AdmittedRequest) => Response | Promise<Response>;

/** Adapts a fetch-style handler to admitted requests of Node's HTTP server. */
export function fetchListener(answer: FetchHandler): (admitted: AdmittedRequest) => void {
  const admittedOf = new WeakMap<IncomingMessage, AdmittedRequest>();
  const listener = getRequestListener((request, env) => {
    // The listener serves HTTP/1.1 only.
    const { incoming } = env as HttpBindings;
    return answer(request, expectDefined(admittedOf.get(incoming), 'an admitted request'));
  });
  return (admitted) => {
    admittedOf.set(admitted.incoming, admitted);
    void listener(admitted.incoming, admitted.outgoing);
  };
}

/** Passes admitted requests to a Hono app, with the listener that they arrived at. */
export function appListener(app: App, listener: ListenerInfo): (admitted: AdmittedRequest) => void {
  return fetchListener((request, admitted) => app.fetch(request, { ...admitted, listener }));
}
