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

/** 32 MiB and about 150 ms for each password, as OWASP's password storage page advises. */
export const FULL_COST: ScryptCost = MIN_COST;

const SALT_BYTES = 16;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Hashes a password for the bank's file: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, cost);
  return formatPasswordHash({ cost, salt: bare(salt), hash: bare(hash) });
}

/**
 * Returns whether the password is the one that was hashed; a wrong one takes as long. Throws at a
 * hash that cannot be verified (parsePasswordHash).
 */
export async function isPassword(password: string, written: string): Promise<boolean> {
  const parsed = parsePasswordHash(written);
  assert(parsed !== undefined, 'a password hash is written as hashPassword does');
  const { cost, salt, hash } = parsed;
  const found = await scryptOf(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/** NFKC, so that the same characters typed on another keyboard are the same password. */
function scryptOf(password: string, salt: Buffer, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES };
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, options);
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
