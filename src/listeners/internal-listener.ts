import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import { addressOfSocket } from './proxy/addresses.ts';
import type { RequestHandler } from './request-handler.ts';
import { UNLIMITED } from './limits/rate-limits.ts';
import { appListener } from './hono-adapter.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The port at the end of a Host header. */
const PORT = /:(\d{1,5})$/;
const MAX_PORT = 65_535;

/** The internal listener on loopback: needs no client certificate and does not sign responses. */
export const INTERNAL_LISTENER: ListenerInfo = {
  needsCertificate: false,
  certificateOf: () => null,
  addressOf: addressOfSocket,
  signsAnswers: false,
  requiresSignatures: false,
};

/**
 * Returns the request handler of the internal listener. It accepts loopback host names and
 * `publicHosts`, on any port. It has no rate limit, because all its clients run on this machine.
 */
export function servePlain(
  app: App,
  publicHosts: readonly string[],
  listener = INTERNAL_LISTENER,
): RequestHandler {
  const names = new Set([...LOOPBACK, ...publicHosts]);
  return {
    originOf(host) {
      const [end = '', port = ''] = PORT.exec(host) ?? [];
      const isOurs = names.has(host.slice(0, host.length - end.length));
      return isOurs && Number(port) <= MAX_PORT ? `http://${host}` : undefined;
    },
    identifyClient: (_, address) => address,
    consume: () => UNLIMITED,
    answer: appListener(app, listener),
  };
}
