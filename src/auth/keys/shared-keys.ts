import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { readAs } from '../../contract/problems.ts';
import { expectDefined } from '../../shared/assert.ts';
import { followFile, type FollowedOptions } from './follow-files.ts';
import { readIfExists, writePrivateFile } from './private-file.ts';

const SECRET_BYTES = 32;
const FINGERPRINT_BYTES = 16;
/**
 * Length in bytes of the key that authenticates audit entries in the inbox, before they become part
 * of the audit chain.
 */
const INBOX_KEY_BYTES = 32;

const SharedKeySchema = z.strictObject({
  kty: z.literal('oct'),
  /** A fingerprint of the secret, which does not reveal the secret. */
  kid: text(64),
  k: z.base64url(),
});

/** A secret that all nodes of a deployment share. */
export type SharedKey = Readonly<z.output<typeof SharedKeySchema>>;

const SharedKeyFile = z.strictObject({
  keys: z
    .array(SharedKeySchema.superRefine(checkKey))
    .min(1, 'Expected at least one key')
    .refine(
      (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
      'The same key is listed twice',
    ),
});

function checkKey({ k, kid }: SharedKey, context: z.RefinementCtx): void {
  const secret = Buffer.from(k, 'base64url');
  if (secret.length !== SECRET_BYTES) {
    context.addIssue(
      `The secret has ${String(secret.length)} bytes, expected ${String(SECRET_BYTES)}`,
    );
  } else if (kid !== fingerprintOf(secret))
    context.addIssue('The kid is not the fingerprint of this key');
}

/**
 * Derives a key for one purpose from a secret. The derived key reveals neither the secret nor the
 * keys for other purposes.
 */
function deriveFrom(secret: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `payment-initiation ${purpose}`, bytes));
}

function fingerprintOf(secret: Uint8Array): string {
  return deriveFrom(secret, 'fingerprint', FINGERPRINT_BYTES).toString('base64url');
}

/** Generates a secret. */
export function generateSharedKey(): SharedKey {
  const secret = randomBytes(SECRET_BYTES);
  return { kty: 'oct', kid: fingerprintOf(secret), k: secret.toString('base64url') };
}

function parseSharedKeys(text: string, file: string): readonly SharedKey[] {
  return readAs(SharedKeyFile, text, file).keys;
}

/**
 * Reads the shared secrets in a file. Returns an empty list if the file does not exist. Throws if
 * it is invalid.
 */
export async function readSharedKeys(file: string): Promise<readonly SharedKey[]> {
  const contents = await readIfExists(file);
  return contents === undefined ? [] : parseSharedKeys(contents, file);
}

/** Replaces the content of a file with these secrets. The first secret is the one in use. */
export function writeSharedKeys(file: string, keys: readonly SharedKey[]): Promise<void> {
  return writePrivateFile(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** The secrets that a node shares with the other nodes. */
export interface SharedKeys {
  /** Returns the fingerprints of all secrets, starting with that of the secret in use. */
  kids(): readonly string[];
  /** Derives a key for the given purpose from the secret in use. */
  derive(purpose: string, bytes: number): Buffer;
  /**
   * Derives a key for the given purpose from each secret, starting with the one in use. It is
   * needed to verify data that was made with an earlier secret.
   */
  deriveEach(purpose: string, bytes: number): readonly Buffer[];
  /**
   * Registers a listener that is called after every change of the secrets, by this or another
   * process.
   */
  onChange(listener: () => void): void;
  /** Stops watching the file with the secrets. */
  stop(): void;
}

/** Derives a key for the given purpose from each of these secrets. */
function deriveFromEach(keys: readonly SharedKey[], purpose: string, bytes: number) {
  return keys.map(({ k }) => deriveFrom(Buffer.from(k, 'base64url'), purpose, bytes));
}

/**
 * Returns the keys that authenticate audit entries in the inbox, one for each secret. Entries leave
 * the inbox when they become part of the audit chain.
 */
export function inboxKeysOf(keys: Pick<SharedKeys, 'deriveEach'> | readonly SharedKey[]) {
  const args = ['audit inbox', INBOX_KEY_BYTES] as const;
  return 'deriveEach' in keys ? keys.deriveEach(...args) : deriveFromEach(keys, ...args);
}

/**
 * Opens the shared secrets in a file. The first secret is the one in use (docs/decisions, 104).
 * Throws if the file is invalid. The file is reloaded when it changes. If a later version is
 * invalid, the previous secrets stay in use and a failure is reported.
 */
export function openSharedKeys(file: string, options: FollowedOptions): SharedKeys {
  const { current, ...followed } = followFile(file, parseSharedKeys, 'the shared keys', options);
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

/**
 * Returns a random secret that only this process knows, for a deployment with a single node. The
 * secret is lost when the process ends.
 */
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
