import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import { addressOfSocket } from './proxy/addresses.ts';
import type { RequestHandler } from './request-handler.ts';
import { FREE } from './limits/rate-limits.ts';
import { withArrival } from './hono-adapter.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The port of a host that names one. */
const PORT = /:(\d{1,5})$/;
const MAX_PORT = 65_535;

/** The door on loopback: no certificate, answers unsigned. */
export const INTERNAL_LISTENER: ListenerInfo = {
  needsCertificate: false,
  certificateOf: () => null,
  addressOf: addressOfSocket,
  signsAnswers: false,
  requiresSignatures: false,
};

/**
 * What is behind the plain door. It answers for loopback's names and `publicHosts` on any port, and
 * nobody pays: whoever comes is on this machine.
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
    callerOf: (_, address) => address,
    charge: () => FREE,
    answer: withArrival(app, listener),
  };
}
