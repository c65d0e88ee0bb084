import { hash } from 'node:crypto';
import { z } from 'zod';
import type { PublicJwk } from '../../domain/records/access.ts';
import type { CaseContent, CaseMember } from '../../domain/records/case-file.ts';
import { formatInstant } from '../../shared/time.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { publicPart } from '../keys/key-file.ts';
import { ALGORITHM } from '../profile.ts';
import { signDetached, unsignedMessage, verifyDetached } from '../signatures/detached.ts';
import { parseDetached } from '../signatures/jose-header.ts';
import { Refusal } from '../../shared/errors.ts';
import { unzipSync, zipSync, type Zippable } from 'fflate';

const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.jws';
const KEYS = 'keys.json';

/** Name and version of the format, in the manifest. */
const FORMAT = { format: 'payment-case-file', version: 1 } as const;

/** The content of `manifest.json`. */
const Manifest = z.object({
  format: z.literal(FORMAT.format),
  version: z.literal(FORMAT.version),
  bank: z.string(),
  consentId: z.string(),
  paymentId: z.string().nullable(),
  row: z.number().nullable(),
  exportedAt: z.string(),
  auditHead: z.object({ sequence: z.number(), hash: z.string() }),
  auditEntries: z.array(z.number()),
  omitted: z.array(z.string()),
  members: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type CaseManifest = z.infer<typeof Manifest>;

const Keys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal(ALGORITHM),
      n: z.string(),
      e: z.string(),
    }),
  ),
});

/** Parses a JWKS. Keys for another use or algorithm are left out. Undefined if it is not a JWKS. */
export function parseJwks(text: string): readonly PublicJwk[] | undefined {
  const { keys } = (parseJson(text) ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) return undefined;
  return keys.flatMap((key) => Keys.safeParse({ keys: [key] }).data?.keys ?? []);
}

/** Creates a case file: an archive with the content, a manifest and the bank's signature. */
export async function writeCaseFile(
  { subject, at, auditHead, auditEntries, omitted, members }: CaseContent,
  keys: Pick<KeyRing, 'jwks' | 'signing'>,
  bank: string,
): Promise<Uint8Array> {
  const { kid, key } = keys.signing();
  const own = keys.jwks().keys.filter((one) => one.kid === kid);
  const published = { keys: own.map(publicPart) };
  const all = [...members, jsonMember(KEYS, published)];
  const manifest: CaseManifest = {
    ...FORMAT,
    bank,
    ...subject,
    exportedAt: formatInstant(at),
    auditHead,
    auditEntries: [...auditEntries],
    omitted: [...omitted],
    members: all.map(({ name, bytes }) => {
      return { name, bytes: bytes.byteLength, sha256: hash('sha256', bytes) };
    }),
  };
  const signed = jsonMember(MANIFEST, manifest);
  const header = { alg: ALGORITHM, kid, typ: 'JOSE', cty: 'application/json' };
  const signature = await signDetached(unsignedMessage(header, key), signed.bytes);
  return writeArchive([...all, signed, { name: SIGNATURE, bytes: Buffer.from(signature) }]);
}

/** A case file that was read, with its faults. */
interface VerifiedCase {
  /** Null if the file is not a case file. */
  readonly manifest: CaseManifest | null;
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** Id of the key that signed. Null if the signature is not valid. */
  readonly kid: string | null;
  /** One sentence for each fault. */
  readonly faults: readonly string[];
}

/**
 * Verifies the members and the signature of a case file. The caller verifies the audit entries.
 *
 * @param trusted the bank's published keys. Null to use the key in the case file, which proves
 *   nothing about who signed
 */
export async function verifyCaseFile(
  archive: Uint8Array,
  trusted: readonly PublicJwk[] | null,
): Promise<VerifiedCase> {
  const read = readArchive(archive);
  if (read === undefined) {
    const faults = ['The file is no case file, or bytes outside its members were changed.'];
    return { manifest: null, members: new Map(), kid: null, faults };
  }
  const members = new Map(read.map(({ name, bytes }) => [name, bytes]));
  const signed = members.get(MANIFEST);
  const manifest = Manifest.safeParse(parseJson(textOf(signed))).data ?? null;
  const faults =
    manifest === null
      ? ['manifest.json is missing or is not a manifest.']
      : memberFaults(manifest, members);
  const keys = trusted ?? parseJwks(textOf(members.get(KEYS))) ?? [];
  const kid = signed && (await signerOf(textOf(members.get(SIGNATURE)), signed, keys));
  if (kid !== undefined) return { manifest, members, kid, faults };
  const whose = trusted === null ? 'the key in the case file' : 'any of the given keys';
  const unsigned = `manifest.jws is not a signature of manifest.json by ${whose}.`;
  return { manifest, members, kid: null, faults: [...faults, unsigned] };
}

function memberFaults(
  { members: listed }: CaseManifest,
  members: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const names = new Set([MANIFEST, SIGNATURE, ...listed.map(({ name }) => name)]);
  const added = [...members.keys()].filter((name) => !names.has(name));
  return [
    ...added.map((name) => `${name} was added: manifest.json does not list it.`),
    ...listed.flatMap(({ name, sha256 }) => {
      const bytes = members.get(name);
      if (bytes === undefined) return [`${name} is missing.`];
      return hash('sha256', bytes) === sha256 ? [] : [`${name} was changed.`];
    }),
  ];
}

/** Returns the id of the key that signed the bytes. Undefined if none of the keys did. */
async function signerOf(
  signature: string,
  bytes: Uint8Array,
  keys: readonly PublicJwk[],
): Promise<string | undefined> {
  const parsed = parseDetached(signature);
  if (parsed instanceof Refusal || parsed.claims['alg'] !== ALGORITHM) return undefined;
  const key = keys.find(({ kid }) => kid === parsed.claims['kid']);
  if (key === undefined) return undefined;
  const { protectedHeader, value } = parsed;
  return (await verifyDetached({ protectedHeader, value, key }, bytes)) ? key.kid : undefined;
}

function jsonMember(name: string, value: unknown): CaseMember {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum size of a case file that is read, in bytes. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/** Maximum number of members in a case file. */
const MAX_MEMBERS = 2000;

/** Time of each member. It is fixed, so that equal members give an equal archive. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Writes members as a ZIP archive that is not compressed. The same members give the same bytes. */
export function writeArchive(members: readonly CaseMember[]): Uint8Array {
  const files: Zippable = Object.fromEntries(members.map(({ name, bytes }) => [name, bytes]));
  return zipSync(files, { level: 0, mtime: FIXED_TIME });
}

/**
 * Reads an archive that `writeArchive` wrote. Returns undefined for any other archive: a byte
 * outside its members was changed, or another program wrote it.
 */
export function readArchive(archive: Uint8Array): readonly CaseMember[] | undefined {
  if (archive.byteLength > MAX_ARCHIVE_BYTES) return undefined;
  try {
    let members = 0;
    const files = unzipSync(archive, {
      filter: ({ compression }) => {
        members += 1;
        if (compression !== 0 || members > MAX_MEMBERS) throw new Error('Not a case file.');
        return true;
      },
    });
    const read = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
    return Buffer.from(writeArchive(read)).equals(archive) ? read : undefined;
  } catch {
    return undefined;
  }
}
