import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { SecureService } from '../helpers/secure-service.ts';

/** Changes of a profile. */
interface Changes {
  readonly version?: 'v3.1' | 'v4.0';
  readonly baseUrl?: string;
  readonly sandbox?: undefined;
}

/** Writes the profile `sandbox` of tpp-one, and returns the folder of the profiles. */
export async function profileOf(service: SecureService, changes: Changes = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pis-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = tppFiles(service.pki, 'tpp-one');
  const { certificate: cert, key } = files.transport;
  const profile = {
    ...{ version: 'v3.1', issuer: service.issuerUrl },
    baseUrl: `${service.apiUrl}/open-banking`,
    client: {
      ...{ id: 'tpp-one', authentication: 'tls_client_auth' },
      redirectUri: 'https://tpp-one.example/callback',
    },
    tls: { cert, key, ca: service.pki.root.certificate },
    signing: { key: files.signingKey, issuer: 'tpp-one/tpp-one' },
    bankId: BANK_ORGANISATION_ID,
    sandbox: { origin: service.origin, clientSecret: 'tpp-one-secret' },
    ...changes,
  };
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify(profile));
  return folder;
}
