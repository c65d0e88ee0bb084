import { generateKey, type PrivateJwk } from '../../src/auth/keys/key-file.ts';

/** Keys that the bank might sign with, made once for all tests of a file: that takes long. */
export const [one, two] = await Promise.all([generateKey(), generateKey()]);

/** A key as it was written before keys had certificates. */
export function withoutCertificate(key: PrivateJwk): PrivateJwk {
  const members = Object.entries(key).filter(([name]) => !name.startsWith('x5'));
  return Object.fromEntries(members) as unknown as PrivateJwk;
}
