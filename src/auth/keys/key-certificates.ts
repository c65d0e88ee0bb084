import { X509Certificate, type KeyObject } from 'node:crypto';
import { thumbprintOf } from '../certificates/certificates.ts';

/** The members of a key that tell its certificate (rules, 4.8; RFC 7517, 4.7 and 4.9). */
export interface Certified {
  /** The certificate and, one by one, those that it follows from: DER, base64. */
  readonly x5c?: readonly string[] | undefined;
  /** SHA-256 of the certificate's DER, base64url. */
  readonly 'x5t#S256'?: string | undefined;
}

/** The members that tell these certificates, of which the first is the key's own. */
export function certifiedBy(certificates: readonly X509Certificate[]): Certified {
  const [own] = certificates;
  if (own === undefined) return {};
  const x5c = certificates.map(({ raw }) => raw.toString('base64'));
  return { x5c, 'x5t#S256': thumbprintOf(own) };
}

/** A key's own certificate; undefined where it has none, or one that cannot be read. */
export function ownCertificate({ x5c: [first = ''] = [] }: Certified): X509Certificate | undefined {
  return readCertificate(first);
}

/**
 * Why the certificates of a private key do not fit it, or each other; undefined where they do, or
 * there are none. Dates are not looked at: no restart fails because a night has passed.
 */
export function misfitOf(
  { x5c, 'x5t#S256': thumbprint }: Certified,
  key: KeyObject,
): string | undefined {
  if (x5c === undefined) {
    return thumbprint === undefined ? undefined : 'It has x5t#S256 and no certificate in x5c';
  }
  let before: X509Certificate | undefined;
  for (const [place, der] of x5c.entries()) {
    const certificate = readCertificate(der);
    if (certificate === undefined) return `x5c[${String(place)}] is not a certificate`;
    if (before === undefined) {
      if (!certificate.checkPrivateKey(key)) return 'Its certificate, x5c[0], is of another key';
      const isNamed = thumbprint === undefined || thumbprint === thumbprintOf(certificate);
      if (!isNamed) return 'x5t#S256 is not that of its certificate, x5c[0]';
    } else if (!before.checkIssued(certificate) || !before.verify(certificate.publicKey)) {
      return `x5c[${String(place)}] is not the authority of the certificate before it`;
    }
    before = certificate;
  }
  return undefined;
}

function readCertificate(der: string): X509Certificate | undefined {
  const bytes = Buffer.from(der, 'base64');
  try {
    const certificate = new X509Certificate(bytes);
    // Node takes PEM too, and bytes after the end.
    return certificate.raw.equals(bytes) ? certificate : undefined;
  } catch {
    return undefined;
  }
}
