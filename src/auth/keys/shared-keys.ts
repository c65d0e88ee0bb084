import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { readAs } from '../../contract/problems.ts';
import { expectDefined } from '../../shared/assert.ts';
import { followFile, type FollowedOptions } from './followed-file.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';

const SECRET_BYTES = 32;
const FINGERPRINT_BYTES = 16;
/** Bytes of the key that entries of the audit log are marked with while they wait. */
const INBOX_KEY_BYTES = 32;

const SharedKeySchema = z.strictObject({
  kty: z.literal('oct'),
  /** Its fingerprint, which tells nothing of the secret. */
  kid: text(64),
  k: z.base64url(),
});

/** A secret that all nodes of a deployment have alike. */
export type SharedKey = Readonly<z.output<typeof SharedKeySchema>>;

const SharedKeyFile = z.strictObject({
  keys: z
    .array(SharedKeySchema.superRefine(checkKey))
    .min(1, 'There is no key')
    .refine(
      (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
      'One key is there twice',
    ),
});

function checkKey({ k, kid }: SharedKey, context: z.RefinementCtx): void {
  const secret = Buffer.from(k, 'base64url');
  if (secret.length !== SECRET_BYTES) {
    context.addIssue(`It has ${String(secret.length)} bytes, not ${String(SECRET_BYTES)}`);
  } else if (kid !== fingerprintOf(secret)) context.addIssue('Its kid is that of another key');
}

/** Bytes of a secret for one purpose: who knows these knows neither the secret nor others. */
function deriveFrom(secret: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `payment-initiation ${purpose}`, bytes));
}

function fingerprintOf(secret: Uint8Array): string {
  return deriveFrom(secret, 'fingerprint', FINGERPRINT_BYTES).toString('base64url');
}

/** A new secret. */
export function generateSharedKey(): SharedKey {
  const secret = randomBytes(SECRET_BYTES);
  return { kty: 'oct', kid: fingerprintOf(secret), k: secret.toString('base64url') };
}

function parseSharedKeys(written: string, file: string): readonly SharedKey[] {
  return readAs(SharedKeyFile, written, file).keys;
}

/** The secrets of a file; none when there is no such file. Throws with what is wrong in it. */
export async function readSharedKeys(file: string): Promise<readonly SharedKey[]> {
  const written = await readIfThere(file);
  return written === undefined ? [] : parseSharedKeys(written, file);
}

/** Puts these secrets in the place of those in the file; the first one is used. */
export function writeSharedKeys(file: string, keys: readonly SharedKey[]): Promise<void> {
  return writePrivateFile(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** The secrets that a node shares with the others. */
export interface SharedKeys {
  /** The fingerprints of all, that of the one in use first. */
  kids(): readonly string[];
  /** Bytes for a purpose, of the secret in use. */
  derive(purpose: string, bytes: number): Buffer;
  /** The same of each secret, that in use first: for what was made before another was used. */
  deriveEach(purpose: string, bytes: number): readonly Buffer[];
  /** Is told after every change of the secrets, by whoever changed the file. */
  onChange(listener: () => void): void;
  /** Looks at the file no longer. */
  stop(): void;
}

/** The same of secrets that are at hand. */
function deriveFromEach(keys: readonly SharedKey[], purpose: string, bytes: number) {
  return keys.map(({ k }) => deriveFrom(Buffer.from(k, 'base64url'), purpose, bytes));
}

/** What nodes mark entries of the audit log with while they wait: made of each of their secrets. */
export function inboxKeysOf(keys: Pick<SharedKeys, 'deriveEach'> | readonly SharedKey[]) {
  const given = ['audit inbox', INBOX_KEY_BYTES] as const;
  return 'deriveEach' in keys ? keys.deriveEach(...given) : deriveFromEach(keys, ...given);
}

/**
 * The secrets of a file, of which the first one is used (docs/decisions, 104). Throws with what is
 * wrong when the file is not fit to begin with. It is read again when it has changed; one that is
 * not fit then changes nothing and is observed as a failure.
 */
export function openSharedKeys(file: string, options: FollowedOptions): SharedKeys {
  const { current, ...followed } = followFile(
    file,
    parseSharedKeys,
    'the keys that nodes share',
    options,
  );
  return {
    ...followed,
    kids: () => current().map(({ kid }) => kid),
    deriveEach: (purpose, bytes) => deriveFromEach(current(), purpose, bytes),
    derive: (purpose, bytes) => {
      const { k } = expectDefined(current()[0], 'the first of the shared keys');
      return deriveFrom(Buffer.from(k, 'base64url'), purpose, bytes);
    },
  };
}

/** Secrets of this process alone: where nothing is shared, none outlives it. */
export function ownSecrets(): SharedKeys {
  const secret = randomBytes(SECRET_BYTES);
  return {
    kids: () => [],
    derive: (purpose, bytes) => deriveFrom(secret, purpose, bytes),
    deriveEach: (purpose, bytes) => [deriveFrom(secret, purpose, bytes)],
    onChange: () => undefined,
    stop: () => undefined,
  };
}
