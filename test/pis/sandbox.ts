import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveProfile, type Profile } from '../../pis/src/profile/profile.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import type { SecureService } from '../helpers/secure-service.ts';

/** Name of the profile of the sandbox. */
const PROFILE = 'sandbox';

/** Writes a profile of a sandbox into a new folder, as `pis init sandbox` does. */
export async function sandboxProfile(
  service: SecureService,
  changes: Partial<Profile> = {},
): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pis-home-'));
  const files = tppFiles(service.pki, 'tpp-one');
  await saveProfile(folder, PROFILE, {
    ...{ version: 'v3.1', issuer: service.issuerUrl, bankId: BANK_ORGANISATION_ID },
    baseUrl: `${service.apiUrl}/open-banking`,
    client: {
      ...{ id: 'tpp-one', authentication: 'tls_client_auth' },
      redirectUri: 'https://tpp-one.example/callback',
    },
    tls: {
      ...{ cert: files.transport.certificate, key: files.transport.key },
      ca: service.pki.root.certificate,
    },
    signing: { key: files.signingKey, issuer: 'tpp-one/tpp-one' },
    sandbox: { origin: service.origin, clientSecret: 'tpp-one-secret' },
    ...changes,
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Returns the balance of an account, in pence. */
export async function balanceOf(service: SecureService, account: string): Promise<number> {
  const answer = await fetch(`${service.origin}/sandbox/accounts/${account}/entries`);
  const { balance } = (await answer.json()) as { balance: string };
  return Math.round(Number(balance) * 100);
}
