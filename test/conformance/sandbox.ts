import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigInput } from '../../conformance/src/config.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { SecureService } from '../helpers/secure-service.ts';
import { NORTHWIND, TWO_APPROVALS } from '../helpers/payment-file.ts';

function tppOf({ pki }: SecureService, id: string): ConfigInput['tpp'] {
  const files = tppFiles(pki, id);
  return {
    clientId: id,
    authentication: id === 'tpp-two' ? 'private_key_jwt' : 'tls_client_auth',
    redirectUri: `https://${id}.example/callback`,
    certificate: files.transport.certificate,
    key: files.transport.key,
    ca: pki.root.certificate,
    signing: { key: files.signingKey, issuer: `${id}/${id}` },
  };
}

const accountOf = (Identification: string, Name?: string) => ({
  ...{ SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification },
  ...(Name !== undefined && { Name }),
});

/** Writes a signing key that the directory does not list. Returns its path. */
function retiredKeyOf({ directory }: SecureService): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const path = join(directory, 'retired.json');
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'retired' };
  writeFileSync(path, JSON.stringify(key));
  return path;
}

/** Returns the configuration of the conformance pack for a sandbox. */
export function sandboxConfig(service: SecureService): ConfigInput {
  return {
    name: 'Sandbox',
    issuer: service.issuerUrl,
    baseUrl: `${service.apiUrl}/open-banking`,
    versions: ['v3.1', 'v4.0'],
    bankId: BANK_ORGANISATION_ID,
    tpp: tppOf(service, 'tpp-one'),
    otherTpp: tppOf(service, 'tpp-two'),
    approval: { kind: 'sandbox', url: service.origin, secret: 'tpp-one-secret', user: 'clara' },
    payments: {
      debtorAccount: accountOf(NORTHWIND),
      creditorAccount: accountOf('20051760000000', 'Fresco Ltd'),
    },
    features: { pain001: true, sameDayCompletion: true },
    multiAuthorisation: {
      debtorAccount: accountOf(TWO_APPROVALS),
      user: 'dora',
    },
    fileMaxBytes: 2_097_152,
    // The sandbox has one key for each TPP, so the second key is the same.
    secondSigning: { key: tppFiles(service.pki, 'tpp-one').signingKey },
    retiredSigning: { key: retiredKeyOf(service) },
    errorCodes: 'must',
  };
}
