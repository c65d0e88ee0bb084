import type { Door } from '../api/door.ts';
import { addressOfSocket } from './addresses.ts';
import { addressedHost } from './target.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The plain door on loopback: no certificate, answers unsigned. It answers for loopback's names and
 * `publicHosts` on any port.
 */
export function createPlainDoor(publicHosts: readonly string[]): Door {
  return {
    originOf(incoming) {
      const host = addressedHost(incoming);
      const name = host.replace(/:\d+$/, '');
      return LOOPBACK.has(name) || publicHosts.includes(name) ? `http://${host}` : undefined;
    },
    needsCertificate: false,
    certificateOf: () => null,
    addressOf: addressOfSocket,
    signsAnswers: false,
    requiresSignatures: false,
  };
}
