import { formatAmount } from '../../../../src/shared/money.ts';

/** Any account that accepts credits. */
export const GOOD_ACCOUNT = '20000012345678';

/** A credit of a message in a test. */
export interface TestCredit {
  readonly account?: string;
  readonly iban?: string;
  readonly minor?: number;
}

/** Returns a pacs.008 with these credits. */
export function pacs008(
  id: string,
  credits: readonly TestCredit[],
  { count = credits.length, total = sumOf(credits), currency = 'GBP', clearing = 'FPS' } = {},
): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><GrpHdr>' +
    `<MsgId>${id}</MsgId><CreDtTm>2026-12-01T09:00:00Z</CreDtTm><NbOfTxs>${String(count)}</NbOfTxs>` +
    `<TtlIntrBkSttlmAmt Ccy="${currency}">${formatAmount(total)}</TtlIntrBkSttlmAmt>` +
    '<IntrBkSttlmDt>2026-12-01</IntrBkSttlmDt><SttlmInf><SttlmMtd>CLRG</SttlmMtd>' +
    `<ClrSys><Cd>${clearing}</Cd></ClrSys></SttlmInf></GrpHdr>` +
    credits.map((credit, index) => transaction(id, index, currency, credit)).join('') +
    '</FIToFICstmrCdtTrf></Document>'
  );
}

/** Returns a pacs.028 about a message. */
export function pacs028(id: string, messageId: string, rest = ''): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03"><FIToFIPmtStsReq><GrpHdr>' +
    `<MsgId>${id}</MsgId><CreDtTm>2026-12-01T09:15:00Z</CreDtTm></GrpHdr><OrgnlGrpInf>` +
    `<OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>` +
    `<OrgnlCreDtTm>2026-12-01T09:00:00Z</OrgnlCreDtTm></OrgnlGrpInf>${rest}` +
    '</FIToFIPmtStsReq></Document>'
  );
}

/** Returns a camt.056 that recalls a credit of 10.00 pounds in a message of pacs008(). */
export function camt056(id: string, messageId: string, index: number): string {
  const agent = '<Agt><FinInstnId><BICFI>EXMPGB2LXXX</BICFI></FinInstnId></Agt>';
  const name = `${messageId}-${String(index)}`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.056.001.08"><FIToFIPmtCxlReq><Assgnmt>' +
    `<Id>${id}</Id><Assgnr>${agent}</Assgnr><Assgne>${agent}</Assgne>` +
    '<CreDtTm>2026-12-03T09:00:00Z</CreDtTm></Assgnmt><Undrlyg><TxInf>' +
    `<CxlId>${id}</CxlId><Case><Id>${id}</Id><Cretr>${agent}</Cretr></Case>` +
    `<OrgnlGrpInf><OrgnlMsgId>${messageId}</OrgnlMsgId>` +
    '<OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf>' +
    `<OrgnlInstrId>${name}</OrgnlInstrId><OrgnlEndToEndId>E&amp;E ${String(index)}</OrgnlEndToEndId>` +
    `<OrgnlTxId>${name}</OrgnlTxId>` +
    `<OrgnlUETR>7a562c67-ca16-48ba-b074-${digits(index, 12)}</OrgnlUETR>` +
    '<OrgnlIntrBkSttlmAmt Ccy="GBP">10.00</OrgnlIntrBkSttlmAmt>' +
    '<CxlRsnInf><Rsn><Cd>DUPL</Cd></Rsn></CxlRsnInf></TxInf></Undrlyg></FIToFIPmtCxlReq></Document>'
  );
}

function transaction(id: string, index: number, currency: string, credit: TestCredit): string {
  const { minor = 1000 } = credit;
  const { agent, account } = creditorOf(credit);
  const name = `${id}-${String(index)}`;
  const uetr = `7a562c67-ca16-48ba-b074-${digits(index, 12)}`;
  return (
    `<CdtTrfTxInf><PmtId><InstrId>${name}</InstrId>` +
    `<EndToEndId>E&amp;E ${String(index)}</EndToEndId><TxId>${name}</TxId><UETR>${uetr}</UETR></PmtId>` +
    `<IntrBkSttlmAmt Ccy="${currency}">${formatAmount(minor)}</IntrBkSttlmAmt><ChrgBr>SLEV</ChrgBr>` +
    '<Dbtr><Nm>Debtor</Nm></Dbtr><DbtrAcct><Id><Othr><Id>55555555</Id></Othr></Id></DbtrAcct>' +
    '<DbtrAgt><FinInstnId><BICFI>EXMPGB2LXXX</BICFI></FinInstnId></DbtrAgt>' +
    `<CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt><Cdtr><Nm>Creditor</Nm></Cdtr>` +
    `<CdtrAcct><Id>${account}</Id></CdtrAcct></CdtTrfTxInf>`
  );
}

function creditorOf({ account = GOOD_ACCOUNT, iban }: TestCredit): {
  readonly agent: string;
  readonly account: string;
} {
  if (iban !== undefined) {
    return { agent: '<BICFI>DEUTDEFFXXX</BICFI>', account: `<IBAN>${iban}</IBAN>` };
  }
  const member = `<ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${account.slice(0, 6)}</MmbId>`;
  return {
    agent: `<ClrSysMmbId>${member}</ClrSysMmbId>`,
    account: `<Othr><Id>${account.slice(6)}</Id></Othr>`,
  };
}

/** Returns a Bacs submission in Standard 18 with these credits. */
export function standard18(credits: readonly TestCredit[]): string {
  const total = sumOf(credits);
  const header = `A123456S  1123456ABC00100010001       26335 26336 000000${' '.repeat(20)}`;
  const blocks = `F0200000100${' '.repeat(35)}00${' '.repeat(28)}`;
  const record = (account: string, code: string, minor: number, reference: string): string =>
    `${account}0${code}20000055555555    ${digits(minor, 11)}${'ACME'.padEnd(18)}` +
    `${reference.padEnd(18)}${'PAYEE'.padEnd(18)}`;
  return [
    `VOL1ABC001${' '.repeat(31)}123456${' '.repeat(32)}1`,
    `HDR1${header}`,
    `HDR2${blocks}`,
    `UHL1 26336999999    000000001 DAILY  001${' '.repeat(40)}`,
    ...credits.map(({ account = GOOD_ACCOUNT, minor = 1000 }) => {
      return record(account, '99', minor, 'REFERENCE');
    }),
    record('20000055555555', '17', total, 'CONTRA'),
    `EOF1${header}`,
    `EOF2${blocks}`,
    `UTL1${digits(total, 13)}${digits(total, 13)}0000001${digits(credits.length, 7)}${' '.repeat(36)}`,
    '',
  ].join('\r\n');
}

const digits = (value: number, places: number): string => String(value).padStart(places, '0');

function sumOf(credits: readonly TestCredit[]): number {
  return credits.reduce((sum, { minor = 1000 }) => sum + minor, 0);
}
