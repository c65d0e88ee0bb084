import type { Config } from '../config/config.ts';
import { connectToCore } from './core-banking.ts';
import { openPayees } from './payees.ts';
import { openScreening } from './screening.ts';

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
