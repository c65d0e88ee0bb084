import { generateKey, type PrivateJwk } from '../../src/auth/keys/key-file.ts';

/** Signing keys of the bank. They are generated once for each test file because that is slow. */
export const [one, two] = await Promise.all([generateKey(), generateKey()]);

/** Returns the key without its certificate, as key files stored it in earlier versions. */
export function withoutCertificate(key: PrivateJwk): PrivateJwk {
  const members = Object.entries(key).filter(([name]) => !name.startsWith('x5'));
  return Object.fromEntries(members) as unknown as PrivateJwk;
}
