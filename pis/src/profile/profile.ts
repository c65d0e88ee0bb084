import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { exitCodes } from '../exit-codes.ts';
import { jsonOf, readIfPresent, writePrivately } from '../output/files.ts';
import { PisError } from '../rows/model.ts';
import { profilePath } from './folders.ts';

/** Name of a profile, which is a file name without its ending. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

const Url = z.url({ protocol: /^https?$/ });

/** The connection of one TPP to one bank. Keys and certificates are paths of files. */
const Profile = z.strictObject({
  /** Version of the standard. */
  version: z.enum(['v3.1', 'v4.0']),
  issuer: Url,
  /** Address of the API up to and without the version. */
  baseUrl: Url,
  client: z.strictObject({
    id: z.string().min(1),
    authentication: z.enum(['tls_client_auth', 'private_key_jwt']),
    redirectUri: Url,
  }),
  tls: z.strictObject({ cert: z.string(), key: z.string(), ca: z.string().exactOptional() }),
  signing: z.strictObject({
    /** Path of a JWK or of a PEM file. A PEM file needs `kid`. */
    key: z.string(),
    kid: z.string().exactOptional(),
    /** `organisation-id/software-id` of the directory. */
    issuer: z.string().min(1),
    trustAnchor: z.string().exactOptional(),
  }),
  /** Organisation id of the bank, which signs its responses. */
  bankId: z.string().exactOptional(),
  jwksUri: Url.exactOptional(),
  vrpSegment: z.string().exactOptional(),
  signatures: z.enum(['required', 'verify-if-present']).exactOptional(),
  /** Present for a sandbox only. Enables `pis sandbox` and `--approve-as`. */
  sandbox: z.strictObject({ origin: Url, clientSecret: z.string() }).exactOptional(),
});

export type Profile = z.infer<typeof Profile>;

/** Reads a profile. Throws a PisError that names all faults of the file. */
export async function loadProfile(folder: string, name: string): Promise<Profile> {
  const path = pathOf(folder, name);
  const text = await readIfPresent(path);
  if (text === undefined) throw await withoutProfile(folder, name);
  const read = Profile.safeParse(jsonOf(text));
  if (read.success) return read.data;
  throw new PisError(
    `${path} is not a valid profile.\n${z.prettifyError(read.error)}\n` +
      'Correct the file, or create it again with pis init.',
    exitCodes.wrongUse,
  );
}

/** Writes a profile with the file mode 0600. */
export async function saveProfile(folder: string, name: string, profile: Profile): Promise<string> {
  const path = pathOf(folder, name);
  await writePrivately(path, `${JSON.stringify(profile, undefined, 2)}\n`);
  return path;
}

function pathOf(folder: string, name: string): string {
  if (NAME.test(name)) return profilePath(folder, name);
  throw new PisError(
    `--profile: found "${name}". Expected letters, digits, dots and hyphens, at most 64.`,
    exitCodes.wrongUse,
  );
}

async function withoutProfile(folder: string, name: string): Promise<PisError> {
  const files = await readdir(folder).catch(() => []);
  const known = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  const others = known.length === 0 ? '' : ` Profiles in ${folder}: ${known.join(', ')}.`;
  return new PisError(
    `There is no profile "${name}".${others} pis init sandbox creates one for the local sandbox.`,
    exitCodes.wrongUse,
  );
}
