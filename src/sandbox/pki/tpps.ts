import { hash } from 'node:crypto';
import { generateKey, parseKeys, type PrivateJwk } from '../../auth/keys/key-file.ts';
import { readIfExists, writePrivateFile } from '../../auth/keys/private-file.ts';
import type { DirectoryOrganisation } from '../../domain/records/access.ts';
import type { Instant } from '../../shared/time.ts';
import type { Issued, Subject } from './certificates.ts';
import {
  ensureCertificate,
  makeCertificate,
  type CertificateRequest,
} from './issue-certificate.ts';
import { tppFiles, type SandboxPki } from './paths.ts';

/** The signing key and the TLS certificate of a TPP. */
export interface TppCredentials {
  readonly key: PrivateJwk;
  /** The TPP's certificate and that of the issuing authority, in PEM format. */
  readonly certificate: string;
}

/** A TPP: an organisation and the id of its software. */
export interface Tpp {
  readonly organisation: Pick<DirectoryOrganisation, 'name'>;
  readonly softwareId: string;
}

/** Returns the credentials of a TPP. Creates them if they are missing or expire soon. */
export async function saveCredentials(
  pki: SandboxPki,
  tpp: Tpp,
  issuing: Issued,
  now: Instant,
): Promise<TppCredentials> {
  const files = tppFiles(pki, tpp.softwareId);
  const { certificate } = await ensureCertificate(files.transport, requestFor(tpp, issuing), now);
  return { key: await ensureSigningKey(files.signingKey), certificate };
}

/** Replaces the TLS certificate of a TPP. Its signing key stays the same. */
export async function renewCertificate(
  pki: SandboxPki,
  tpp: Tpp,
  issuing: Issued,
  now: Instant,
): Promise<void> {
  const { transport } = tppFiles(pki, tpp.softwareId);
  await makeCertificate(transport, requestFor(tpp, issuing), now);
}

/** Reads the signing key of a TPP. Returns undefined if the file does not exist. */
export async function readSigningKey(file: string): Promise<PrivateJwk | undefined> {
  const text = await readIfExists(file);
  return text === undefined ? undefined : parseKeys(`{"keys":[${text}]}`, file)[0].jwk;
}

async function ensureSigningKey(file: string): Promise<PrivateJwk> {
  const existing = await readSigningKey(file);
  if (existing !== undefined) return existing;
  const key = await generateKey();
  await writePrivateFile(file, `${JSON.stringify(key, null, 2)}\n`);
  return key;
}

function requestFor(tpp: Tpp, issuer: Issued): CertificateRequest {
  return { subject: subjectOf(tpp), purpose: { kind: 'client' }, issuer };
}

/**
 * Returns the subject name of a TPP's certificate, in the format of UK Open Banking's transport
 * certificates (ETSI TS 119 495, 5.1).
 */
function subjectOf({ organisation, softwareId }: Tpp): Subject {
  return [
    ['C', 'GB'],
    ['O', organisation.name],
    [ORGANISATION_IDENTIFIER, firmReference(softwareId)],
    ['CN', softwareId],
  ];
}

/** The object identifier of the attribute `organizationIdentifier`. */
export const ORGANISATION_IDENTIFIER = '2.5.4.97';

/**
 * Returns an invented firm reference number in the regulator's format. The same id always gives the
 * same number.
 */
export function firmReference(id: string): string {
  const number = Number.parseInt(hash('sha256', id).slice(0, 8), 16);
  return `PSDGB-FCA-${String(100_000 + (number % 900_000))}`;
}
