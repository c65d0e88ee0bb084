import type { SandboxPki } from '../../src/sandbox/pki/paths.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { freePort } from './free-port.ts';

/** Returns the settings of a service with the profile `secure`, on ports that nothing uses now. */
export async function secureSettings(pki: SandboxPki, bankFile: string) {
  const [httpsPort, pagesPort] = [String(await freePort()), String(await freePort())];
  return {
    PIS_PROFILE: 'secure',
    PIS_HTTPS_PORT: httpsPort,
    PIS_PAGES_PORT: pagesPort,
    PIS_API_URL: `https://localhost:${httpsPort}`,
    PIS_ISSUER_URL: `https://localhost:${pagesPort}`,
    PIS_BANK_FILE: bankFile,
    PIS_TLS_CERTIFICATE_FILE: pki.server.certificate,
    PIS_TLS_KEY_FILE: pki.server.key,
    PIS_CLIENT_CA_FILE: pki.chain,
    PIS_CLIENT_CRL_FILE: pki.crl,
    PIS_SIGNING_KEYS_FILE: pki.bankKeys,
    PIS_ORGANISATION_ID: BANK_ORGANISATION_ID,
    PIS_DIRECTORY: pki.directory,
    PIS_DIRECTORY_KEYS_FILE: pki.directoryKeys,
    PIS_DIRECTORY_REFRESH_SECONDS: '1',
    PIS_BANK_TITLE: 'Northbank',
  };
}
