import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isForHost } from '../../auth/certificates/certificates.ts';
import { readIfExists, writePrivateFile } from '../../auth/keys/private-file.ts';
import { DAY_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import { issue, type Issued, type Purpose, type Subject } from './certificates.ts';
import type { CertificateFiles } from './paths.ts';

/**
 * Certificates that expire within this time are renewed, so that the sandbox can run for a while.
 * In milliseconds.
 */
export const RENEW_MS: Milliseconds = 30 * DAY_MS;

export interface CertificateRequest {
  readonly subject: Subject;
  readonly purpose: Purpose;
  /** The authority that issues the certificate. Null for a self-signed certificate. */
  readonly issuer: Issued | null;
}

/**
 * Returns the certificate in these files. If it is missing, incomplete, from another authority, for
 * other hosts, or about to expire, a new one is issued.
 */
export async function ensureCertificate(
  files: CertificateFiles,
  wanted: CertificateRequest,
  now: Instant,
): Promise<Issued> {
  const existing = await readCertificate(files);
  if (existing !== undefined && isGood(existing, wanted, now)) return existing;
  return makeCertificate(files, wanted, now);
}

/** Issues a certificate and writes it to these files. They replace the previous certificate. */
export async function makeCertificate(
  files: CertificateFiles,
  { subject, purpose, issuer }: CertificateRequest,
  now: Instant,
): Promise<Issued> {
  const issued = await issue(subject, purpose, issuer, now);
  // The file includes the issuing authority's certificate, because clients have only the root
  // certificate.
  const chain = issuer === null || purpose.kind === 'authority' ? '' : issuer.certificate;
  await writePrivateFile(files.key, issued.key);
  await writePrivateFile(files.certificate, issued.certificate + chain);
  return issued;
}

/** Reads the certificate in these files. Returns undefined if one of the files is missing. */
async function readCertificate(files: CertificateFiles): Promise<Issued | undefined> {
  const [certificate, key] = await Promise.all([
    readIfExists(files.certificate),
    readIfExists(files.key),
  ]);
  return certificate === undefined || key === undefined ? undefined : { certificate, key };
}

function isGood(
  { certificate, key }: Issued,
  { purpose, issuer }: CertificateRequest,
  now: Instant,
): boolean {
  const shown = new X509Certificate(certificate);
  const authority = issuer === null ? shown : new X509Certificate(issuer.certificate);
  const hosts = purpose.kind === 'server' ? purpose.hosts : [];
  return (
    Date.parse(shown.validTo) > now + RENEW_MS &&
    shown.checkPrivateKey(createPrivateKey(key)) &&
    shown.verify(authority.publicKey) &&
    hosts.every((host) => isForHost(shown, host))
  );
}
