import { messageOf } from '../shared/text.ts';

/** Names in error messages for operators: the peer, and the settings of its connection. */
export interface PeerNames {
  /** The peer without an article, for example `hub`. */
  readonly peer: string;
  /** Setting with the address of the peer. */
  readonly url: string;
  /** Settings with the files for mutual TLS. */
  readonly certificate: string;
  readonly key: string;
  readonly authorities: string;
}

/** Explains an error with the names of the peer and its settings. */
type Explanation = (names: PeerNames) => string;

const AUTHORITIES: Explanation = ({ peer, authorities }) =>
  `The certificate of the ${peer} is not from an authority in ${authorities}. Check the address of ` +
  `the ${peer} and this file.`;
const NO_TLS: Explanation = ({ peer, url }) =>
  `The ${peer} does not answer with TLS. Check the port in ${url}.`;
const HANDSHAKE: Explanation = ({ peer, certificate }) =>
  `The ${peer} ended the TLS handshake. Check that it accepts the certificate in ${certificate}.`;
const NO_CONNECTION: Explanation = ({ peer }) =>
  `There is no connection to the ${peer}. Check its address and the firewall.`;

/** Explanations by the error codes of Node.js and OpenSSL. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  CERT_HAS_EXPIRED: ({ peer }) =>
    `The certificate of the ${peer} has expired. The ${peer} needs a new one.`,
  CERT_NOT_YET_VALID: ({ peer }) =>
    `The certificate of the ${peer} is not valid yet. Check the clocks.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITIES,
  SELF_SIGNED_CERT_IN_CHAIN: AUTHORITIES,
  UNABLE_TO_GET_ISSUER_CERT: AUTHORITIES,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITIES,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: AUTHORITIES,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ peer, url }) =>
    `The certificate of the ${peer} is for another host name. Check the address in ${url}.`,
  EPROTO: HANDSHAKE,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: HANDSHAKE,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: HANDSHAKE,
  ECONNREFUSED: NO_CONNECTION,
  EHOSTUNREACH: NO_CONNECTION,
  ENETUNREACH: NO_CONNECTION,
  ENOTFOUND: ({ peer, url }) =>
    `The host name of the ${peer} is unknown. Check the address in ${url}.`,
  ECONNRESET: ({ peer, certificate }) =>
    `The ${peer} closed the connection. If it always does, check that it accepts the certificate ` +
    `in ${certificate}.`,
  EPIPE: ({ peer }) => `The ${peer} closed the connection.`,
};

/**
 * Thrown if a request to another system of the bank has no complete and valid answer. Its outcome
 * is not known. The message is for operators.
 */
export class PeerUnavailable extends Error {
  override readonly name = 'PeerUnavailable';
}

/**
 * Returns an error with the request that failed, and what to check.
 *
 * @param request method and URL of the request
 */
export function peerUnavailable(
  names: PeerNames,
  request: string,
  cause: unknown,
): PeerUnavailable {
  if (cause instanceof PeerUnavailable) return cause;
  const explanation = explain(names, cause);
  return new PeerUnavailable(`${request} failed. ${explanation}`, { cause });
}

function explain(names: PeerNames, cause: unknown): string {
  const message = messageOf(cause);
  // OpenSSL reports this for a server that answers without TLS.
  if (message.includes('wrong version number')) return NO_TLS(names);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const explanation = EXPLANATIONS[code]?.(names);
  return explanation === undefined ? message : `${explanation} (${code})`;
}
