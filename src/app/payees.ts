import type { Config } from '../config/config.ts';
import { PayeeClient } from '../connections/payee-client.ts';
import { expectDefined } from '../shared/assert.ts';

/** Opens the connection to the Confirmation of Payee service. Null if the bank has none. */
export async function openPayees(config: Config): Promise<PayeeClient | null> {
  const { payeeConfirmation: url, payeeCertificateFile, payeeKeyFile, payeeCaFile } = config;
  if (url === undefined) return null;
  const files = url.startsWith('http:')
    ? null
    : {
        certificate: expectDefined(payeeCertificateFile, 'PIS_PAYEE_CERTIFICATE'),
        key: expectDefined(payeeKeyFile, 'PIS_PAYEE_KEY'),
        authorities: expectDefined(payeeCaFile, 'PIS_PAYEE_CA'),
      };
  const client = new PayeeClient(url, files);
  await client.prepare();
  return client;
}
