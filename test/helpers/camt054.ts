import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { validateMessage } from './iso20022.ts';

const NAMESPACES = { n: 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08' };

/** An entry of a notification. Texts that the message does not contain are empty. */
export interface NotifiedEntry {
  readonly account: string;
  /** The amount, negative for a debit. */
  readonly amount: string;
  /** The family and the subfamily of the bank transaction code, such as `ICDT/DMCT`. */
  readonly code: string;
  /** The number of payments of a common debit. */
  readonly count: string;
  readonly endToEndId: string;
  readonly reason: string;
  readonly entryRef: string;
  readonly text: string;
}

export interface Notification {
  /** The accounts of the notifications, in their order. */
  readonly accounts: readonly string[];
  readonly entries: readonly NotifiedEntry[];
}

/** Parses a camt.054. Throws if the XML is not well formed or violates the schema. */
export function readNotification(xml: string): Notification {
  validateMessage('camt.054.001.08', xml);
  const document = XmlDocument.fromString(xml);
  try {
    return {
      accounts: document
        .find('//n:Ntfctn/n:Acct/n:Id/n:Othr/n:Id', NAMESPACES)
        .map(({ content }) => content),
      entries: document
        .find('//n:Ntry', NAMESPACES)
        .flatMap((node) => (node instanceof XmlElement ? [entryOf(node)] : [])),
    };
  } finally {
    document.dispose();
  }
}

function entryOf(entry: XmlElement): NotifiedEntry {
  const text = (path: string): string => entry.get(path, NAMESPACES)?.content ?? '';
  const details = 'n:NtryDtls/n:TxDtls';
  const code = 'n:BkTxCd/n:Domn/n:Fmly';
  return {
    account: text('../n:Acct/n:Id/n:Othr/n:Id'),
    amount: `${text('n:CdtDbtInd') === 'DBIT' ? '-' : ''}${text('n:Amt')}`,
    code: `${text(`${code}/n:Cd`)}/${text(`${code}/n:SubFmlyCd`)}`,
    count: text('n:NtryDtls/n:Btch/n:NbOfTxs'),
    endToEndId: text(`${details}/n:Refs/n:EndToEndId`),
    reason: text(`${details}/n:RtrInf/n:Rsn/n:Cd`),
    entryRef: text('n:NtryRef'),
    text: text('n:AddtlNtryInf'),
  };
}
