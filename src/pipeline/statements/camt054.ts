import { paymentsIn } from '../../domain/execution/debits.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { NotifiedEntry } from '../../domain/ports/statements.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import { formatAmount, type Pence } from '../../shared/money.ts';
import { formatInstant, londonDate, type Instant } from '../../shared/time.ts';
import { element, textElement } from '../../shared/xml.ts';

/** Maximum lengths of the schema types of identifiers, names and remittance information. */
const MAX_ID = 35;
const MAX_TEXT = 140;
/** Maximum length of AddtlNtryInf. */
const MAX_ENTRY_TEXT = 500;

const ROOT = 'BkToCstmrDbtCdtNtfctn';

/** Returns the begin of a camt.054.001.08, with its group header. */
export function camt054Begin(messageId: string, createdAt: Instant): string {
  const header = element('MsgId', messageId) + element('CreDtTm', formatInstant(createdAt));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><${ROOT}>` +
    element('GrpHdr', header)
  );
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
  const begin =
    account === null
      ? ''
      : `<Ntfctn>${element('Id', id)}${element('Acct', `${accountId(account)}<Ccy>GBP</Ccy>`)}`;
  return (open === null ? '' : '</Ntfctn>') + begin;
}

/**
 * Returns the Ntry of a booked debit or a returned credit. Its NtryRef is the same in each message
 * that contains the entry.
 *
 * @param payment the payment of the entry. Null for the common debit of several payments
 */
export function entryElement(
  entry: NotifiedEntry,
  payment: SinglePayment | null,
  { paymentId, transactionId }: { readonly paymentId: string; readonly transactionId: string },
): string {
  const { kind, index, batch, bookedAt, reference } = entry;
  const isDebit = kind === 'debit';
  const place = index === null ? `B${String(batch)}` : String(index);
  const amount = signedAmount('Amt', entry);
  const day = element('Dt', londonDate(bookedAt));
  const code = element('Cd', 'ICDT') + element('SubFmlyCd', isDebit ? 'DMCT' : 'RRTN');
  const details =
    payment === null ? batchDetails(entry) : transactionDetails(entry, payment, transactionId);
  return element(
    'Ntry',
    element('NtryRef', `${paymentId.slice(-26)}.${place}${isDebit ? 'D' : 'R'}`) +
      amount +
      element('Sts', element('Cd', 'BOOK')) +
      element('BookgDt', day) +
      element('ValDt', day) +
      element('BkTxCd', element('Domn', element('Cd', 'PMNT') + element('Fmly', code))) +
      element('NtryDtls', details) +
      textElement('AddtlNtryInf', reference, MAX_ENTRY_TEXT),
  );
}

function batchDetails(entry: NotifiedEntry): string {
  const count = element('NbOfTxs', String(paymentsIn(entry)));
  return element('Btch', count + signedAmount('TtlAmt', entry)) + returnDetails(entry);
}

/** A common debit is returned as a whole only if an operator abandoned it. */
function returnDetails(entry: NotifiedEntry): string {
  const { reason } = entry;
  if (reason === null) return '';
  return element('TxDtls', signedAmount('Amt', entry) + returnReason(reason));
}

function transactionDetails(
  entry: NotifiedEntry,
  payment: SinglePayment,
  transactionId: string,
): string {
  const { instructionIdentification, endToEndIdentification, creditor, creditorName } = payment;
  const { reference, unstructured } = payment;
  const references =
    textElement('InstrId', instructionIdentification, MAX_ID) +
    textElement('EndToEndId', endToEndIdentification, MAX_ID) +
    textElement('TxId', transactionId, MAX_ID);
  const parties =
    element('Cdtr', element('Pty', textElement('Nm', creditorName, MAX_TEXT))) +
    element('CdtrAcct', accountId(creditor));
  const structured = element('CdtrRefInf', textElement('Ref', reference, MAX_ID));
  const remittance = textElement('Ustrd', unstructured, MAX_TEXT) + element('Strd', structured);
  return element(
    'TxDtls',
    element('Refs', references) +
      signedAmount('Amt', entry) +
      element('RltdPties', parties) +
      element('RmtInf', remittance) +
      (entry.reason === null ? '' : returnReason(entry.reason)),
  );
}

function returnReason(code: string): string {
  return element('RtrInf', element('Rsn', element('Cd', code)));
}

/** Returns an amount with its direction, which follows it everywhere in the schema. */
function signedAmount(
  name: string,
  { kind, amountPence }: { readonly kind: NotifiedEntry['kind']; readonly amountPence: Pence },
): string {
  const direction = element('CdtDbtInd', kind === 'debit' ? 'DBIT' : 'CRDT');
  return `<${name} Ccy="GBP">${formatAmount(amountPence)}</${name}>${direction}`;
}

function accountId(account: AccountNumber): string {
  return element('Id', element('Othr', textElement('Id', account, 34)));
}
