import { hash } from 'node:crypto';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Consent } from '../../domain/records/records.ts';

/**
 * What an approval is good for, and nothing else: the amount and the payee, by all that the TPP
 * asked for and the account that pays; of a file its bytes, its number of payments and its total
 * (SCA-RTS, article 5). SHA-256, hex.
 *
 * @param account the account that was chosen, or is named; null where a file names several
 */
export function dynamicLinkingHash(
  { id, data }: Pick<Consent, 'id' | 'data'>,
  account: AccountNumber | null,
  file: Pick<FileFacts, 'sha256' | 'payments' | 'totalPence'> | undefined,
): string {
  const ofFile = file === undefined ? null : [file.sha256, file.payments, file.totalPence];
  return hash('sha256', JSON.stringify([id, data, account, ofFile]));
}
