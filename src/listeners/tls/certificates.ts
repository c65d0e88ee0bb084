import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import type { CertificateOf, ShownCertificate } from '../../auth/oauth/mutual-tls.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import type { Revocations } from './revocations.ts';

type RevocationCheck = Pick<Revocations, 'isRevoked'>;

/** Maximum number of parsed header values in the cache. */
const MAX_CACHED = 1000;

/** Maximum length of the header, in characters. A certificate takes about two thousand. */
const MAX_HEADER_CHARACTERS = 16 * 1024;

const DER = /^:([A-Za-z0-9+/]+={0,2}):$/;

/**
 * A single PEM certificate. If a proxy adds a second header value, the first may come from the
 * client.
 */
const ONE_PEM = /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/;

/** A parsed certificate, with what is needed to check expiry and revocation. */
interface ParsedCertificate {
  readonly certificate: ShownCertificate;
  readonly x509: X509Certificate;
  readonly expiresAt: Instant;
}

/**
 * Reads certificates from the TLS layer, which has verified them. Parses each once per connection.
 */
export function certificatesOfTls(
  revocations: RevocationCheck,
  machineClock: Clock,
): CertificateOf {
  const cache = new WeakMap<TLSSocket, ParsedCertificate | null>();
  return ({ socket }) => {
    if (!(socket instanceof TLSSocket) || !socket.authorized) return null;
    let parsed = cache.get(socket);
    if (parsed === undefined) {
      const x509 = socket.getPeerX509Certificate();
      parsed = x509 === undefined ? null : parsedFrom(x509);
      cache.set(socket, parsed);
    }
    return unlessInvalid(parsed, revocations, machineClock);
  };
}

/**
 * Reads certificates from the header of a proxy that terminates TLS: as in RFC 9440 (`Client-Cert:
 * :base64 DER:`), or as a percent-encoded PEM, as nginx sends it.
 * Safe only if the proxy alone can reach this listener and removes this header from client
 * requests.
 */
export function certificatesOfHeader(
  name: string,
  revocations: RevocationCheck,
  machineClock: Clock,
): CertificateOf {
  const cache = new Map<string, ParsedCertificate | null>();
  return ({ headers }) => {
    const headerValue = headers[name];
    if (typeof headerValue !== 'string' || headerValue.length > MAX_HEADER_CHARACTERS) return null;
    let parsed = cache.get(headerValue);
    if (parsed === undefined) {
      parsed = readHeader(headerValue);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(headerValue, parsed);
    }
    return unlessInvalid(parsed, revocations, machineClock);
  };
}

function readHeader(headerValue: string): ParsedCertificate | null {
  try {
    const der = DER.exec(headerValue)?.[1];
    if (der !== undefined) return parsedFrom(new X509Certificate(Buffer.from(der, 'base64')));
    const pem = decodeURIComponent(headerValue);
    return ONE_PEM.test(pem) ? parsedFrom(new X509Certificate(pem)) : null;
  } catch {
    return null;
  }
}

function parsedFrom(x509: X509Certificate): ParsedCertificate {
  return {
    certificate: { thumbprint: thumbprintOf(x509), subject: x509.subject, der: x509.raw },
    x509,
    expiresAt: Date.parse(x509.validTo),
  };
}

/** Returns the certificate, or null if there is none, or if it is expired or revoked. */
function unlessInvalid(
  parsed: ParsedCertificate | null,
  revocations: RevocationCheck,
  machineClock: Clock,
): ShownCertificate | null {
  if (parsed === null || parsed.expiresAt <= machineClock()) return null;
  return revocations.isRevoked(parsed.x509) ? null : parsed.certificate;
}
