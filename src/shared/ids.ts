import type { Instant } from './time.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BYTES = 16;
const POOL_BYTES = RANDOM_BYTES * 256;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Creates an identifier: a prefix, 10 characters of time and 16 random characters (80 bits).
 * Identifiers sort by age and cannot be guessed. With a prefix of up to 8 characters they fit the
 * 35 characters of ISO 20022.
 */
export function newId(prefix: string, now: Instant): string {
  let id = '';
  let time = now;
  for (let index = 0; index < 10; index += 1) {
    id = ALPHABET.charAt(time % 32) + id;
    time = Math.floor(time / 32);
  }
  if (used + RANDOM_BYTES > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  for (let index = 0; index < RANDOM_BYTES; index += 1) {
    id += ALPHABET.charAt((pool[used + index] ?? 0) & 31);
  }
  used += RANDOM_BYTES;
  return `${prefix}-${id}`;
}
