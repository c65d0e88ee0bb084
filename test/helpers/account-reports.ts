/* Statements (camt.053) and notifications (camt.054) of a settlement account, for tests. */

/** An entry. Members that are missing have the usual value. */
export interface TestEntry {
  /** Amount with decimals, for example `10.50`. */
  readonly amount: string;
  readonly currency?: string;
  readonly direction?: 'DBIT' | 'CRDT';
  readonly status?: string;
  readonly isReversal?: boolean;
  /** AcctSvcrRef. Null if it is missing. */
  readonly reference: string | null;
  /** XML of NtryDtls. */
  readonly details?: string;
}

const tag = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${text}</${name}>`;

const amountOf = (amount: string, currency: string): string =>
  `<Amt Ccy="${currency}">${amount}</Amt>`;

/** Returns the details of an entry that settles a message. */
export const ofMessage = (messageId: string, transactions: number): string =>
  `<NtryDtls><Btch>${tag('MsgId', messageId)}${tag('NbOfTxs', String(transactions))}</Btch></NtryDtls>`;

/** Returns the details of an entry that settles a credit. */
export const ofCredit = (instructionId: string, endToEndId: string | null = null): string =>
  `<NtryDtls><TxDtls><Refs>${tag('InstrId', instructionId)}${tag('EndToEndId', endToEndId)}` +
  '</Refs></TxDtls></NtryDtls>';

function entryXml(entry: TestEntry): string {
  const { amount, currency = 'GBP', direction = 'DBIT', status = 'BOOK', reference } = entry;
  return (
    `<Ntry>${amountOf(amount, currency)}${tag('CdtDbtInd', direction)}` +
    (entry.isReversal === true ? tag('RvslInd', 'true') : '') +
    `<Sts>${tag('Cd', status)}</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>` +
    '<ValDt><DtTm>2026-03-02T18:00:00Z</DtTm></ValDt>' +
    `${tag('AcctSvcrRef', reference)}<BkTxCd><Prtry><Cd>STL</Cd></Prtry></BkTxCd>` +
    `${entry.details ?? ''}</Ntry>`
  );
}

/** A statement of the account. */
export interface TestStatement {
  readonly sequence: number;
  /** Balances, for example `-10.00`. */
  readonly opening: string;
  readonly closing: string;
  readonly entries: readonly TestEntry[];
  readonly account?: string;
}

const ACCOUNT = '<Othr><Id>SETTLEMENT-1</Id></Othr>';

function balanceXml(code: string, written: string): string {
  const [direction, amount] = written.startsWith('-')
    ? ['DBIT', written.slice(1)]
    : ['CRDT', written];
  return (
    `<Bal><Tp><CdOrPrtry>${tag('Cd', code)}</CdOrPrtry></Tp>${amountOf(amount, 'GBP')}` +
    `${tag('CdtDbtInd', direction)}<Dt><Dt>2026-03-02</Dt></Dt></Bal>`
  );
}

const statementXml = (statement: TestStatement): string =>
  `<Stmt>${tag('Id', `STMT-${String(statement.sequence)}`)}` +
  tag('ElctrncSeqNb', String(statement.sequence)) +
  '<FrToDt><FrDtTm>2026-03-02T00:00:00Z</FrDtTm><ToDtTm>2026-03-03T00:00:00Z</ToDtTm></FrToDt>' +
  `<Acct><Id>${statement.account ?? ACCOUNT}</Id></Acct>` +
  balanceXml('OPBD', statement.opening) +
  balanceXml('CLBD', statement.closing) +
  `${statement.entries.map(entryXml).join('')}</Stmt>`;

const HEADER = (id: string): string =>
  `<GrpHdr>${tag('MsgId', id)}<CreDtTm>2026-03-03T01:00:00Z</CreDtTm></GrpHdr>`;

const documentXml = (message: string, root: string, id: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">` +
  `<${root}>${HEADER(id)}${body}</${root}></Document>`;

/** Returns a camt.053 with these statements. */
export const statementOf = (id: string, ...statements: readonly TestStatement[]): string =>
  documentXml('camt.053.001.08', 'BkToCstmrStmt', id, statements.map(statementXml).join(''));

/** Returns a camt.054 with these entries. */
export const notificationOf = (id: string, ...entries: readonly TestEntry[]): string =>
  documentXml(
    'camt.054.001.08',
    'BkToCstmrDbtCdtNtfctn',
    id,
    `<Ntfctn><Id>N-${id}</Id><Acct><Id>${ACCOUNT}</Id></Acct>${entries.map(entryXml).join('')}</Ntfctn>`,
  );
