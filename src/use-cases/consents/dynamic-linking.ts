import { hash } from 'node:crypto';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { PayeeCheck } from '../../domain/parties/payee-check.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Consent } from '../../domain/records/records.ts';

/**
 * Returns the dynamic-linking hash of an approval (SCA-RTS, article 5): SHA-256, hex. It covers the
 * debtor account and everything that the TPP sent, including amount and payee. For a file it also
 * covers the hash of its bytes, its number of payments and its total. It covers the name checks
 * that the pages show, but not the time at which they were made.
 *
 * @param account the account that the customer chose or the consent names. Null if a file names
 * several
 */
export function dynamicLinkingHash(
  { id, data }: Pick<Consent, 'id' | 'data'>,
  account: AccountNumber | null,
  file: Pick<FileFacts, 'sha256' | 'payments' | 'totalPence'> | undefined,
  payeeCheck: PayeeCheck | null,
): string {
  const ofFile = file === undefined ? null : [file.sha256, file.payments, file.totalPence];
  const ofPayees = payeeCheck === null ? [] : [payeeCheck.payees, payeeCheck.isComplete];
  return hash('sha256', JSON.stringify([id, data, account, ofFile, ...ofPayees]));
}
