import { shorten } from '../../../shared/text.ts';
import { formatInstant, type Instant } from '../../../shared/time.ts';
import type { CreditIds } from '../recalls/recall-books.ts';
import { documentOf, element } from './xml.ts';

/** Status of a credit or a message, with an optional reason. */
export interface StatusWithReason {
  readonly status: string;
  /** ISO reason code. */
  readonly reason: string | null;
  /** Additional text. It is shortened to 105 characters. */
  readonly text: string | null;
}

export interface StatusReport {
  readonly id: string;
  readonly createdAt: Instant;
  /** Id of the message of the bank. */
  readonly messageId: string;
  /** Number of credits in it. Null if the report does not contain it. */
  readonly credits: number | null;
  /** Group status. Null if only the credits have a status. */
  readonly group: StatusWithReason | null;
}

/** Maximum length of AddtlInf, in characters. */
const MAX_TEXT_CHARACTERS = 105;

/** Name of the answered message (OrgnlMsgNmId), also for Bacs submissions. */
export const ORIGINAL_MESSAGE = 'pacs.008.001.08';

/** Returns the pieces of a pacs.002.001.10, one for each page of credits. */
export function* writeStatusReport(
  report: StatusReport,
  pages: Iterable<readonly (CreditIds & StatusWithReason)[]>,
): Generator<string> {
  const { id, createdAt, messageId, credits, group } = report;
  yield (
    documentOf('pacs.002.001.10') +
    `<FIToFIPmtStsRpt><GrpHdr>${element('MsgId', id)}` +
    `${element('CreDtTm', formatInstant(createdAt))}</GrpHdr>` +
    `<OrgnlGrpInfAndSts>${element('OrgnlMsgId', messageId)}` +
    element('OrgnlMsgNmId', ORIGINAL_MESSAGE) +
    element('OrgnlNbOfTxs', credits === null ? null : String(credits)) +
    (group === null ? '' : element('GrpSts', group.status) + reasonOf(group)) +
    '</OrgnlGrpInfAndSts>'
  );
  for (const page of pages) yield page.map(transaction).join('');
  yield '</FIToFIPmtStsRpt></Document>\n';
}

/** Returns the elements with the ids of the original credit, in the order of the schema. */
export function originalIds(ids: CreditIds): string {
  return (
    element('OrgnlInstrId', ids.instructionId) +
    element('OrgnlEndToEndId', ids.endToEndId) +
    element('OrgnlTxId', ids.transactionId) +
    element('OrgnlUETR', ids.uetr)
  );
}

function transaction(answer: CreditIds & StatusWithReason): string {
  return (
    `<TxInfAndSts>${originalIds(answer)}${element('TxSts', answer.status)}` +
    `${reasonOf(answer)}</TxInfAndSts>`
  );
}

function reasonOf({ reason, text }: StatusWithReason): string {
  if (reason === null) return '';
  const addition = element('AddtlInf', text === null ? null : shorten(text, MAX_TEXT_CHARACTERS));
  return `<StsRsnInf><Rsn>${element('Cd', reason)}</Rsn>${addition}</StsRsnInf>`;
}
