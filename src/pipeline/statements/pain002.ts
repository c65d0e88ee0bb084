import type { TransactionStatus } from '../../domain/ports/statements.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import { formatAmount } from '../../shared/money.ts';
import { element, textElement } from '../../shared/xml.ts';

/** The PmtInfId of payments in files without one. */
export const NO_INFORMATION_ID = 'NOTPROVIDED';

const CLOSE = '</OrgnlPmtInfAndSts>';

/**
 * Ends the open OrgnlPmtInfAndSts and begins the one with this id.
 *
 * @param id null for the end of the message
 */
export function switchInformation(open: string | null, id: string | null): string {
  if (open === id) return '';
  const begin = id === null ? '' : `<OrgnlPmtInfAndSts>${textElement('OrgnlPmtInfId', id, MAX_ID)}`;
  return (open === null ? '' : CLOSE) + begin;
}

/** Maximum length of a Max35Text. */
const MAX_ID = 35;

/** Returns the TxInfAndSts of a payment. Its StsId is the PaymentTransactionId. */
export function transactionStatus(
  payment: Pick<
    SinglePayment,
    'instructionIdentification' | 'endToEndIdentification' | 'amountPence'
  >,
  { code, reason }: TransactionStatus,
  transactionId: string,
): string {
  const { instructionIdentification, endToEndIdentification, amountPence } = payment;
  const information =
    reason === null
      ? ''
      : element('Rsn', element('Cd', reason.code)) + textElement('AddtlInf', reason.text, 105);
  const amount = `<InstdAmt Ccy="GBP">${formatAmount(amountPence)}</InstdAmt>`;
  return element(
    'TxInfAndSts',
    textElement('StsId', transactionId, MAX_ID) +
      textElement('OrgnlInstrId', instructionIdentification, MAX_ID) +
      textElement('OrgnlEndToEndId', endToEndIdentification, MAX_ID) +
      element('TxSts', code) +
      element('StsRsnInf', information) +
      element('OrgnlTxRef', element('Amt', amount)),
  );
}
