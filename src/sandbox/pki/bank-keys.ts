import { createPublicKey, X509Certificate } from 'node:crypto';
import { ownCertificate } from '../../auth/keys/key-certificates.ts';
import {
  generateKey,
  readKeys,
  withCertificates,
  writeKeys,
  type PrivateJwk,
} from '../../auth/keys/key-file.ts';
import type { Instant } from '../../shared/time.ts';
import { BANK_ORGANISATION_ID } from '../seed.ts';
import { certify, type Authorities, type Subject } from './certificates.ts';
import { RENEW_MS } from './issue-certificate.ts';
import type { SandboxPki } from './paths.ts';
import { firmReference, ORGANISATION_IDENTIFIER } from './tpps.ts';

/** As the directory of UK Open Banking names whom it certifies a signing key for. */
const SUBJECT: Subject = [
  ['C', 'GB'],
  ['O', 'Sandbox Bank'],
  [ORGANISATION_IDENTIFIER, firmReference(BANK_ORGANISATION_ID)],
  ['CN', BANK_ORGANISATION_ID],
];

/**
 * The bank's keys: one at least, and each with a certificate that the sandbox's authority issued,
 * made where it is absent or about to end. One from elsewhere stays.
 */
export async function ensureBankKeys(
  pki: SandboxPki,
  authorities: Authorities,
  now: Instant,
): Promise<void> {
  const found = await readKeys(pki.bankKeys);
  const keys = found.length === 0 ? [await generateKey()] : found;
  const kept = await Promise.all(
    keys.map(async (key) =>
      isCertified(key, authorities, now) ? key : await certifyKey(key, authorities, now),
    ),
  );
  if (kept.some((key, place) => key !== found[place])) await writeKeys(pki.bankKeys, kept);
}

function isCertified(key: PrivateJwk, { issuing }: Authorities, now: Instant): boolean {
  const certificate = ownCertificate(key);
  if (certificate === undefined) return false;
  const authority = new X509Certificate(issuing.certificate);
  if (certificate.issuer !== authority.subject) return true;
  const isLong = Date.parse(certificate.validTo) > now + RENEW_MS;
  return isLong && certificate.verify(authority.publicKey);
}

async function certifyKey(
  key: PrivateJwk,
  { issuing, root }: Authorities,
  now: Instant,
): Promise<PrivateJwk> {
  const spki = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  const purpose = { kind: 'signatures' } as const;
  const wanted = { publicKey: Buffer.from(spki), subject: SUBJECT, purpose };
  const own = await certify(wanted, issuing, now);
  const chain = [own, issuing.certificate, root.certificate];
  return withCertificates(
    key,
    chain.map((pem) => new X509Certificate(pem)),
  );
}
