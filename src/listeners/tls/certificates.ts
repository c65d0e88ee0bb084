import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import type { ShownCertificate } from '../../auth/oauth/mutual-tls.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import type { Revocations } from './revocations.ts';

type Revoked = Pick<Revocations, 'isRevoked'>;

/** Certificates of the header that are remembered, so that each is read once. */
const MAX_REMEMBERED = 1000;

/** Longest header that is looked at, in characters; a certificate takes about two thousand. */
const MAX_HEADER_CHARACTERS = 16 * 1024;

const DER = /^:([A-Za-z0-9+/]+={0,2}):$/;

/** One certificate and nothing else: of two headers the first may be the client's own. */
const ONE_PEM = /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/;

/** A certificate with what decides whether it is still good. */
interface Shown {
  readonly certificate: ShownCertificate;
  readonly x509: X509Certificate;
  readonly expiresAt: Instant;
}

/** Tells who a caller proved to be; null: nobody, or with a certificate that is over or revoked. */
export type ReadCertificate = (incoming: IncomingMessage) => ShownCertificate | null;

/** Takes certificates from the TLS layer, where they were verified, once for each connection. */
export function certificatesOfTls(revocations: Revoked, machineClock: Clock): ReadCertificate {
  const ofConnection = new WeakMap<TLSSocket, Shown | null>();
  return ({ socket }) => {
    if (!(socket instanceof TLSSocket) || !socket.authorized) return null;
    let shown = ofConnection.get(socket);
    if (shown === undefined) {
      const x509 = socket.getPeerX509Certificate();
      shown = x509 === undefined ? null : shownBy(x509);
      ofConnection.set(socket, shown);
    }
    return shown !== null && isGood(shown, revocations, machineClock) ? shown.certificate : null;
  };
}

/**
 * Takes certificates from a header that the proxy sets which ends TLS: as RFC 9440 writes them
 * (`Client-Cert: :base64 DER:`), or as a PEM with percent signs, as nginx does. Nobody but the
 * proxy reaches this door, and it must remove the header when a client sends one.
 */
export function certificatesOfHeader(
  name: string,
  revocations: Revoked,
  machineClock: Clock,
): ReadCertificate {
  const remembered = new Map<string, Shown | null>();
  return ({ headers }) => {
    const written = headers[name];
    if (typeof written !== 'string' || written.length > MAX_HEADER_CHARACTERS) return null;
    let shown = remembered.get(written);
    if (shown === undefined) {
      shown = readHeader(written);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(written, shown);
    }
    return shown !== null && isGood(shown, revocations, machineClock) ? shown.certificate : null;
  };
}

function readHeader(written: string): Shown | null {
  try {
    const der = DER.exec(written)?.[1];
    if (der !== undefined) return shownBy(new X509Certificate(Buffer.from(der, 'base64')));
    const pem = decodeURIComponent(written);
    return ONE_PEM.test(pem) ? shownBy(new X509Certificate(pem)) : null;
  } catch {
    return null;
  }
}

function shownBy(x509: X509Certificate): Shown {
  return {
    certificate: { thumbprint: thumbprintOf(x509), subject: x509.subject, der: x509.raw },
    x509,
    expiresAt: Date.parse(x509.validTo),
  };
}

function isGood({ x509, expiresAt }: Shown, revocations: Revoked, machineClock: Clock): boolean {
  return expiresAt > machineClock() && !revocations.isRevoked(x509);
}
