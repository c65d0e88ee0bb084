import { readdir } from 'node:fs/promises';
import { generateKey, publicPart, readKeys, writeKeys } from '../../auth/keys/key-file.ts';
import { readIfThere, writePrivateFile } from '../../auth/keys/private-file.ts';
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
import { ensureCertificate, type Wanted } from './issue-certificate.ts';
import { sandboxPki, type SandboxPki } from './paths.ts';
import { ensureRevocations } from './revocations.ts';
import { saveCredentials } from './tpps.ts';

/** Names of this machine, which the service's certificate is always good for. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Where the certificates and keys are, at which instant, and how else the service is addressed. */
export interface PkiOptions {
  readonly folder: string;
  readonly now: Instant;
  readonly hosts: readonly string[];
}

/**
 * Everything that the secure door of the sandbox needs, made where it is absent or about to end:
 * authorities, the service's certificate, the bank's keys, the directory and its TPPs. What was
 * broken off half way is made good by the next start. Throws when a file holds something else.
 */
export async function ensureSandboxPki({ folder, now, hosts }: PkiOptions): Promise<SandboxPki> {
  const pki = sandboxPki(folder);
  const authorities = await ensureAuthorities(pki, now);
  const server: Wanted = {
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

/** The authorities of the sandbox, and beside them what they have revoked. */
export async function ensureAuthorities(pki: SandboxPki, now: Instant): Promise<Authorities> {
  const root = await ensureCertificate(pki.root, authority('Sandbox Root CA', null), now);
  const issuing = await ensureCertificate(pki.issuing, authority('Sandbox Issuing CA', root), now);
  await keepText(pki.chain, issuing.certificate + root.certificate);
  await ensureRevocations(pki.crl, [issuing, root], now);
  return { issuing, root };
}

function authority(name: string, issuer: Issued | null): Wanted {
  return {
    subject: [['C', 'GB'], ['O', 'Sandbox Directory'], ['CN', name]], // prettier-ignore
    purpose: { kind: 'authority', mayHaveAuthorities: issuer === null },
    issuer,
  };
}

async function ensureKeys(file: string): Promise<void> {
  if ((await readKeys(file)).length === 0) await writeKeys(file, [await generateKey()]);
}

async function ensureSharedKeys(file: string): Promise<void> {
  if ((await readSharedKeys(file)).length === 0) await writeSharedKeys(file, [generateSharedKey()]);
}

async function ensureDirectoryKeys(pki: SandboxPki): Promise<void> {
  await ensureKeys(pki.directorySigning);
  const keys = (await readKeys(pki.directorySigning)).map(publicPart);
  await keepText(pki.directoryKeys, `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** The directory, in which every TPP that this folder has credentials of is listed with them. */
async function ensureDirectory(pki: SandboxPki, issuing: Issued, now: Instant): Promise<void> {
  const before = await readOrganisations(pki.directory);
  let organisations = before ?? SANDBOX_SEED.directory;
  const readyMade = SANDBOX_SEED.directory.flatMap(({ software }) => software.map(({ id }) => id));
  const made = await readdir(pki.tpps).catch(() => []);
  const ours = [...new Set([...readyMade, ...made])].filter((id) => ownerOf(organisations, id));
  const credentials = await Promise.all(
    ours.map(async (softwareId) => {
      const { organisation } = expectDefined(ownerOf(organisations, softwareId), softwareId);
      return {
        softwareId,
        kept: await saveCredentials(pki, { organisation, softwareId }, issuing, now),
      };
    }),
  );
  for (const { softwareId, kept } of credentials) {
    organisations = withSoftware(organisations, softwareId, (one) => withCredentials(one, kept));
  }
  if (JSON.stringify(organisations) !== JSON.stringify(before)) {
    await writeOrganisations(pki.directory, organisations);
  }
}

/**
 * Lists, for the ready-made TPPs, the address that the sandbox's callback has behind a customers'
 * door on that port: browsers can be sent nowhere else.
 */
export async function ensureCallback(directory: string, pagesPort: number): Promise<void> {
  const before = expectDefined(await readOrganisations(directory), 'the directory');
  const readyMade = SANDBOX_SEED.directory.flatMap(({ software }) => software);
  let organisations = before;
  for (const { id } of readyMade) {
    organisations = withSoftware(organisations, id, (one) => ({
      ...one,
      redirectUris: withCallback(one.redirectUris, pagesPort),
    }));
  }
  if (JSON.stringify(organisations) !== JSON.stringify(before)) {
    await writeOrganisations(directory, organisations);
  }
}

async function keepText(file: string, text: string): Promise<void> {
  if ((await readIfThere(file)) !== text) await writePrivateFile(file, text);
}
