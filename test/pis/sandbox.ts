import { pis, newFolder } from './fixtures.ts';
import type { SecureService } from '../helpers/secure-service.ts';

/** Creates the profile `sandbox` as a user does. Returns its folder. */
export async function sandboxProfile(
  service: SecureService,
  ...options: readonly string[]
): Promise<string> {
  const folder = await newFolder();
  const args = [
    'init',
    'sandbox',
    '--data',
    service.directory,
    ...addressesOf(service),
    ...options,
  ];
  const { code, err } = await pis(args, { folder });
  if (code !== 0) throw new Error(err);
  return folder;
}

/** Returns the addresses of a sandbox as options of `pis init sandbox`. */
export function addressesOf({ apiUrl, issuerUrl, origin }: SecureService): readonly string[] {
  return ['--api', apiUrl, '--issuer', issuerUrl, '--origin', origin];
}

/** Returns the balance of an account, in pence. */
export async function balanceOf(
  { origin }: Pick<SecureService, 'origin'>,
  account: string,
): Promise<number> {
  const answer = await fetch(`${origin}/sandbox/accounts/${account}/entries`);
  const { balance } = (await answer.json()) as { balance: string };
  return Math.round(Number(balance) * 100);
}
