import { messageOf, shorten } from '../../shared/text.ts';
import { peerUnavailable, PeerUnavailable } from '../../connections/peer-errors.ts';
import { HUB_NAMES } from './hub-names.ts';

/** Maximum length of the broker's own explanation in an error message, in characters. */
const MAX_DETAIL_CHARACTERS = 300;

/** Reply codes of AMQP 0-9-1. */
export const PRECONDITION_FAILED = 406;
const ACCESS_REFUSED = 403;
const NOT_FOUND = 404;

/** Explanations for operators, by a part of the message of amqplib or of the broker. */
const EXPLANATIONS: readonly (readonly [part: string, explanation: string])[] = [
  [
    'SASL mechanism EXTERNAL is not provided',
    'The broker has no login with a certificate. Enable the mechanism EXTERNAL, in RabbitMQ with ' +
      'the plugin rabbitmq_auth_mechanism_ssl.',
  ],
  [
    'ACCESS-REFUSED',
    'The broker refuses the login. Check that it has a user with the name in the certificate in ' +
      'PIS_HUB_CERTIFICATE.',
  ],
  [
    'ConnectionOpenOk',
    'The broker refuses the virtual host in PIS_SCHEMES. Check that it exists, and that the user ' +
      'of the bank may use it.',
  ],
  [
    'Socket closed abruptly',
    'The broker closed the connection. If it always does, check that it accepts the certificate ' +
      'in PIS_HUB_CERTIFICATE.',
  ],
];

/**
 * Returns an error with the action that failed at the broker, and what to check.
 *
 * @param what the failed action, which begins a sentence
 */
export function brokerUnavailable(what: string, cause: unknown): PeerUnavailable {
  if (cause instanceof PeerUnavailable) return cause;
  const message = messageOf(cause);
  const code = replyCodeOf(cause);
  if (code === NOT_FOUND || code === ACCESS_REFUSED) {
    const check =
      code === NOT_FOUND
        ? 'The queue does not exist. The administrator of the broker must create it.'
        : 'The user of the bank lacks a permission.';
    return new PeerUnavailable(`${what} failed. ${check} ${detailOf(cause)}`, { cause });
  }
  const explanation = EXPLANATIONS.find(([part]) => message.includes(part))?.[1];
  if (explanation === undefined) return peerUnavailable(HUB_NAMES, what, cause);
  return new PeerUnavailable(`${what} failed. ${explanation}`, { cause });
}

/** Returns the reply code with which the broker closed a channel. Undefined if it did not. */
export function replyCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
}

/** Returns the message of an error, shortened. */
export function detailOf(error: unknown): string {
  return shorten(messageOf(error), MAX_DETAIL_CHARACTERS);
}
