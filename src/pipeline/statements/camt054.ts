import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { element } from '../../shared/xml.ts';
import type { StatementHeader } from '../report.ts';
import { accountElement, messageBegin } from './entries.ts';

const ROOT = 'BkToCstmrDbtCdtNtfctn';

/** Returns the beginning of a camt.054.001.08, with its group header. */
export function camt054Begin(header: StatementHeader): string {
  return messageBegin('camt.054.001.08', ROOT, header);
}

export const CAMT054_END = `</${ROOT}></Document>`;

/**
 * Ends the open Ntfctn and begins one of another account.
 *
 * @param account null for the end of the message
 * @param id id of the new Ntfctn
 */
export function switchAccount(
  open: AccountNumber | null,
  account: AccountNumber | null,
  id: string,
): string {
  if (open === account) return '';
  const begin = account === null ? '' : `<Ntfctn>${element('Id', id)}${accountElement(account)}`;
  return (open === null ? '' : '</Ntfctn>') + begin;
}
