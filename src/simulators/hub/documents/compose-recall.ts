import { expectDefined } from '../../../shared/assert.ts';
import type { StoredDocument } from '../agenda.ts';
import type { Books } from '../books.ts';
import { RECALLED, type CreditIds, type StoredRecall } from '../recalls/recall-books.ts';
import { writeReturns } from './pacs004.ts';
import { namedBy } from './variants.ts';
import { formatInstant, type Instant } from '../../../shared/time.ts';
import { ORIGINAL_MESSAGE, originalIds } from './pacs002.ts';
import { documentOf, element } from './xml.ts';

/** Returns the answer to a recall, which is pending or final. */
export function recallAnswer(
  { message, id, createdAt, variant }: StoredDocument,
  books: Books,
  isPending: boolean,
): Iterable<string> {
  const recall = recallOf(books, message);
  const { caseId, messageId, amount, code } = recall;
  const decided = code === null ? 'ACCR' : 'RJCR';
  return [
    writeResolution({
      id,
      createdAt,
      caseId,
      messageId,
      amount,
      code: isPending ? null : code,
      status: isPending ? 'PDCR' : decided,
      ...namedBy(recall, variant),
    }),
  ];
}

/** Returns the pacs.004 with the recalled credit alone. */
export function recallReturn(
  { message, id, createdAt, variant }: StoredDocument,
  books: Books,
): Iterable<string> {
  const { creditMessage, position } = recallOf(books, message);
  const original = expectDefined(books.get(creditMessage ?? 0), 'the message of a recalled credit');
  const credit = expectDefined(
    books.creditAt(original.number, position ?? 0),
    'the recalled credit',
  );
  const { amountMinor } = credit;
  const header = {
    id,
    createdAt,
    messageId: original.id,
    credits: 1,
    totalMinor: amountMinor,
    currency: expectDefined(original.currency, 'the currency of a recalled credit'),
  };
  const returnId = `R${original.id}-${String(credit.position)}`;
  const one = { ...namedBy(credit, variant), id: returnId, amountMinor, reason: RECALLED };
  return writeReturns(header, [[one]]);
}

function recallOf(books: Books, message: number): StoredRecall {
  return expectDefined(books.recalls.get(message), 'the recall of a document');
}

/** The answer to a recall. */
export interface Resolution extends CreditIds {
  /** Id of the document (Assgnmt/Id), also of the answer (CxlStsId). */
  readonly id: string;
  readonly createdAt: Instant;
  /** The case of the recall. Null if the recall names none. */
  readonly caseId: string | null;
  readonly messageId: string;
  readonly status: 'ACCR' | 'PDCR' | 'RJCR';
  /** ISO code of a refusal. */
  readonly code: string | null;
  /** Currency and amount, for example `GBP 10.50`. */
  readonly amount: string | null;
}

/** Status of the investigation by the status of its only credit. */
const CONFIRMATIONS = { ACCR: 'CNCL', PDCR: 'PDCR', RJCR: 'RJCR' } as const;

const agentOf = (name: string): string => `<Agt><FinInstnId><Nm>${name}</Nm></FinInstnId></Agt>`;

/** Returns a camt.029.001.09 about one credit. */
export function writeResolution(resolution: Resolution): string {
  const { id, createdAt, caseId, messageId, status, code } = resolution;
  const [currency = '', amount = ''] = resolution.amount?.split(' ') ?? [];
  return (
    documentOf('camt.029.001.09') +
    `<RsltnOfInvstgtn><Assgnmt>${element('Id', id)}` +
    `<Assgnr>${agentOf('Creditor bank')}</Assgnr><Assgne>${agentOf('Debtor bank')}</Assgne>` +
    `${element('CreDtTm', formatInstant(createdAt))}</Assgnmt>` +
    `<Sts>${element('Conf', CONFIRMATIONS[status])}</Sts>` +
    `<CxlDtls><TxInfAndSts>${element('CxlStsId', id)}` +
    (caseId === null
      ? ''
      : `<RslvdCase>${element('Id', caseId)}<Cretr>${agentOf('Debtor bank')}</Cretr></RslvdCase>`) +
    `<OrgnlGrpInf>${element('OrgnlMsgId', messageId)}` +
    `${element('OrgnlMsgNmId', ORIGINAL_MESSAGE)}</OrgnlGrpInf>` +
    originalIds(resolution) +
    element('TxCxlSts', status) +
    (code === null ? '' : `<CxlStsRsnInf><Rsn>${element('Cd', code)}</Rsn></CxlStsRsnInf>`) +
    (currency === ''
      ? ''
      : `<OrgnlIntrBkSttlmAmt Ccy="${currency}">${amount}</OrgnlIntrBkSttlmAmt>`) +
    '</TxInfAndSts></CxlDtls></RsltnOfInvstgtn></Document>\n'
  );
}
