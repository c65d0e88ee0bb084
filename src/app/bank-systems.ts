import type { Config } from '../config/config.ts';
import type { Traceparent } from '../connections/peer.ts';
import type { PayeeClient } from '../connections/payee-client.ts';
import { connectToCore } from './core-banking.ts';
import { filesFor } from './credential-files.ts';
import { openScreening } from './screening.ts';

/** Connections to other systems of the bank. Null if the bank has none. */
export type BankSystems = Awaited<ReturnType<typeof openBankSystems>>;

/**
 * Opens the connections to other systems of the bank.
 *
 * @throws Error for operators if a setting or a file for TLS cannot be used
 */
export async function openBankSystems(config: Config, traceparent: Traceparent | null) {
  return {
    payeeConfirmation: await openPayees(config, traceparent),
    screening: await openScreening(config, traceparent),
    core: await connectToCore(config, traceparent),
  };
}

/** Ends the connections to other systems of the bank. */
export function closeBankSystems({ payeeConfirmation, screening, core }: BankSystems): void {
  payeeConfirmation?.close();
  screening?.close();
  core?.close();
}

/** Opens the connection to the Confirmation of Payee service. Null if the bank has none. */
async function openPayees(
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
