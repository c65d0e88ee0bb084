import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { RequestListener } from 'node:http';
import type { App } from '../api/call.ts';
import type { Door } from '../api/door.ts';

/** What answers a request, with Node's own request and response behind it. */
type Answer = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** A listener for a Node server. */
export function listenerOf(answer: Answer): RequestListener {
  // Our servers speak HTTP/1.1; the package allows for HTTP/2 as well.
  const listener = getRequestListener((request, bindings) =>
    answer(request, bindings as HttpBindings),
  );
  return (incoming, outgoing) => {
    void listener(incoming, outgoing);
  };
}

/** A listener that hands every request to the app, and says by which door it came. */
export function throughDoor(app: App, door: Door): RequestListener {
  return listenerOf((request, { incoming, outgoing }) =>
    app.fetch(request, { incoming, outgoing, door }),
  );
}
