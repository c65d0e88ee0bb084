import type { FileInitiation } from '../../../contract/initiation.ts';
import { readUkAccount } from '../../../domain/parties/accounts.ts';
import { noonOf } from './elements.ts';
import type { Report, Values } from './read-element.ts';

/* Conversion of payments of pain.001 to the form of a payment in JSON (docs/pain001.md). */

/** An account in the form of JSON. Members that the file does not contain are undefined. */
type Account = Readonly<Record<'SchemeName' | 'Identification' | 'Name', string | undefined>>;

/** The values of a PmtInf that apply to all its payments. */
export interface BatchHeader {
  readonly values: Values;
  readonly debtor: Account;
  readonly date: string | undefined;
}

const DEBTOR_BANK = 'DbtrAgt/FinInstnId/ClrSysMmbId/MmbId';
const CREDITOR_BANK = 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId';
const INSTRUMENT = 'PmtTpInf/LclInstrm/Prtry';
const DAY = 'ReqdExctnDt/Dt';
const DATE_TIME = 'ReqdExctnDt/DtTm';
const LINE = 'Cdtr/PstlAdr/AdrLine';
const FIRST_LINE = `${LINE}[1]`;

/** The elements of a creditor's address by the members of JSON. */
const ADDRESS_ELEMENTS: readonly (readonly [member: string, path: string])[] = [
  ['Department', 'Cdtr/PstlAdr/Dept'],
  ['SubDepartment', 'Cdtr/PstlAdr/SubDept'],
  ['StreetName', 'Cdtr/PstlAdr/StrtNm'],
  ['BuildingNumber', 'Cdtr/PstlAdr/BldgNb'],
  ['PostCode', 'Cdtr/PstlAdr/PstCd'],
  ['TownName', 'Cdtr/PstlAdr/TwnNm'],
  ['CountrySubDivision', 'Cdtr/PstlAdr/CtrySubDvsn'],
  ['Country', 'Cdtr/PstlAdr/Ctry'],
];

/** The elements of a CdtTrfTxInf by the paths of members in JSON. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['EndToEndIdentification', 'PmtId/EndToEndId'],
  ['InstructedAmount.Amount', 'Amt/InstdAmt'],
  ['InstructedAmount.Currency', 'Amt/InstdAmt/@Ccy'],
  ['CreditorAccount.Name', 'Cdtr/Nm'],
  ['RemittanceInformation.Unstructured', 'RmtInf/Ustrd'],
  ['RemittanceInformation.Reference', 'RmtInf/Strd/CdtrRefInf/Ref'],
  ...ADDRESS_ELEMENTS.map(([member, path]) => [`CreditorPostalAddress.${member}`, path] as const),
]);

/** Converts the values of a PmtInf, and reports contradictions. */
export function batchHeader(values: Values, report: Report): BatchHeader {
  const day = values.get(DAY);
  return {
    values,
    debtor: accountOf(values, 'Dbtr', DEBTOR_BANK, report),
    date: day === undefined ? values.get(DATE_TIME) : noonOf(day),
  };
}

/**
 * Converts a CdtTrfTxInf to a payment in JSON, which may be invalid. Reports contradictions that
 * JSON cannot express.
 */
export function initiationOf(header: BatchHeader, values: Values, report: Report) {
  const instrument = values.get(INSTRUMENT);
  const common = header.values.get(INSTRUMENT);
  if (instrument !== undefined && common !== undefined) {
    const message =
      'The PmtInf already contains a LclInstrm. Expected it in one of the two places.';
    report('fieldUnexpected', message, INSTRUMENT);
  }
  const endToEndId = values.get('PmtId/EndToEndId');
  const unstructured = values.get('RmtInf/Ustrd');
  const reference = values.get('RmtInf/Strd/CdtrRefInf/Ref');
  return {
    InstructionIdentification: values.get('PmtId/InstrId') ?? endToEndId,
    EndToEndIdentification: endToEndId,
    LocalInstrument: common ?? instrument,
    InstructedAmount: {
      Amount: values.get('Amt/InstdAmt'),
      Currency: values.get('Amt/InstdAmt/@Ccy'),
    },
    DebtorAccount: header.debtor,
    CreditorAccount: accountOf(values, 'Cdtr', CREDITOR_BANK, report),
    CreditorPostalAddress: addressOf(values),
    RemittanceInformation: { Unstructured: unstructured, Reference: reference },
    RequestedExecutionDateTime: header.date,
  } satisfies Record<keyof Omit<FileInitiation, 'SupplementaryData'>, unknown>;
}

/** The element that contains a fault. */
interface Place {
  /** True for an element of the PmtInf, false for one of the CdtTrfTxInf. */
  readonly isOfHeader: boolean;
  readonly path: string;
}

/** Returns the element from which a member of a payment in JSON comes. */
export function placeOf(member: string, header: BatchHeader, values: Values): Place {
  const [name, ...rest] = member.split('.');
  const inPayment = (path: string): Place => ({ isOfHeader: false, path });
  if (name === 'DebtorAccount') {
    const path = rest[0] === 'Name' ? 'Dbtr/Nm' : accountPath(header.values, 'Dbtr', rest[0]);
    return { isOfHeader: true, path };
  }
  if (name === 'RequestedExecutionDateTime') {
    return { isOfHeader: true, path: header.values.has(DAY) ? DAY : DATE_TIME };
  }
  if (name === 'LocalInstrument') {
    return { isOfHeader: header.values.has(INSTRUMENT), path: INSTRUMENT };
  }
  if (name === 'InstructionIdentification') {
    return inPayment(values.has('PmtId/InstrId') ? 'PmtId/InstrId' : 'PmtId/EndToEndId');
  }
  const line = /^CreditorPostalAddress\.AddressLine(?:\[(\d+)\])?$/.exec(member);
  if (line !== null) {
    const number = line[1] === undefined ? '' : `[${String(Number(line[1]) + 1)}]`;
    return inPayment(LINE + number);
  }
  const element = ELEMENTS.get(member);
  return inPayment(element ?? accountPath(values, 'Cdtr', rest[0]));
}

function accountPath(values: Values, party: 'Dbtr' | 'Cdtr', member: string | undefined): string {
  const account = `${party}Acct/Id`;
  if (values.has(`${account}/IBAN`)) return `${account}/IBAN`;
  if (member === 'SchemeName') return `${account}/Othr/SchmeNm/Prtry`;
  return member === undefined ? account : `${account}/Othr/Id`;
}

/**
 * Returns the account of a party. An account number of 8 digits is completed with the sort code of
 * the party's bank. Reports a fault if the sort code of the bank differs from that of the account.
 */
function accountOf(values: Values, party: 'Dbtr' | 'Cdtr', bank: string, report: Report): Account {
  const account = `${party}Acct/Id`;
  const iban = values.get(`${account}/IBAN`);
  const other = values.get(`${account}/Othr/Id`);
  const schemeName = values.get(`${account}/Othr/SchmeNm/Prtry`) ?? 'UK.OBIE.SortCodeAccountNumber';
  const sortCode = values.get(bank);
  const isNumber = other !== undefined && sortCode !== undefined && /^\d{8}$/.test(other);
  const SchemeName = iban === undefined ? schemeName : 'UK.OBIE.IBAN';
  const Identification = iban ?? (isNumber ? sortCode + other : other);
  const parsed = readUkAccount(SchemeName, Identification ?? '');
  if (sortCode !== undefined && 'account' in parsed && !parsed.account.startsWith(sortCode)) {
    const message = `Found ${sortCode}. The sort code of the account is ${parsed.account.slice(0, 6)}.`;
    report('fieldInvalid', message, bank);
  }
  return { SchemeName, Identification, Name: values.get(`${party}/Nm`) };
}

function addressOf(values: Values): Readonly<Record<string, unknown>> | undefined {
  const address: Record<string, unknown> = {};
  for (const [member, path] of ADDRESS_ELEMENTS) {
    const value = values.get(path);
    if (value !== undefined) address[member] = value;
  }
  const lines: string[] = [];
  let line = values.get(FIRST_LINE);
  while (line !== undefined) {
    lines.push(line);
    line = values.get(`${LINE}[${String(lines.length + 1)}]`);
  }
  if (lines.length > 0) address['AddressLine'] = lines;
  return Object.keys(address).length === 0 ? undefined : address;
}
