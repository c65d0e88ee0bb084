import type { ListenerName, Observe } from '../domain/records/events.ts';
import type { RequestHandler } from '../listeners/request-handler.ts';
import type { Tracing } from '../ops/tracing.ts';

/** Paths that monitoring requests every few seconds. They are not traced. */
const UNTRACED_PATHS = ['/metrics', '/health/live', '/health/ready'];

/** Names the span of a request after its operation. */
export function describeRequest(tracing: Tracing): Observe {
  return (event) => {
    if (event.kind !== 'requestAnswered') return;
    const { operation, interactionId, clientId } = event;
    const span = tracing.current();
    span?.rename(operation);
    span?.set({ 'pis.operation': operation });
    if (interactionId !== undefined) span?.set({ 'pis.interaction_id': interactionId });
    if (clientId !== undefined) span?.set({ 'pis.client_id': clientId });
  };
}

/**
 * Traces the requests of a listener. The internal listener continues the traces of its callers,
 * which are on this machine. A TPP's trace is only linked, and a browser's is ignored. Paths are
 * not recorded, because they may contain what a customer entered.
 */
export function traceHandler(
  tracing: Tracing,
  handler: RequestHandler,
  listener: ListenerName,
): RequestHandler {
  return {
    ...handler,
    answer: (admitted) => {
      const { incoming, outgoing, path } = admitted;
      const { traceparent } = incoming.headers;
      const sent = typeof traceparent === 'string' ? traceparent : undefined;
      if (listener === 'plain' && UNTRACED_PATHS.includes(path)) {
        handler.answer(admitted);
        return;
      }
      const method = incoming.method ?? '';
      const span = tracing.start({
        name: `${method} ${listener}`,
        kind: 'server',
        attributes: { 'http.request.method': method, 'pis.listener': listener },
        parent: listener === 'plain' && sent !== undefined ? { traceparent: sent } : 'none',
        untrustedLink: listener === 'tpps' ? sent : undefined,
      });
      outgoing.once('close', () => {
        const { statusCode, writableFinished } = outgoing;
        span.set({ 'http.response.status_code': statusCode });
        const isFailed = statusCode >= 500 || !writableFinished;
        span.end(isFailed ? new RequestFailed() : undefined);
      });
      span.run(() => handler.answer(admitted));
    },
  };
}

/** Marks the span of a request that was answered with 5xx, or whose response was not sent. */
class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}
