// @peculiar/x509 cannot do without it.
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
import { DAY_MS, type Instant } from '../../shared/time.ts';

/** Of keys and signatures: small handshakes, and every TLS library takes it. */
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** How long an authority is good, and a certificate that it issues, in days. */
const AUTHORITY_DAYS = 20 * 365;
const CERTIFICATE_DAYS = 397;
/** Clocks differ: a certificate is good from a little before it is made, in milliseconds. */
const BEFORE_MS = DAY_MS;

const SERIAL_BYTES = 16;

/** A certificate and its private key, PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** The authorities: the one that issues, and the root that it follows from. */
export interface Authorities {
  readonly issuing: Issued;
  readonly root: Issued;
}

/** Attributes of a name, in the order of the certificate: type and value. */
export type Subject = readonly (readonly [string, string])[];

/** What a certificate is for. */
export type Purpose =
  | { readonly kind: 'authority'; readonly mayHaveAuthorities: boolean }
  | { readonly kind: 'server'; readonly hosts: readonly string[] }
  | { readonly kind: 'client' }
  | { readonly kind: 'signatures' };

/** A new key and its certificate, from an authority or, where `issuer` is null, from itself. */
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

/** A public key (SPKI, DER), whose it is, and what for. */
interface Certifiable {
  readonly publicKey: Buffer<ArrayBuffer>;
  readonly subject: Subject;
  readonly purpose: Purpose;
}

/** The certificate of a public key, PEM; of a signer without a certificate: its own authority's. */
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

/** Random, positive and without a zero at its beginning, so that every reader writes it alike. */
function newSerialNumber(): string {
  const octets = randomBytes(SERIAL_BYTES);
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return octets.toString('hex');
}

/** A private key, PEM, as what signs certificates takes it. */
export function signingKeyOf(key: string) {
  const octets = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', octets, ALGORITHM, false, ['sign']);
}
