import { X509Certificate, type KeyObject } from 'node:crypto';
import { thumbprintOf } from '../certificates/certificates.ts';

/** The JWK fields that contain a key's certificate (rules, 4.8; RFC 7517, 4.7 and 4.9). */
export interface Certified {
  /** The certificate and its chain, each as DER in base64. */
  readonly x5c?: readonly string[] | undefined;
  /** SHA-256 of the certificate in DER format, in base64url. */
  readonly 'x5t#S256'?: string | undefined;
}

/**
 * Returns the JWK fields for a certificate chain. The first certificate belongs to the key itself.
 */
export function certifiedBy(certificates: readonly X509Certificate[]): Certified {
  const [own] = certificates;
  if (own === undefined) return {};
  const x5c = certificates.map(({ raw }) => raw.toString('base64'));
  return { x5c, 'x5t#S256': thumbprintOf(own) };
}

/**
 * Returns the certificate that belongs to the key itself. Returns undefined if the key has none, or
 * if it cannot be parsed.
 */
export function ownCertificate({ x5c: [first = ''] = [] }: Certified): X509Certificate | undefined {
  return readCertificate(first);
}

/**
 * Returns the reason why the certificates do not match the private key or each other. Returns
 * undefined if they match. Validity dates are not checked, because otherwise the service could not
 * restart after a certificate has expired.
 */
export function misfitOf(
  { x5c, 'x5t#S256': thumbprint }: Certified,
  key: KeyObject,
): string | undefined {
  if (x5c === undefined) {
    return thumbprint === undefined ? undefined : 'x5t#S256 is present, but x5c is missing';
  }
  let before: X509Certificate | undefined;
  for (const [index, der] of x5c.entries()) {
    const certificate = readCertificate(der);
    if (certificate === undefined) return `x5c[${String(index)}] is not a certificate`;
    if (before === undefined) {
      if (!certificate.checkPrivateKey(key)) return 'The certificate x5c[0] belongs to another key';
      const isNamed = thumbprint === undefined || thumbprint === thumbprintOf(certificate);
      if (!isNamed) return 'x5t#S256 is not the thumbprint of the certificate x5c[0]';
    } else if (!before.checkIssued(certificate) || !before.verify(certificate.publicKey)) {
      return `x5c[${String(index)}] did not issue the certificate before it`;
    }
    before = certificate;
  }
  return undefined;
}

function readCertificate(der: string): X509Certificate | undefined {
  const bytes = Buffer.from(der, 'base64');
  try {
    const certificate = new X509Certificate(bytes);
    // Node also accepts PEM text and trailing bytes in place of pure DER. The comparison refuses
    // both.
    return certificate.raw.equals(bytes) ? certificate : undefined;
  } catch {
    return undefined;
  }
}
