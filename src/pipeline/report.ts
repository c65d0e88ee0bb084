import { create } from 'xmlbuilder2';
import type { FileFacts, ReasonCode } from '../domain/records/payment.ts';
import type { Consent, Payment } from '../domain/records/records.ts';
import { assert } from '../shared/assert.ts';
import { formatAmount } from '../shared/money.ts';
import { formatInstant, type Instant } from '../shared/time.ts';
import { REPLACEMENT } from '../shared/xml.ts';

const NAMESPACES = 'urn:iso:std:iso:20022:tech:xsd:';

/** Limits of the schema types Max35Text and Max105Text, in characters (code points). */
const MAX_ID_CHARACTERS = 35;
const MAX_INFORMATION_CHARACTERS = 105;

type Element = ReturnType<typeof create>;

const REASONS: Readonly<Record<ReasonCode, string>> = {
  AC01: 'The account does not exist.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AG01: 'The account cannot be used for these payments.',
  AG08: 'The customer is not entitled to make these payments.',
  AM04: 'There were not enough funds.',
  AM14: 'The amount is over the limit.',
  DS02: 'An authorised user cancelled the order.',
  DS24: 'Not all required approvals were given in time.',
  DT01: 'The execution date was moved to the next business day.',
  FF05: 'The local instrument is not supported.',
  FOCR: 'The payments came back after a cancellation request.',
  MS03: 'The bank did not make the payments.',
  NARR: 'See the statuses of the single payments.',
};

/** The data of one file payment that its report contains. */
export interface ReportSubject {
  readonly payment: Pick<Payment, 'id' | 'version' | 'statusUpdatedAt' | 'groupStatus' | 'reason'>;
  readonly consent: Pick<Consent, 'id' | 'createdAt'>;
  /** The TPP's reference of the file (`Initiation.FileReference`). */
  readonly fileReference: string | null;
  readonly file: Pick<
    FileFacts,
    'fileType' | 'payments' | 'totalPence' | 'classification' | 'message'
  >;
}

/** The id and the creation time of a message to a TPP. */
export interface StatementHeader {
  readonly messageId: string;
  readonly createdAt: Instant;
}

/** The end of a pain.002, before which the statuses of single payments belong. */
const END = '</CstmrPmtStsRpt></Document>';

/**
 * Writes the report of a file payment: a pacs.002.001.10 document with the group status and no
 * status of single payments (rules, 6.22 to 6.24). The report of a pain.001 is a pain.002.001.10,
 * which has the same elements. The same state always gives the same bytes. If the FileReference is
 * longer than ISO 20022 allows, OrgnlMsgId is the consent's id.
 */
export function writeReport(subject: ReportSubject): string {
  const { payment, file } = subject;
  const messageId = `${payment.id}-${String(payment.version)}`;
  const name = file.message === undefined ? 'pacs.002.001.10' : 'pain.002.001.10';
  return write(subject, name, { messageId, createdAt: payment.statusUpdatedAt });
}

/**
 * Returns the beginning and the end of a pain.002.001.10 with the group status. The statuses of
 * single payments belong between them. The file may have any type.
 */
export function pain002Frame(
  subject: ReportSubject,
  header: StatementHeader,
): { readonly begin: string; readonly end: string } {
  const report = write(subject, 'pain.002.001.10', header);
  assert(report.endsWith(END), 'a pain.002 has its expected end');
  return { begin: report.slice(0, -END.length), end: END };
}

function write(
  { payment, consent, fileReference, file }: ReportSubject,
  name: 'pacs.002.001.10' | 'pain.002.001.10',
  { messageId, createdAt }: StatementHeader,
): string {
  assert(messageId.length <= MAX_ID_CHARACTERS, `${messageId} is too long for an MsgId`);
  const document = create({
    version: '1.0',
    encoding: 'UTF-8',
    invalidCharReplacement: REPLACEMENT,
  });
  const { message } = file;
  const root = name === 'pacs.002.001.10' ? 'FIToFIPmtStsRpt' : 'CstmrPmtStsRpt';
  const report = document.ele(NAMESPACES + name, 'Document').ele(root);
  const header = report.ele('GrpHdr');
  addText(header, 'MsgId', messageId);
  addText(header, 'CreDtTm', formatInstant(createdAt));
  const group = report.ele('OrgnlGrpInfAndSts');
  addText(group, 'OrgnlMsgId', message?.id ?? originalId(fileReference, consent.id));
  addText(group, 'OrgnlMsgNmId', message?.name ?? file.fileType);
  addText(group, 'OrgnlCreDtTm', message?.createdAt ?? formatInstant(consent.createdAt));
  addText(group, 'OrgnlNbOfTxs', String(file.payments));
  addText(group, 'OrgnlCtrlSum', formatAmount(file.totalPence));
  addText(group, 'GrpSts', payment.groupStatus);
  if (payment.reason !== null) addReason(group, payment.reason, REASONS[payment.reason]);
  const { kind, reason } = file.classification;
  addReason(group, 'NARR', `${kind}: ${reason}`);
  return document.end();
}

function originalId(fileReference: string | null, consentId: string): string {
  if (fileReference === null || fileReference === '') return consentId;
  return Array.from(fileReference).length <= MAX_ID_CHARACTERS ? fileReference : consentId;
}

/** Adds a StatusReasonInformation12. A long text continues in further AddtlInf elements. */
function addReason(group: Element, code: ReasonCode, information: string): void {
  const reason = group.ele('StsRsnInf');
  addText(reason.ele('Rsn'), 'Cd', code);
  const characters = Array.from(information);
  for (let at = 0; at < characters.length; at += MAX_INFORMATION_CHARACTERS) {
    const line = characters.slice(at, at + MAX_INFORMATION_CHARACTERS).join('');
    addText(reason, 'AddtlInf', line);
  }
}

/**
 * Adds an element with text. The ampersands are escaped here because xmlbuilder2 takes `&nbsp` and
 * a semicolon for an entity and does not escape it. One such text from a TPP would make the
 * document invalid.
 */
function addText(parent: Element, name: string, text: string): void {
  parent.ele(name).txt(text.replaceAll('&', '&amp;'));
}
