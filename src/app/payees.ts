import type { Config } from '../config/config.ts';
import type { PayeeClient } from '../connections/payee-client.ts';
import type { Traceparent } from '../connections/peer.ts';
import { filesFor } from './credential-files.ts';

/** Opens the connection to the Confirmation of Payee service. Null if the bank has none. */
export async function openPayees(
  config: Config,
  traceparent: Traceparent | null,
): Promise<PayeeClient | null> {
  const { payeeConfirmation: url, payeeCertificateFile, payeeKeyFile, payeeCaFile } = config;
  if (url === undefined) return null;
  const names = { certificate: payeeCertificateFile, key: payeeKeyFile, authorities: payeeCaFile };
  const files = filesFor(url, 'PIS_PAYEE', names);
  const { PayeeClient } = await import('../connections/payee-client.ts');
  const client = new PayeeClient(url, files, traceparent);
  await client.prepare();
  return client;
}
