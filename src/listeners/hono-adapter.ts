import { getRequestListener } from '@hono/node-server';
import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Arrival } from './request-handler.ts';

/** What answers a request, and knows how it arrived. */
type Answer = (request: Request, arrival: Arrival) => Response | Promise<Response>;

/** Answers what a door lets in by something that takes requests as the web has them. */
export function listenerOf(answer: Answer): (arrival: Arrival) => void {
  // The package hands Node's own objects on, at once, and nothing else.
  let arriving: Arrival | null = null;
  const listener = getRequestListener((request) =>
    answer(request, expectDefined(arriving, 'how a request arrived')),
  );
  return (arrival) => {
    arriving = arrival;
    void listener(arrival.incoming, arrival.outgoing);
    arriving = null;
  };
}

/** Hands every request to the app, and says by which door it came. */
export function withArrival(app: App, listener: ListenerInfo): (arrival: Arrival) => void {
  return listenerOf((request, arrival) => app.fetch(request, { ...arrival, listener }));
}
