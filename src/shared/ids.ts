import type { Instant } from './time.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BYTES = 16;
const POOL_BYTES = RANDOM_BYTES * 256;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/**
 * An identifier: a prefix, ten characters of time and sixteen at random (80 bits), so that ids
 * sort by age, cannot be guessed, and with a prefix of up to 8 fit the 35 characters of ISO 20022.
 */
export function newId(prefix: string, now: Instant): string {
  let id = '';
  let time = now;
  for (let place = 0; place < 10; place += 1) {
    id = ALPHABET.charAt(time % 32) + id;
    time = Math.floor(time / 32);
  }
  if (used + RANDOM_BYTES > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  for (let place = 0; place < RANDOM_BYTES; place += 1) {
    id += ALPHABET.charAt((pool[used + place] ?? 0) & 31);
  }
  used += RANDOM_BYTES;
  return `${prefix}-${id}`;
}
