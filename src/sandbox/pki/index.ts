import { readdir } from 'node:fs/promises';
import { generateKey, publicPart, readKeys, writeKeys } from '../../auth/keys/key-file.ts';
import { readIfExists, writePrivateFile } from '../../auth/keys/private-file.ts';
import { generateSharedKey, readSharedKeys, writeSharedKeys } from '../../auth/keys/shared-keys.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { withCallback } from '../callback.ts';
import { SANDBOX_SEED } from '../seed.ts';
import { ensureBankKeys } from './bank-keys.ts';
import type { Authorities, Issued } from './certificates.ts';
import {
  ownerOf,
  readOrganisations,
  withCredentials,
  withSoftware,
  writeOrganisations,
} from './directory.ts';
import { ensureCertificate, type CertificateRequest } from './issue-certificate.ts';
import { sandboxPki, type SandboxPki } from './paths.ts';
import { ensureRevocations } from './revocations.ts';
import { saveCredentials } from './tpps.ts';

/** Host names of this machine, which the service's certificate always contains. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * The folder for certificates and keys, the current time, and additional host names of the service.
 */
export interface PkiOptions {
  readonly folder: string;
  readonly now: Instant;
  readonly hosts: readonly string[];
}

/**
 * Creates all files that the sandbox's TLS listeners need: certificate authorities, the service's
 * certificate, the bank's keys, the directory and its TPPs. Existing files stay unless they expire
 * soon. If a run is interrupted, the next start completes it. Throws if a file has unexpected
 * content.
 */
export async function ensureSandboxPki({ folder, now, hosts }: PkiOptions): Promise<SandboxPki> {
  const pki = sandboxPki(folder);
  const authorities = await ensureAuthorities(pki, now);
  const server: CertificateRequest = {
    subject: [['C', 'GB'], ['O', 'Sandbox Bank'], ['CN', 'localhost']], // prettier-ignore
    purpose: { kind: 'server', hosts: [...LOCAL_HOSTS, ...hosts] },
    issuer: authorities.issuing,
  };
  await Promise.all([
    ensureCertificate(pki.server, server, now),
    ensureBankKeys(pki, authorities, now),
    ensureSharedKeys(pki.sharedKeys),
    ensureDirectoryKeys(pki),
    ensureDirectory(pki, authorities.issuing, now),
  ]);
  return pki;
}

/** Makes sure that the sandbox's certificate authorities and their revocation lists exist. */
export async function ensureAuthorities(pki: SandboxPki, now: Instant): Promise<Authorities> {
  const root = await ensureCertificate(pki.root, authority('Sandbox Root CA', null), now);
  const issuing = await ensureCertificate(pki.issuing, authority('Sandbox Issuing CA', root), now);
  await writeIfChanged(pki.chain, issuing.certificate + root.certificate);
  await ensureRevocations(pki.crl, [issuing, root], now);
  return { issuing, root };
}

function authority(name: string, issuer: Issued | null): CertificateRequest {
  return {
    subject: [['C', 'GB'], ['O', 'Sandbox Directory'], ['CN', name]], // prettier-ignore
    purpose: { kind: 'authority', mayHaveAuthorities: issuer === null },
    issuer,
  };
}

async function ensureSharedKeys(file: string): Promise<void> {
  if ((await readSharedKeys(file)).length === 0) await writeSharedKeys(file, [generateSharedKey()]);
}

async function ensureDirectoryKeys(pki: SandboxPki): Promise<void> {
  const { directorySigning: file } = pki;
  if ((await readKeys(file)).length === 0) await writeKeys(file, [await generateKey()]);
  const keys = (await readKeys(file)).map(publicPart);
  await writeIfChanged(pki.directoryKeys, `${JSON.stringify({ keys }, null, 2)}\n`);
}

/**
 * Makes sure that the directory exists. It lists every TPP that has credentials in this folder,
 * with these credentials.
 */
async function ensureDirectory(pki: SandboxPki, issuing: Issued, now: Instant): Promise<void> {
  const before = await readOrganisations(pki.directory);
  let organisations = before ?? SANDBOX_SEED.directory;
  const readyMade = SANDBOX_SEED.directory.flatMap(({ software }) => software.map(({ id }) => id));
  const folders = await readdir(pki.tpps).catch(() => []);
  const ours = [...new Set([...readyMade, ...folders])].filter((id) => ownerOf(organisations, id));
  const credentials = await Promise.all(
    ours.map(async (softwareId) => {
      const { organisation } = expectDefined(ownerOf(organisations, softwareId), softwareId);
      return {
        softwareId,
        saved: await saveCredentials(pki, { organisation, softwareId }, issuing, now),
      };
    }),
  );
  for (const { softwareId, saved } of credentials) {
    organisations = withSoftware(organisations, softwareId, (software) =>
      withCredentials(software, saved),
    );
  }
  if (JSON.stringify(organisations) !== JSON.stringify(before)) {
    await writeOrganisations(pki.directory, organisations);
  }
}

/**
 * Adds the current URL of the sandbox's callback page to the directory, for the TPPs that the
 * sandbox provides. It contains the port of the customers' listener, so it may change. Browsers are
 * redirected only to URLs in the directory.
 */
export async function ensureCallback(directory: string, pagesPort: number): Promise<void> {
  const before = expectDefined(await readOrganisations(directory), 'the directory');
  const readyMade = SANDBOX_SEED.directory.flatMap(({ software }) => software);
  let organisations = before;
  for (const { id } of readyMade) {
    organisations = withSoftware(organisations, id, (software) => ({
      ...software,
      redirectUris: withCallback(software.redirectUris, pagesPort),
    }));
  }
  if (JSON.stringify(organisations) !== JSON.stringify(before)) {
    await writeOrganisations(directory, organisations);
  }
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await readIfExists(file)) !== text) await writePrivateFile(file, text);
}
