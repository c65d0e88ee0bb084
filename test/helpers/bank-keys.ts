import { generateKey, type PrivateJwk } from '../../src/auth/keys/key-file.ts';

/** Two signing keys of the bank. Each test file generates them only once because that is slow. */
export const [one, two] = await Promise.all([generateKey(), generateKey()]);

/** Returns a key without its certificate, in the format of key files of earlier versions. */
export function withoutCertificate(key: PrivateJwk): PrivateJwk {
  const members = Object.entries(key).filter(([name]) => !name.startsWith('x5'));
  return Object.fromEntries(members) as unknown as PrivateJwk;
}
