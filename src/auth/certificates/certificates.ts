import { hash, X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const REVOCATION_LIST = /-----BEGIN (?:X509 )?CRL-----([^-]+)-----END (?:X509 )?CRL-----/g;

/** `x5t#S256` of a certificate (RFC 8705, 3.1). */
export function thumbprintOf({ raw }: Pick<X509Certificate, 'raw'>): string {
  return hash('sha256', raw, 'base64url');
}

/** The certificates of a PEM file one by one. Throws where one cannot be read. */
export function certificatesOf(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one));
}

/** The revocation lists of a PEM file one by one, DER; by either label that there is for them. */
export function revocationListsOf(pem: string): readonly Buffer<ArrayBuffer>[] {
  return [...pem.matchAll(REVOCATION_LIST)].map(([, text = '']) => Buffer.from(text, 'base64'));
}

/** A revocation list as OpenSSL, and so Node, takes it: PEM by the only label that it knows. */
export function pemOfRevocationList(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`;
}
