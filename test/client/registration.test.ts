import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { connect, register } from '../../client/src/index.ts';
import { registrationRequest, runPki, untilAdmitted } from '../helpers/secure-operator.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { INITIATION, optionsFor } from './sandbox.ts';

const service = useSecureService();

/** Creates a TPP in the directory. Returns its software statement. */
async function listed(softwareId: string): Promise<string> {
  const redirect = `https://${softwareId}.example/callback`;
  await runPki(service(), 'tpp', softwareId, '--redirect', redirect);
  await untilAdmitted(service(), softwareId);
  const request = await registrationRequest(service(), softwareId);
  return String(decodeJwt(request)['software_statement']);
}

test.each(['tls_client_auth', 'private_key_jwt'] as const)(
  'a TPP registers with %s, and creates a consent',
  async (authentication) => {
    const softwareId = `new-${authentication.slice(0, 3)}`;
    const softwareStatement = await listed(softwareId);
    const options = optionsFor(service(), 'v3.1', softwareId);
    const { issuer, tls } = options;
    const signing = { key: options.signing.key };
    const { client, metadata } = await register({
      ...{ issuer, tls, signing, softwareId, softwareStatement, authentication },
      redirectUris: [`https://${softwareId}.example/callback`],
    });
    expect(metadata['token_endpoint_auth_method']).toBe(authentication);
    const bank = await connect({ ...options, client });
    const consent = await bank
      .payments('domestic-payments')
      .createConsent({ Data: { Initiation: INITIATION }, Risk: {} });
    expect(consent.Data.Status).toBe('AwaitingAuthorisation');
    await bank.close();
  },
);

test('a refused registration is reported by its code', async () => {
  const { issuer, tls, signing } = optionsFor(service(), 'v3.1');
  const registering = register({
    ...{ issuer, tls, signing, softwareId: 'tpp-one', authentication: 'tls_client_auth' },
    ...{ softwareStatement: 'none', redirectUris: ['https://tpp-one.example/callback'] },
  });
  await expect(registering).rejects.toMatchObject({
    ...{ name: 'AuthorisationError', error: 'invalid_software_statement' },
  });
});
