import type { Address, Agent, Creditor } from '../../domain/execution/credit.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { isIban, ukIbanOf } from '../../domain/parties/ibans.ts';
import type { MessageCredit, SendingBank } from '../../domain/schemes/messages.ts';
import { assert } from '../../shared/assert.ts';
import type { Pacs008Format } from './pacs008-formats.ts';
import type { SchemeTexts } from './scheme-texts.ts';
import { element, escapeXml } from '../../shared/xml.ts';

/** Replaces an absent value where the message must have one. */
export const NOT_PROVIDED = 'NOTPROVIDED';

/** The clearing system of British sort codes (ExternalClearingSystemIdentification1Code). */
const SORT_CODES = 'GBDSC';
const SORT_CODE_DIGITS = 6;
/** Number of characters of a BIC that identify the bank. UK IBANs contain them. */
const BANK_CODE_CHARACTERS = 4;

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const UK_ACCOUNT = /^\d{14}$/;
/** An account identification outside the IBAN countries (Max34Text). */
const OTHER_ACCOUNT = /^[A-Za-z0-9 ./-]{1,34}$/;
const CLEARING_SYSTEM = /^[A-Z0-9]{1,5}$/;
const CLEARING_MEMBER = /^[A-Za-z0-9]{1,35}$/;

/** Maximum number of address lines in a hybrid address (CBPR+, HVPS+ and SEPA, November 2026). */
const MAX_ADDRESS_LINES = 2;
const MAX_AGENT_NAME_CHARACTERS = 140;

/** Returns the FinInstnId of a bank that is identified by its BIC. */
export function bankByBic(bic: string): string {
  assert(BIC.test(bic), `${bic} is not a BIC`);
  return element('FinInstnId', element('BICFI', bic));
}

/** Returns the FinInstnId of this bank as the bank of the debtor. */
export function debtorAgent(
  { debtor }: MessageCredit,
  bank: SendingBank,
  { agents }: Pacs008Format,
): string {
  return element(
    'FinInstnId',
    (agents === 'sortCode' ? '' : element('BICFI', bank.bic)) +
      (agents === 'bic' ? '' : sortCodeOf(debtor.account)),
  );
}

/** Returns the account of the debtor (DbtrAcct), which is always an account at this bank. */
export function debtorAccount(
  { debtor }: MessageCredit,
  bank: SendingBank,
  { accounts }: Pacs008Format,
): string {
  const id = accounts === 'iban' ? ibanOf(bank.bic, debtor.account) : ukAccount(debtor.account);
  return element('DbtrAcct', element('Id', id));
}

/**
 * Returns the FinInstnId of the creditor's bank. British banks have their sort code unless the
 * account is written as an IBAN. Other banks have their BIC and national clearing code. Name and
 * address of a bank are written only if the BIC is unknown (CBPR+).
 */
export function creditorAgent(
  credit: Pick<MessageCredit, 'creditor' | 'payment'>,
  format: Pacs008Format,
  texts: SchemeTexts,
): string {
  const { creditor, payment } = credit;
  const bic = creditor.agent?.bic ?? null;
  const hasBic = bic !== null && format.agents !== 'sortCode';
  if (hasBic) assert(BIC.test(bic), `payment ${String(payment.index)}: ${bic} is not a BIC`);
  const content =
    (hasBic ? element('BICFI', bic) : '') +
    clearingMember(credit, format, hasBic) +
    (hasBic || creditor.agent === null ? '' : nameAndAddress(creditor.agent, format, texts));
  return element(
    'FinInstnId',
    content === '' ? element('Othr', element('Id', NOT_PROVIDED)) : content,
  );
}

/**
 * Returns the account of the creditor (CdtrAcct). A British account in a scheme of IBANs is written
 * as an IBAN if the BIC of its bank is known, because the IBAN contains the first four characters
 * of the BIC.
 */
export function creditorAccount(
  { creditor, payment }: MessageCredit,
  { accounts }: Pacs008Format,
): string {
  const account = payment.creditor;
  assert(
    accounts === 'iban' || creditor.isBritish,
    `payment ${String(payment.index)}: the scheme does not reach accounts abroad`,
  );
  let id: string;
  if (creditor.isBritish) {
    const bic = creditor.agent?.bic ?? null;
    id = accounts === 'iban' && bic !== null ? ibanOf(bic, account) : ukAccount(account);
  } else if (isIban(account)) {
    id = element('IBAN', account);
  } else {
    assert(
      OTHER_ACCOUNT.test(account),
      `payment ${String(payment.index)}: not an account identification`,
    );
    id = element('Othr', element('Id', account));
  }
  return element('CdtrAcct', element('Id', id));
}

/** Returns a debtor or creditor with name and address. */
export function party(
  name: 'Dbtr' | 'Cdtr',
  { name: partyName, address }: Pick<Creditor, 'name' | 'address'>,
  format: Pacs008Format,
  texts: SchemeTexts,
): string {
  const written = texts.text(partyName, `${name}/Nm`, format.texts.name);
  const content = element('Nm', escapeXml(written === '' ? NOT_PROVIDED : written));
  return element(name, content + postalAddress(address, format, `${name}/PstlAdr`, texts));
}

/** Returns the party on whose behalf a payment is made or received, by its name only. */
export function ultimateParty(
  tag: 'UltmtDbtr' | 'UltmtCdtr',
  name: string | undefined,
  { texts: limits, hasUltimateParties }: Pacs008Format,
  texts: SchemeTexts,
): string {
  const field = `${tag}/Nm`;
  if (hasUltimateParties) {
    return element(tag, element('Nm', escapeXml(texts.text(name ?? '', field, limits.name))));
  }
  texts.leaveOut(name ?? '', field);
  return '';
}

function clearingMember(
  { creditor, payment }: Pick<MessageCredit, 'creditor' | 'payment'>,
  { accounts }: Pacs008Format,
  hasBic: boolean,
): string {
  if (creditor.isBritish) {
    return hasBic && accounts === 'iban' ? '' : sortCodeOf(payment.creditor);
  }
  if (creditor.clearingCode === null) return '';
  const { code, identification } = creditor.clearingCode;
  assert(
    CLEARING_SYSTEM.test(code) && CLEARING_MEMBER.test(identification),
    `payment ${String(payment.index)}: ${code} ${identification} is not a clearing code`,
  );
  return memberOf(code, identification);
}

function nameAndAddress(agent: Agent, format: Pacs008Format, texts: SchemeTexts): string {
  const field = 'CdtrAgt/FinInstnId';
  if (format.agents === 'sortCode') {
    texts.leaveOut(agent.name ?? '', `${field}/Nm`);
    return '';
  }
  const name = texts.text(agent.name ?? '', `${field}/Nm`, MAX_AGENT_NAME_CHARACTERS);
  return (
    element('Nm', escapeXml(name)) + postalAddress(agent.address, format, `${field}/PstlAdr`, texts)
  );
}

/**
 * Returns a structured address with up to two lines of text. An address without town and country is
 * left out and reported, because the schemes reject it from November 2026.
 */
function postalAddress(
  address: Address | null,
  { addresses }: Pacs008Format,
  field: string,
  texts: SchemeTexts,
): string {
  if (address === null) return '';
  const part = (name: string, value: string | undefined, maxCharacters: number) =>
    element(name, escapeXml(texts.text(value ?? '', `${field}/${name}`, maxCharacters)));
  const { TownName, Country, AddressLine = [] } = address;
  const town = addresses === 'none' ? '' : part('TwnNm', TownName, 35);
  if (town === '' || Country === undefined) {
    texts.leaveOut(Object.values(address).flat().join(' '), field);
    return '';
  }
  for (const line of AddressLine.slice(MAX_ADDRESS_LINES)) texts.leaveOut(line, `${field}/AdrLine`);
  return element(
    'PstlAdr',
    part('Dept', address.Department, 70) +
      part('SubDept', address.SubDepartment, 70) +
      part('StrtNm', address.StreetName, 70) +
      part('BldgNb', address.BuildingNumber, 16) +
      part('PstCd', address.PostCode, 16) +
      town +
      part('CtrySubDvsn', address.CountrySubDivision, 35) +
      element('Ctry', Country) +
      AddressLine.slice(0, MAX_ADDRESS_LINES)
        .map((line) => part('AdrLine', line, 70))
        .join(''),
  );
}

/** Returns a British account number. Its sort code is in the identification of the bank. */
function ukAccount(account: AccountNumber): string {
  assert(UK_ACCOUNT.test(account), 'a British account has 14 digits');
  const number = element('Id', account.slice(SORT_CODE_DIGITS));
  return element('Othr', number + element('SchmeNm', element('Cd', 'BBAN')));
}

function ibanOf(bic: string, account: AccountNumber): string {
  return element('IBAN', ukIbanOf(bic.slice(0, BANK_CODE_CHARACTERS), account));
}

function sortCodeOf(account: AccountNumber): string {
  return memberOf(SORT_CODES, account.slice(0, SORT_CODE_DIGITS));
}

function memberOf(system: string, member: string): string {
  const id = element('ClrSysId', element('Cd', system)) + element('MmbId', member);
  return element('ClrSysMmbId', id);
}
