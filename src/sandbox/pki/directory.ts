import { X509Certificate } from 'node:crypto';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import { readDirectory } from '../../auth/directory/document.ts';
import { publicPart } from '../../auth/keys/key-file.ts';
import { readIfExists, writePrivateFile } from '../../auth/keys/private-file.ts';
import type { DirectoryOrganisation, DirectorySoftware } from '../../domain/records/access.ts';
import type { TppCredentials } from './tpps.ts';

export type Organisations = readonly DirectoryOrganisation[];

/**
 * Reads the organisations of the sandbox's directory. Returns undefined if the file does not exist.
 */
export async function readOrganisations(file: string): Promise<Organisations | undefined> {
  const text = await readIfExists(file);
  if (text === undefined) return undefined;
  const parsed = readDirectory(text);
  if ('organisations' in parsed) return parsed.organisations;
  throw new Error(`${file} is not a valid directory document. ${parsed.problems.join(' ')}`);
}

/** Writes these organisations to the directory, replacing its content. */
export async function writeOrganisations(file: string, organisations: Organisations) {
  await writePrivateFile(file, `${JSON.stringify({ organisations }, null, 2)}\n`);
}

/** Returns the organisations after `change` has replaced one of their pieces of software. */
export function withSoftware(
  organisations: Organisations,
  softwareId: string,
  change: (software: DirectorySoftware) => DirectorySoftware,
): Organisations {
  return organisations.map((organisation) => ({
    ...organisation,
    software: organisation.software.map((item) => (item.id === softwareId ? change(item) : item)),
  }));
}

/** Returns a piece of software with its organisation. */
export function ownerOf(
  organisations: Organisations,
  softwareId: string,
): { organisation: DirectoryOrganisation; software: DirectorySoftware } | undefined {
  for (const organisation of organisations) {
    const software = organisation.software.find(({ id }) => id === softwareId);
    if (software !== undefined) return { organisation, software };
  }
  return undefined;
}

/**
 * Returns the software with a key and a certificate added to its lists, unless the lists contain
 * them already.
 */
export function withCredentials(
  software: DirectorySoftware,
  { key, certificate }: TppCredentials,
): DirectorySoftware {
  const thumbprint = thumbprintOf(new X509Certificate(certificate));
  const { keys, certificates } = software;
  const hasKey = keys.some(({ kid }) => kid === key.kid);
  const hasCertificate = certificates.some((listed) => listed.thumbprint === thumbprint);
  return {
    ...software,
    keys: hasKey ? keys : [...keys, publicPart(key)],
    certificates: hasCertificate
      ? certificates
      : [...certificates, { thumbprint, status: 'Active' as const }],
  };
}
