import { pis, newFolder } from './fixtures.ts';
import type { SecureService } from '../helpers/secure-service.ts';

/** Creates the profile `sandbox` as a user does. Returns its folder. */
export async function sandboxProfile(
  { directory, apiUrl, issuerUrl, origin }: SecureService,
  ...options: readonly string[]
): Promise<string> {
  const folder = await newFolder();
  const addresses = ['--api', apiUrl, '--issuer', issuerUrl, '--origin', origin];
  const args = ['init', 'sandbox', '--data', directory, ...addresses, ...options];
  const { code, err } = await pis(args, { folder });
  if (code !== 0) throw new Error(err);
  return folder;
}
