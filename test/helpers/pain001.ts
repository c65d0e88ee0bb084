import { readUkAccount } from '../../src/domain/parties/accounts.ts';
import { londonDate, parseInstant } from '../../src/shared/time.ts';
import type { Payment } from './payment-file.ts';

export const PAIN_08 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.08';
export const PAIN_09 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** Returns an element with text, or nothing if the text is undefined. */
function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Members = Readonly<Record<string, string | undefined>>;

function members(payment: Payment, name: string): Members {
  return (payment[name] ?? {}) as Members;
}

function textOf(payment: Payment, name: string): string | undefined {
  return payment[name] as string | undefined;
}

function accountId({ SchemeName, Identification }: Members): string {
  const isIban = SchemeName?.endsWith('IBAN') === true;
  if (isIban) return `<Id>${element('IBAN', Identification)}</Id>`;
  const scheme = element('Prtry', SchemeName);
  const name = scheme === '' ? '' : `<SchmeNm>${scheme}</SchmeNm>`;
  return `<Id><Othr>${element('Id', Identification)}${name}</Othr></Id>`;
}

/** Returns a CdtTrfTxInf with the values of a payment in JSON. */
export function transaction(
  payment: Payment,
  inside: Readonly<Record<string, string>> = {},
): string {
  const { Amount, Currency } = members(payment, 'InstructedAmount');
  const creditor = members(payment, 'CreditorAccount');
  const { Unstructured, Reference } = members(payment, 'RemittanceInformation');
  const reference = element('Ref', Reference);
  const structured = reference === '' ? '' : `<Strd><CdtrRefInf>${reference}</CdtrRefInf></Strd>`;
  const remittance = element('Ustrd', Unstructured) + structured;
  return [
    '<CdtTrfTxInf>',
    `<PmtId>${element('InstrId', textOf(payment, 'InstructionIdentification'))}`,
    `${element('EndToEndId', textOf(payment, 'EndToEndIdentification'))}</PmtId>`,
    `<PmtTpInf><LclInstrm>${element('Prtry', textOf(payment, 'LocalInstrument'))}</LclInstrm></PmtTpInf>`,
    `<Amt><InstdAmt Ccy="${escapeXml(Currency ?? '')}">${escapeXml(Amount ?? '')}</InstdAmt></Amt>`,
    inside['beforeCreditor'] ?? '',
    `<Cdtr>${element('Nm', creditor['Name'])}</Cdtr>`,
    `<CdtrAcct>${accountId(creditor)}</CdtrAcct>`,
    inside['beforeRemittance'] ?? '',
    remittance === '' ? '' : `<RmtInf>${remittance}</RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('');
}

/** Returns a PmtInf with payments that share its debtor account and date. */
export function batch(
  number: number,
  { debtor, day }: { readonly debtor: Members; readonly day: string },
  transactions: readonly string[],
  header = '',
): string {
  return [
    `<PmtInf><PmtInfId>B-${String(number)}</PmtInfId><PmtMtd>TRF</PmtMtd>${header}`,
    `<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>`,
    `<Dbtr>${element('Nm', debtor['Name'])}</Dbtr><DbtrAcct>${accountId(debtor)}</DbtrAcct>`,
    '<DbtrAgt><FinInstnId><Nm>Example Bank</Nm></FinInstnId></DbtrAgt>',
    `${transactions.join('')}</PmtInf>\n`,
  ].join('');
}

/** Returns the whole message. `count` is the value of NbOfTxs. */
export function message(
  count: number,
  batches: readonly string[],
  { namespace = PAIN_08, header = '' } = {},
): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><CstmrCdtTrfInitn>` +
      '<GrpHdr><MsgId>PAYROLL-2026-11</MsgId><CreDtTm>2026-11-20T09:30:00</CreDtTm>' +
      `<NbOfTxs>${String(count)}</NbOfTxs>${header}<InitgPty><Nm>Northwind</Nm></InitgPty></GrpHdr>\n` +
      `${batches.join('')}</CstmrCdtTrfInitn></Document>\n`,
  );
}

/**
 * Converts payments in JSON to a pain.001. Consecutive payments with one debtor account and date
 * share a PmtInf. All payments need a debtor account.
 */
export function painOf(payments: readonly Payment[], today: string): Buffer {
  const batches: { debtor: Members; day: string; key: string; transactions: string[] }[] = [];
  for (const payment of payments) {
    const debtor = members(payment, 'DebtorAccount');
    const instant = parseInstant(String(payment['RequestedExecutionDateTime']));
    const day = instant === undefined ? today : londonDate(instant);
    const read = readUkAccount(debtor['SchemeName'] ?? '', debtor['Identification'] ?? '');
    const key = JSON.stringify([read, debtor['Name'], day]);
    if (batches.at(-1)?.key !== key) batches.push({ debtor, day, key, transactions: [] });
    batches.at(-1)?.transactions.push(transaction(payment));
  }
  return message(
    payments.length,
    batches.map((of, index) => batch(index + 1, of, of.transactions)),
  );
}
