import { messageOf } from '../../shared/text.ts';

const AUTHORITIES =
  'The certificate of the hub is not from an authority in PIS_HUB_CA. Check the address of the ' +
  'hub and this file.';
const NO_TLS = 'The hub does not answer with TLS. Check the port in PIS_SCHEMES.';
const HANDSHAKE =
  'The hub ended the TLS handshake. Check that it accepts the certificate in PIS_HUB_CERTIFICATE.';
const NO_CONNECTION = 'There is no connection to the hub. Check its address and the firewall.';

/** Explanations for operators, by the error codes of Node.js and OpenSSL. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate of the hub has expired. The hub needs a new one.',
  CERT_NOT_YET_VALID: 'The certificate of the hub is not valid yet. Check the clocks.',
  DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITIES,
  SELF_SIGNED_CERT_IN_CHAIN: AUTHORITIES,
  UNABLE_TO_GET_ISSUER_CERT: AUTHORITIES,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITIES,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: AUTHORITIES,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the hub is for another host name. Check the address in PIS_SCHEMES.',
  EPROTO: HANDSHAKE,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: HANDSHAKE,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: HANDSHAKE,
  ECONNREFUSED: NO_CONNECTION,
  EHOSTUNREACH: NO_CONNECTION,
  ENETUNREACH: NO_CONNECTION,
  ENOTFOUND: 'The host name of the hub is unknown. Check the address in PIS_SCHEMES.',
  ECONNRESET:
    'The hub closed the connection. If it always does, check that it accepts the certificate in ' +
    'PIS_HUB_CERTIFICATE.',
  EPIPE: 'The hub closed the connection.',
};

/**
 * Thrown if a request to the hub has no complete and valid answer. Its outcome is not known, so the
 * caller repeats it.
 */
export class HubUnavailable extends Error {
  override readonly name = 'HubUnavailable';
}

/**
 * Returns an error that says which request failed, and what to check.
 *
 * @param request method and URL of the request
 */
export function hubUnavailable(request: string, cause: unknown): HubUnavailable {
  if (cause instanceof HubUnavailable) return cause;
  const explanation = explain(cause);
  return new HubUnavailable(`${request} failed. ${explanation}`, { cause });
}

function explain(cause: unknown): string {
  const message = messageOf(cause);
  // OpenSSL reports this for a server that answers without TLS.
  if (message.includes('wrong version number')) return NO_TLS;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const explanation = EXPLANATIONS[code];
  return explanation === undefined ? message : `${explanation} (${code})`;
}
