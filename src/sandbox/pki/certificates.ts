// The package @peculiar/x509 requires this import.
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
} from '@peculiar/x509';
import { createPrivateKey, generateKeyPair, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';

/**
 * The algorithm of the sandbox's keys and signatures. It keeps TLS handshakes small, and every TLS
 * library supports it.
 */
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The validity of an authority's certificate and of the certificates that it issues, in days. */
const AUTHORITY_DAYS: Days = 20 * 365;
const CERTIFICATE_DAYS: Days = 397;
/**
 * Certificates are valid from this long before they are created, in milliseconds, because clocks
 * differ.
 */
const BEFORE_MS = DAY_MS;

const SERIAL_BYTES = 16;

/** A certificate and its private key, both in PEM format. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** The sandbox's certificate authorities: the root, and the issuing authority below it. */
export interface Authorities {
  readonly issuing: Issued;
  readonly root: Issued;
}

/** The attributes of a subject name as pairs of type and value, in the order of the certificate. */
export type Subject = readonly (readonly [string, string])[];

/** The purpose for which a certificate can be used. */
export type Purpose =
  | { readonly kind: 'authority'; readonly mayHaveAuthorities: boolean }
  | { readonly kind: 'server'; readonly hosts: readonly string[] }
  | { readonly kind: 'client' }
  | { readonly kind: 'signatures' };

/**
 * Generates a key and issues a certificate for it. If `issuer` is null, the certificate is
 * self-signed.
 */
export async function issue(
  subject: Subject,
  purpose: Purpose,
  issuer: Issued | null,
  now: Instant,
): Promise<Issued> {
  const { privateKey: key, publicKey } = await promisify(generateKeyPair)('ec', {
    namedCurve: ALGORITHM.namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const signer = issuer ?? { certificate: null, key };
  return { certificate: await certify({ publicKey, subject, purpose }, signer, now), key };
}

/**
 * A public key (SPKI, DER), with the subject name and the purpose that its certificate will
 * contain.
 */
interface Certifiable {
  readonly publicKey: Buffer<ArrayBuffer>;
  readonly subject: Subject;
  readonly purpose: Purpose;
}

/**
 * Issues a certificate for a public key, in PEM format. If the signer has no certificate, the new
 * one is self-signed.
 */
export async function certify(
  { publicKey, subject, purpose }: Certifiable,
  signer: { readonly certificate: string | null; readonly key: string },
  now: Instant,
): Promise<string> {
  const days = purpose.kind === 'authority' ? AUTHORITY_DAYS : CERTIFICATE_DAYS;
  const name = new Name(subject.map(([type, value]) => ({ [type]: [{ utf8String: value }] })));
  const authority = signer.certificate === null ? null : new X509Certificate(signer.certificate);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: name,
    issuer: authority?.subjectName ?? name,
    notBefore: new Date(now - BEFORE_MS),
    notAfter: new Date(now + days * DAY_MS),
    publicKey,
    signingKey: await signingKeyOf(signer.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      ...extensionsFor(purpose),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(authority?.publicKey ?? publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

function extensionsFor(purpose: Purpose): Extension[] {
  if (purpose.kind === 'authority') {
    return [
      new BasicConstraintsExtension(true, purpose.mayHaveAuthorities ? 1 : 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ];
  }
  if (purpose.kind === 'signatures') {
    return [
      new BasicConstraintsExtension(false),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    ];
  }
  const isServer = purpose.kind === 'server';
  const usage = isServer ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth;
  return [
    new BasicConstraintsExtension(false),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([usage]),
    ...(isServer ? [new SubjectAlternativeNameExtension(purpose.hosts.map(alternativeName))] : []),
  ];
}

function alternativeName(host: string) {
  return { type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host };
}

/**
 * Returns a random positive serial number without leading zeros, so that every library formats it
 * in the same way.
 */
function newSerialNumber(): string {
  const octets = randomBytes(SERIAL_BYTES);
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return octets.toString('hex');
}

/** Imports a private key (PEM) for signing certificates. */
export function signingKeyOf(key: string) {
  const octets = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', octets, ALGORITHM, false, ['sign']);
}
