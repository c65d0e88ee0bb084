import type { Config } from '../config/config.ts';
import { connectToCore } from './core-banking.ts';
import { openScreening } from './screening.ts';
import type { PayeeClient } from '../connections/payee-client.ts';
import { filesFor } from './credential-files.ts';

/** Connections to other systems of the bank. Null if the bank has none. */
export type BankSystems = Awaited<ReturnType<typeof openBankSystems>>;

/**
 * Opens the connections to other systems of the bank.
 *
 * @throws Error for operators if a setting or a file for TLS cannot be used
 */
export async function openBankSystems(config: Config) {
  return {
    payeeConfirmation: await openPayees(config),
    screening: await openScreening(config),
    core: await connectToCore(config),
  };
}

/** Ends the connections to other systems of the bank. */
export function closeBankSystems({ payeeConfirmation, screening, core }: BankSystems): void {
  payeeConfirmation?.close();
  screening?.close();
  core?.close();
}

/** Opens the connection to the Confirmation of Payee service. Null if the bank has none. */
async function openPayees(config: Config): Promise<PayeeClient | null> {
  const { payeeConfirmation: url, payeeCertificateFile, payeeKeyFile, payeeCaFile } = config;
  if (url === undefined) return null;
  const names = { certificate: payeeCertificateFile, key: payeeKeyFile, authorities: payeeCaFile };
  const files = filesFor(url, 'PIS_PAYEE', names);
  const { PayeeClient } = await import('../connections/payee-client.ts');
  const client = new PayeeClient(url, files);
  await client.prepare();
  return client;
}
