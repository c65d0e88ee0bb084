import type { App } from '../api/request-context.ts';
import type { Door } from '../api/listener-info.ts';
import { addressOfSocket } from './proxy/addresses.ts';
import type { Behind } from './request-handler.ts';
import { FREE } from './limits/rate-limits.ts';
import { throughDoor } from './hono-adapter.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The port of a host that names one. */
const PORT = /:(\d{1,5})$/;
const MAX_PORT = 65_535;

/** The door on loopback: no certificate, answers unsigned. */
export const PLAIN_DOOR: Door = {
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
export function servePlain(app: App, publicHosts: readonly string[], door = PLAIN_DOOR): Behind {
  const names = new Set([...LOOPBACK, ...publicHosts]);
  return {
    originOf(host) {
      const [end = '', port = ''] = PORT.exec(host) ?? [];
      const isOurs = names.has(host.slice(0, host.length - end.length));
      return isOurs && Number(port) <= MAX_PORT ? `http://${host}` : undefined;
    },
    callerOf: (_, address) => address,
    charge: () => FREE,
    answer: throughDoor(app, door),
  };
}
