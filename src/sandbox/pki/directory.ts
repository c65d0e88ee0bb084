import { X509Certificate } from 'node:crypto';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import { readDirectory } from '../../auth/directory/document.ts';
import { publicPart } from '../../auth/keys/key-file.ts';
import { readIfThere, writePrivateFile } from '../../auth/keys/private-file.ts';
import type { DirectoryOrganisation, DirectorySoftware } from '../../domain/records/access.ts';
import type { TppCredentials } from './tpps.ts';

export type Organisations = readonly DirectoryOrganisation[];

/** The organisations of the sandbox's directory; undefined when it is not there yet. */
export async function readOrganisations(file: string): Promise<Organisations | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const read = readDirectory(text);
  if ('organisations' in read) return read.organisations;
  throw new Error(`${file} is not a directory. ${read.problems.join(' ')}`);
}

/** Puts these organisations in the place of those in the directory. */
export async function writeOrganisations(file: string, organisations: Organisations) {
  await writePrivateFile(file, `${JSON.stringify({ organisations }, null, 2)}\n`);
}

/** The organisations, with what `change` makes of one piece of software. */
export function withSoftware(
  organisations: Organisations,
  softwareId: string,
  change: (software: DirectorySoftware) => DirectorySoftware,
): Organisations {
  return organisations.map((organisation) => ({
    ...organisation,
    software: organisation.software.map((one) => (one.id === softwareId ? change(one) : one)),
  }));
}

/** The organisation that has a piece of software. */
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

/** The software with its key and certificate listed; what is listed already stays as it is. */
export function withCredentials(
  software: DirectorySoftware,
  { key, certificate }: TppCredentials,
): DirectorySoftware {
  const thumbprint = thumbprintOf(new X509Certificate(certificate));
  const { keys, certificates } = software;
  const hasKey = keys.some(({ kid }) => kid === key.kid);
  const hasCertificate = certificates.some((one) => one.thumbprint === thumbprint);
  return {
    ...software,
    keys: hasKey ? keys : [...keys, publicPart(key)],
    certificates: hasCertificate
      ? certificates
      : [...certificates, { thumbprint, status: 'Active' as const }],
  };
}
