import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { readIfThere, writePrivateFile } from '../../auth/keys/private-file.ts';
import { DAY_MS, type Instant } from '../../shared/time.ts';
import { issue, type Issued, type Purpose, type Subject } from './certificates.ts';
import type { CertificateFiles } from './paths.ts';

/** One that ends sooner is made anew: the sandbox may run for a while; in milliseconds. */
export const RENEW_MS = 30 * DAY_MS;

export interface Wanted {
  readonly subject: Subject;
  readonly purpose: Purpose;
  /** Null: the certificate is its own authority. */
  readonly issuer: Issued | null;
}

/**
 * The certificate in these files, made anew where it is absent, broken off half way, of another
 * authority, for other hosts, or about to end.
 */
export async function ensureCertificate(
  files: CertificateFiles,
  wanted: Wanted,
  now: Instant,
): Promise<Issued> {
  const there = await readCertificate(files);
  if (there !== undefined && isGood(there, wanted, now)) return there;
  return makeCertificate(files, wanted, now);
}

/** Makes a certificate, in the place of the one in these files. */
export async function makeCertificate(
  files: CertificateFiles,
  { subject, purpose, issuer }: Wanted,
  now: Instant,
): Promise<Issued> {
  const made = await issue(subject, purpose, issuer, now);
  // Whoever shows a certificate shows what it follows from. The root everybody has.
  const chain = issuer === null || purpose.kind === 'authority' ? '' : issuer.certificate;
  await writePrivateFile(files.key, made.key);
  await writePrivateFile(files.certificate, made.certificate + chain);
  return made;
}

/** The certificate in these files; undefined when one of the two is absent. */
async function readCertificate(files: CertificateFiles): Promise<Issued | undefined> {
  const [certificate, key] = await Promise.all([
    readIfThere(files.certificate),
    readIfThere(files.key),
  ]);
  return certificate === undefined || key === undefined ? undefined : { certificate, key };
}

function isGood({ certificate, key }: Issued, { purpose, issuer }: Wanted, now: Instant): boolean {
  const shown = new X509Certificate(certificate);
  const authority = issuer === null ? shown : new X509Certificate(issuer.certificate);
  const hosts = purpose.kind === 'server' ? purpose.hosts : [];
  return (
    Date.parse(shown.validTo) > now + RENEW_MS &&
    shown.checkPrivateKey(createPrivateKey(key)) &&
    shown.verify(authority.publicKey) &&
    hosts.every((host) => isFor(shown, host))
  );
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const found = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return found !== undefined;
}
