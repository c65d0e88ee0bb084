import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  formatPasswordHash,
  HASH_BYTES,
  MAX_MEMORY_BYTES,
  MIN_COST,
  parsePasswordHash,
  type ScryptCost,
} from '../../domain/parties/password-hash.ts';
import { assert } from '../../shared/assert.ts';

/**
 * The full cost of a password hash: 32 MiB of memory and about 150 ms (OWASP Password Storage Cheat
 * Sheet).
 */
export const FULL_COST: ScryptCost = MIN_COST;

const SALT_BYTES = 16;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * Hashes a password for the bank's file. The result has the format
 * `$scrypt$ln=15,r=8,p=3$salt$hash`.
 */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, cost);
  return formatPasswordHash({
    cost,
    salt: base64WithoutPadding(salt),
    hash: base64WithoutPadding(hash),
  });
}

/**
 * Returns true if the password matches the hash. A wrong password takes the same time. Throws if
 * the hash cannot be parsed (parsePasswordHash).
 */
export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const parsed = parsePasswordHash(storedHash);
  assert(parsed !== undefined, 'a stored password hash has the format of hashPassword');
  const { cost, salt, hash } = parsed;
  const found = await scryptOf(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/**
 * Hashes a password with scrypt. Different keyboards may encode the same characters differently, so
 * the password is normalised to NFKC first.
 */
function scryptOf(password: string, salt: Buffer, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES };
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, options);
}

function base64WithoutPadding(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
