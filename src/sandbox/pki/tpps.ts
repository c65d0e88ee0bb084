import { hash } from 'node:crypto';
import { generateKey, parseKeys, type PrivateJwk } from '../../auth/keys/key-file.ts';
import { readIfThere, writePrivateFile } from '../../auth/keys/private-file.ts';
import type { DirectoryOrganisation } from '../../domain/records/access.ts';
import type { Instant } from '../../shared/time.ts';
import type { Issued, Subject } from './certificates.ts';
import { ensureCertificate, makeCertificate, type Wanted } from './issue-certificate.ts';
import { tppFiles, type SandboxPki } from './paths.ts';

/** What a TPP signs with and shows at the door. */
export interface TppCredentials {
  readonly key: PrivateJwk;
  /** PEM: its certificate, and what that follows from. */
  readonly certificate: string;
}

/** A TPP: an organisation and the id of the software that comes in. */
export interface Tpp {
  readonly organisation: Pick<DirectoryOrganisation, 'name'>;
  readonly softwareId: string;
}

/** The credentials of a TPP, made where they are absent or about to end. */
export async function saveCredentials(
  pki: SandboxPki,
  tpp: Tpp,
  issuing: Issued,
  now: Instant,
): Promise<TppCredentials> {
  const files = tppFiles(pki, tpp.softwareId);
  const { certificate } = await ensureCertificate(files.transport, wantedFor(tpp, issuing), now);
  return { key: await ensureSigningKey(files.signingKey), certificate };
}

/** A new certificate in the place of a TPP's; its signing key stays. */
export async function renewCertificate(
  pki: SandboxPki,
  tpp: Tpp,
  issuing: Issued,
  now: Instant,
): Promise<void> {
  const { transport } = tppFiles(pki, tpp.softwareId);
  await makeCertificate(transport, wantedFor(tpp, issuing), now);
}

/** The key that a TPP signs with; undefined when it has none. */
export async function readSigningKey(file: string): Promise<PrivateJwk | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseKeys(`{"keys":[${text}]}`, file)[0].jwk;
}

async function ensureSigningKey(file: string): Promise<PrivateJwk> {
  const there = await readSigningKey(file);
  if (there !== undefined) return there;
  const made = await generateKey();
  await writePrivateFile(file, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function wantedFor(tpp: Tpp, issuer: Issued): Wanted {
  return { subject: subjectOf(tpp), purpose: { kind: 'client' }, issuer };
}

/** The name that UK Open Banking's transport certificates have (ETSI TS 119 495, 5.1). */
function subjectOf({ organisation, softwareId }: Tpp): Subject {
  return [
    ['C', 'GB'],
    ['O', organisation.name],
    [ORGANISATION_IDENTIFIER, firmReference(softwareId)],
    ['CN', softwareId],
  ];
}

/** `organizationIdentifier`. */
export const ORGANISATION_IDENTIFIER = '2.5.4.97';

/** A reference such as the regulator gives out: made up, and always the same for one id. */
export function firmReference(id: string): string {
  const number = Number.parseInt(hash('sha256', id).slice(0, 8), 16);
  return `PSDGB-FCA-${String(100_000 + (number % 900_000))}`;
}
