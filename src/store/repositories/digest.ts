import { hash } from 'node:crypto';

/**
 * SHA-256 as a database keeps it, 32 bytes. By way of a text: asked for bytes, Node takes memory of
 * their own for each digest, which costs twice what hashing does.
 */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}
