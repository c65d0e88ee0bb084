import { hash } from 'node:crypto';

/**
 * Returns the SHA-256 digest as 32 bytes, the form in which it is stored. The digest is made as a
 * binary string first: Node allocates separate memory for a digest requested as bytes, which costs
 * twice as much as the hash.
 */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}
