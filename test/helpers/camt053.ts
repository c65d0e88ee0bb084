import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { validateMessage } from './iso20022.ts';

const NAMESPACES = { n: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08' };

/** An entry of a statement. Texts that the message does not contain are empty. */
export interface DayEntry {
  /** The amount in pence, negative for a debit. */
  readonly pence: bigint;
  readonly day: string;
  /** The family and the subfamily of the bank transaction code, such as `ICDT/DMCT`. */
  readonly code: string;
  readonly count: string;
  readonly entryRef: string;
  readonly endToEndId: string;
  readonly transactionId: string;
  readonly debtor: string;
  readonly creditor: string;
  readonly reason: string;
  readonly text: string;
}

export interface DayStatement {
  readonly account: string;
  /** The booked balances in pence, negative for a debit balance. */
  readonly opening: bigint;
  readonly closing: bigint;
  readonly entries: readonly DayEntry[];
}

/** Parses a camt.053. Throws if the XML is not well formed or violates the schema. */
export function readDay(xml: string): DayStatement {
  validateMessage('camt.053.001.08', xml);
  const document = XmlDocument.fromString(xml);
  try {
    const [statement] = document.find('//n:Stmt', NAMESPACES);
    if (!(statement instanceof XmlElement)) throw new Error('The message has no statement.');
    const balance = (code: string): bigint => {
      const [found] = statement.find(`n:Bal[n:Tp/n:CdOrPrtry/n:Cd='${code}']`, NAMESPACES);
      if (!(found instanceof XmlElement)) throw new Error(`The statement has no ${code}.`);
      return penceOf(found);
    };
    return {
      account: textIn(statement, 'n:Acct/n:Id/n:Othr/n:Id'),
      opening: balance('OPBD'),
      closing: balance('CLBD'),
      entries: statement
        .find('n:Ntry', NAMESPACES)
        .flatMap((node) => (node instanceof XmlElement ? [entryOf(node)] : [])),
    };
  } finally {
    document.dispose();
  }
}

function entryOf(entry: XmlElement): DayEntry {
  const text = (path: string): string => textIn(entry, path);
  const details = 'n:NtryDtls/n:TxDtls';
  const parties = `${details}/n:RltdPties`;
  const party = (role: string): string =>
    [`${role}/n:Pty/n:Nm`, `${role}Acct/n:Id/n:Othr/n:Id`]
      .map((path) => text(`${parties}/n:${path}`))
      .join(' ')
      .trim();
  const code = 'n:BkTxCd/n:Domn/n:Fmly';
  return {
    pence: penceOf(entry),
    day: text('n:BookgDt/n:Dt'),
    code: `${text(`${code}/n:Cd`)}/${text(`${code}/n:SubFmlyCd`)}`,
    count: text('n:NtryDtls/n:Btch/n:NbOfTxs'),
    entryRef: text('n:NtryRef'),
    endToEndId: text(`${details}/n:Refs/n:EndToEndId`),
    transactionId: text(`${details}/n:Refs/n:TxId`),
    debtor: party('Dbtr'),
    creditor: party('Cdtr'),
    reason: text(`${details}/n:RtrInf/n:Rsn/n:Cd`),
    text: text('n:AddtlNtryInf'),
  };
}

function penceOf(signed: XmlElement): bigint {
  const pence = BigInt(textIn(signed, 'n:Amt').replace('.', ''));
  return textIn(signed, 'n:CdtDbtInd') === 'DBIT' ? -pence : pence;
}

function textIn(node: XmlElement, path: string): string {
  return node.get(path, NAMESPACES)?.content ?? '';
}
