import type { Purpose } from '../../domain/execution/credit.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import {
  creditIdOf,
  type MessageCredit,
  type Money,
  type SendingBank,
} from '../../domain/schemes/messages.ts';
import type { ChargeBearer } from '../../domain/schemes/tariff.ts';
import { uetrOf } from '../../domain/schemes/uetr.ts';
import { expectDefined } from '../../shared/assert.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Pacs008Format } from './pacs008-formats.ts';
import {
  creditorAccount,
  debtorAccount,
  debtorAgent,
  NOT_PROVIDED,
  party,
  ultimateParty,
} from './pacs008-parties.ts';
import type { SchemeTexts } from './scheme-texts.ts';
import { element, escapeXml } from '../../shared/xml.ts';

const CHARGE_BEARERS: Readonly<Record<ChargeBearer, string>> = {
  BorneByCreditor: 'CRED',
  BorneByDebtor: 'DEBT',
  Shared: 'SHAR',
  // The service level of every scheme here is shared charges. CBPR+ does not accept SLEV.
  FollowingServiceLevel: 'SHAR',
};

/** A code of ExternalPurpose1Code. */
const PURPOSE_CODE = /^[A-Z0-9]{4}$/;
const MAX_PURPOSE_CHARACTERS = 35;
const MAX_INSTRUCTION_CHARACTERS = 140;

/** The data that all transactions of a message share. */
export interface TransactionContext {
  readonly format: Pacs008Format;
  readonly bank: SendingBank;
  readonly messageId: string;
  /** PmtTpInf, or an empty string. */
  readonly paymentType: string;
  /** IntrBkSttlmDt. */
  readonly settlementDate: string;
  /** FinInstnId of this bank. */
  readonly instructingAgent: string;
}

/** The banks that a transaction names besides this bank, each as a FinInstnId. */
interface TransactionAgents {
  readonly agent: string;
  /** The receiver of the message (InstdAgt). Empty if the scheme needs none. */
  readonly receiver: string;
}

/** Returns a credit as an element CdtTrfTxInf. */
export function transaction(
  credit: MessageCredit,
  { agent, receiver }: TransactionAgents,
  context: TransactionContext,
  texts: SchemeTexts,
): string {
  const { format, bank, settlementDate, instructingAgent } = context;
  const { creditor, debtor } = credit;
  return element(
    'CdtTrfTxInf',
    identification(credit, context, texts) +
      context.paymentType +
      amountElement('IntrBkSttlmAmt', credit.amount) +
      // Only in a message with a single transaction. The others have the date in the header.
      (format.applicationHeader === null ? '' : settlementDate) +
      charges(credit, context) +
      element('InstgAgt', instructingAgent) +
      element('InstdAgt', receiver) +
      ultimateParty('UltmtDbtr', credit.ultimateDebtor, format, texts) +
      party('Dbtr', debtor, format, texts) +
      debtorAccount(credit, bank, format) +
      element('DbtrAgt', debtorAgent(credit, bank, format)) +
      element('CdtrAgt', agent) +
      party('Cdtr', creditor, format, texts) +
      creditorAccount(credit, format) +
      ultimateParty('UltmtCdtr', credit.ultimateCreditor, format, texts) +
      accountDetails(creditor.secondary, format, texts) +
      purposeElement(credit.purpose, texts) +
      remittanceInformation(credit, format, texts),
  );
}

/** Returns an element with an amount, in the decimals of its currency. */
export function amountElement(name: string, { minor, currency }: Money): string {
  const digits = expectDefined(fractionDigitsOf(currency), `the decimals of ${currency}`);
  return `<${name} Ccy="${currency}">${formatAmount(minor, digits)}</${name}>`;
}

function identification(
  { payment }: MessageCredit,
  { messageId, format }: TransactionContext,
  texts: SchemeTexts,
): string {
  const name = { messageId, index: payment.index };
  const id = creditIdOf(name);
  const endToEndId = texts.identifier(
    payment.endToEndIdentification,
    'PmtId/EndToEndId',
    format.texts.endToEndId,
  );
  return element(
    'PmtId',
    element('InstrId', id) +
      element('EndToEndId', endToEndId === '' ? NOT_PROVIDED : endToEndId) +
      element('TxId', id) +
      element('UETR', uetrOf(name)),
  );
}

/**
 * Returns the party that pays the charges. If it is the creditor, CBPR+ and HVPS+ also require the
 * charge that this bank deducted, which is always zero, and the instructed amount.
 */
function charges(
  { amount, chargeBearer }: MessageCredit,
  { format, instructingAgent }: TransactionContext,
): string {
  const code =
    format.chargeBearer === 'asInstructed'
      ? CHARGE_BEARERS[chargeBearer ?? 'Shared']
      : format.chargeBearer;
  const bearer = element('ChrgBr', code);
  if (code !== 'CRED') return bearer;
  const none = amountElement('Amt', { ...amount, minor: 0 });
  return (
    amountElement('InstdAmt', amount) +
    bearer +
    element('ChrgsInf', none + element('Agt', instructingAgent))
  );
}

/** Returns the identification within the creditor's account, such as a roll number. */
function accountDetails(secondary: string, format: Pacs008Format, texts: SchemeTexts): string {
  const field = 'InstrForCdtrAgt/InstrInf';
  if (!format.hasCreditorAgentInstructions) {
    texts.leaveOut(secondary, field);
    return '';
  }
  const written = texts.text(secondary, field, MAX_INSTRUCTION_CHARACTERS);
  return element('InstrForCdtrAgt', element('InstrInf', escapeXml(written)));
}

/** Returns the purpose: its code, or a text if there is no valid code. */
function purposeElement({ code, extended }: Purpose, texts: SchemeTexts): string {
  if (PURPOSE_CODE.test(code)) {
    texts.leaveOut(extended, 'Purp/Prtry');
    return element('Purp', element('Cd', code));
  }
  const text = extended === '' ? code : extended;
  if (text !== code) texts.leaveOut(code, 'Purp/Cd');
  const written = texts.text(text, 'Purp/Prtry', MAX_PURPOSE_CHARACTERS);
  return element('Purp', element('Prtry', escapeXml(written)));
}

function remittanceInformation(
  { payment }: MessageCredit,
  { texts: limits }: Pacs008Format,
  texts: SchemeTexts,
): string {
  const reference = texts.text(payment.reference, 'RmtInf/Strd', limits.reference);
  const structured = element('Strd', element('CdtrRefInf', element('Ref', escapeXml(reference))));
  if (structured !== '' && limits.remittance === 'either') {
    texts.leaveOut(payment.unstructured, 'RmtInf/Ustrd');
    return element('RmtInf', structured);
  }
  const text = texts.text(payment.unstructured, 'RmtInf/Ustrd', limits.unstructured);
  return element('RmtInf', element('Ustrd', escapeXml(text)) + structured);
}
