import type { Config } from '../config/config.ts';
import type { Traceparent } from '../connections/peer.ts';
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
