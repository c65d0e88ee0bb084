import { hash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const REVOCATION_LIST = /-----BEGIN (?:X509 )?CRL-----([^-]+)-----END (?:X509 )?CRL-----/g;

/** Returns the `x5t#S256` of a certificate (RFC 8705, 3.1). */
export function thumbprintOf({ raw }: Pick<X509Certificate, 'raw'>): string {
  return hash('sha256', raw, 'base64url');
}

/** Returns the certificates in a PEM file. Throws if one of them cannot be parsed. */
export function certificatesOf(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text));
}

/**
 * Returns the certificate revocation lists in a PEM file, each in DER format. Both common PEM
 * labels are accepted.
 */
export function revocationListsOf(pem: string): readonly Buffer<ArrayBuffer>[] {
  return [...pem.matchAll(REVOCATION_LIST)].map(([, text = '']) => Buffer.from(text, 'base64'));
}

/**
 * Returns a certificate revocation list in PEM format. It has the label that OpenSSL, and therefore
 * Node, requires.
 */
export function pemOfRevocationList(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`;
}

/** Returns true if a certificate is valid for a host, which is a name or an IP address. */
export function isForHost(certificate: X509Certificate, host: string): boolean {
  const found = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return found !== undefined;
}
