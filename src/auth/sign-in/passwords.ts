import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { assert } from '../../kernel/assert.ts';

/** How much work a password's hash is: 2 to the power of `logN` blocks of `r` times 128 bytes. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 150 ms for each password, as OWASP's password storage page advises. */
export const FULL_COST: ScryptCost = { logN: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** What scrypt may take at most: a little more than the largest cost needs. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const WRITTEN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** `$scrypt$ln=15,r=8,p=3$salt$hash`, with salt and hash in base64 without padding. */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, cost);
  const { logN, r, p } = cost;
  const settings = `ln=${String(logN)},r=${String(r)},p=${String(p)}`;
  return `$scrypt$${settings}$${bare(salt)}$${bare(hash)}`;
}

/** Whether the password is the one that was hashed; as much work for a wrong one. */
export async function isPassword(password: string, written: string): Promise<boolean> {
  const parts = WRITTEN.exec(written);
  assert(parts !== null, 'a password hash is written as hashPassword does');
  const [, logN = '', r = '', p = '', salt = '', hash = ''] = parts;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
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
