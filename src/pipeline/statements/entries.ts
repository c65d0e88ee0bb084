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

/** The ids of an entry. */
interface EntryIds {
  /** Id of the payment resource. Null for an opening balance. */
  readonly paymentId: string | null;
  /** PaymentTransactionId of the payment. Empty if the entry is for no payment, or for several. */
  readonly transactionId: string;
}

/** Returns the beginning of a message, with its group header. */
export function messageBegin(
  message: string,
  root: string,
  { messageId, createdAt }: { readonly messageId: string; readonly createdAt: Instant },
): string {
  const header = element('MsgId', messageId) + element('CreDtTm', formatInstant(createdAt));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${root}>` +
    element('GrpHdr', header)
  );
}

/** Returns the Acct of the customer's account. */
export function accountElement(account: AccountNumber): string {
  return element('Acct', `${accountId(account)}<Ccy>GBP</Ccy>`);
}

/**
 * Returns the Ntry of a booked entry. Its NtryRef is the same in each message that contains the
 * entry.
 *
 * @param payment the payment of the entry. Null for the common debit of several payments, and for
 * an opening balance
 */
export function entryElement(
  entry: NotifiedEntry,
  payment: SinglePayment | null,
  { paymentId, transactionId }: EntryIds,
): string {
  const { kind, index, batch, bookedAt, reference, counterparty } = entry;
  const isCharge = kind === 'debit' && index === null && paymentsIn(entry) === null;
  const { family, subfamily, letter } = CODES[kind];
  const place = index === null ? `B${String(batch)}` : String(index);
  const day = element('Dt', londonDate(bookedAt));
  const code = element('Cd', family) + element('SubFmlyCd', isCharge ? 'CHRG' : subfamily);
  const details =
    payment === null ? batchDetails(entry) : transactionDetails(entry, payment, transactionId);
  return element(
    'Ntry',
    element('NtryRef', paymentId === null ? '' : `${paymentId.slice(-26)}.${place}${letter}`) +
      signedAmount('Amt', entry) +
      element('Sts', element('Cd', 'BOOK')) +
      element('BookgDt', day) +
      element('ValDt', day) +
      element('BkTxCd', element('Domn', element('Cd', 'PMNT') + element('Fmly', code))) +
      element('NtryDtls', details) +
      textElement('AddtlNtryInf', isCharge ? counterparty : reference, MAX_ENTRY_TEXT),
  );
}

/** Bank transaction codes of the entries, and the last letters of their references. */
const CODES: Readonly<
  Record<NotifiedEntry['kind'], { family: string; subfamily: string; letter: string }>
> = {
  debit: { family: 'ICDT', subfamily: 'DMCT', letter: 'D' },
  credit: { family: 'RCDT', subfamily: 'DMCT', letter: 'C' },
  'returned-credit': { family: 'ICDT', subfamily: 'RRTN', letter: 'R' },
  'late-return': { family: 'ICDT', subfamily: 'RRTN', letter: 'R' },
};

function batchDetails(entry: NotifiedEntry): string {
  const payments = paymentsIn(entry);
  if (payments === null) return '';
  const count = element('NbOfTxs', String(payments));
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
    debtorOf(entry, payment) +
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

/** Returns the debtor of a credit. Other entries are those of the debtor's own account. */
function debtorOf(entry: NotifiedEntry, { debtor }: SinglePayment): string {
  if (entry.kind !== 'credit') return '';
  const account = debtor ?? entry.debtorAccount ?? '';
  return (
    element('Dbtr', element('Pty', textElement('Nm', entry.counterparty, MAX_TEXT))) +
    element('DbtrAcct', accountId(account))
  );
}

function returnReason(code: string): string {
  return element('RtrInf', element('Rsn', element('Cd', code)));
}

/**
 * Returns the elements of an amount and its direction. In the schema, the direction always follows
 * the amount.
 */
function signedAmount(name: string, { kind, amountPence }: NotifiedEntry): string {
  return amountElement(name, kind === 'debit' ? -amountPence : amountPence);
}

/** Returns an amount with its direction: a debit if it is negative, and otherwise a credit. */
export function amountElement(name: string, pence: Pence): string {
  const direction = element('CdtDbtInd', pence < 0 ? 'DBIT' : 'CRDT');
  return `<${name} Ccy="GBP">${formatAmount(Math.abs(pence))}</${name}>${direction}`;
}

function accountId(account: AccountNumber): string {
  return element('Id', element('Othr', textElement('Id', account, 34)));
}

/** Returns the PaymentTransactionId of a payment, as in payment-details. */
export function transactionIdOf(paymentId: string, index: number): string {
  return `${paymentId}.${String(index)}`;
}
