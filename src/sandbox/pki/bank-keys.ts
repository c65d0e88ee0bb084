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

/**
 * The subject name of the bank's signing certificates, in the format of the UK Open Banking
 * directory.
 */
const SUBJECT: Subject = [
  ['C', 'GB'],
  ['O', 'Sandbox Bank'],
  [ORGANISATION_IDENTIFIER, firmReference(BANK_ORGANISATION_ID)],
  ['CN', BANK_ORGANISATION_ID],
];

/**
 * Makes sure that the bank has at least one key and that each key has a certificate. If a key has
 * no certificate, or one that expires soon, the sandbox's certificate authority issues one. A
 * certificate from another authority stays.
 */
export async function ensureBankKeys(
  pki: SandboxPki,
  authorities: Authorities,
  now: Instant,
): Promise<void> {
  const found = await readKeys(pki.bankKeys);
  const keys = found.length === 0 ? [await generateKey()] : found;
  const certified = await Promise.all(
    keys.map(async (key) =>
      isCertified(key, authorities, now) ? key : await certifyKey(key, authorities, now),
    ),
  );
  if (certified.some((key, index) => key !== found[index]))
    await writeKeys(pki.bankKeys, certified);
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
