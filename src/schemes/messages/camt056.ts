import { creditIdOf, type SendingBank } from '../../domain/schemes/messages.ts';
import {
  MAX_RECALL_NOTE_CHARACTERS,
  type RecallHeader,
  type RecallReason,
} from '../../domain/schemes/recalls.ts';
import { assert } from '../../shared/assert.ts';
import { applicationHeader } from './application-header.ts';
import { fitText } from '../../domain/schemes/character-sets.ts';
import { PACS008_FORMATS, type Pacs008Format } from './pacs008-formats.ts';
import { bankByBic, creditorAgent } from './pacs008-parties.ts';
import { amountElement } from './pacs008-transaction.ts';
import {
  ENVELOPE_NAMESPACE,
  formatCreationTime,
  MESSAGE_TYPE as ORIGINAL_TYPE,
} from './pacs008.ts';
import { SchemeTexts } from './scheme-texts.ts';
import { element, escapeXml } from '../../shared/xml.ts';

const MESSAGE_TYPE = 'camt.056.001.08';
const NAMESPACE = `urn:iso:std:iso:20022:tech:xsd:${MESSAGE_TYPE}`;

/** Number of texts (AddtlInf) for the note, which is longer after the transliteration. */
const NOTE_TEXTS = 2;

/** Reasons of the customer. The bank gives the others. */
const CUSTOMER_REASONS: ReadonlySet<RecallReason> = new Set(['CUST', 'AM09', 'AC03']);

/** The elements of a pacs.008 that a recall repeats (OrgnlTxRef), in the order of the schema. */
const REFERENCE = [
  'SttlmInf',
  'PmtTpInf',
  'RmtInf',
  'Dbtr',
  'DbtrAcct',
  'DbtrAgt',
  'CdtrAgt',
  'Cdtr',
  'CdtrAcct',
] as const;
/** Elements that are a choice between a party and an agent in the recall (Party40Choice). */
const PARTIES: ReadonlySet<string> = new Set(['Dbtr', 'Cdtr']);

/**
 * Returns a camt.056.001.08 (FIToFIPaymentCancellationRequest) that recalls one credit. A recall in
 * CHAPS, SWIFT and T2 names a case (CBPR+ and HVPS+), and is in an envelope with an application
 * header. A recall in SEPA repeats the parties of the credit (EPC) and names no case.
 */
export function writeRecall(recall: RecallHeader, bank: SendingBank): string {
  const { id, credit, payment, creditor } = recall;
  const { instrument } = credit;
  assert(instrument !== 'BACS', 'Bacs has no recalls');
  const format = PACS008_FORMATS[instrument];
  const createdAt = formatCreationTime(recall.createdAt);
  const assigner = bankByBic(bank.bic);
  const texts = new SchemeTexts(format.texts.characterSet, payment.index, undefined);
  const assignee = creditorAgent({ payment, creditor }, format, texts);
  const assignment =
    element('Id', id) +
    element('Assgnr', element('Agt', assigner)) +
    element('Assgne', element('Agt', assignee)) +
    element('CreDtTm', createdAt);
  const document =
    `<Document xmlns="${NAMESPACE}"><FIToFIPmtCxlReq>` +
    element('Assgnmt', assignment) +
    element('Undrlyg', element('TxInf', transaction(recall, assigner, format))) +
    '</FIToFIPmtCxlReq></Document>';
  const start = '<?xml version="1.0" encoding="UTF-8"?>';
  if (format.applicationHeader === null) return start + document;
  const header = applicationHeader(
    { id },
    {
      from: assigner,
      to: assignee,
      messageType: MESSAGE_TYPE,
      createdAt,
      businessService: format.applicationHeader.businessService,
    },
  );
  return `${start}<Envelope xmlns="${ENVELOPE_NAMESPACE}">${header}${document}</Envelope>`;
}

function transaction(recall: RecallHeader, assigner: string, format: Pacs008Format): string {
  const { id, credit, message } = recall;
  const creditId = creditIdOf(credit);
  const isSepa = credit.instrument === 'SEPA';
  const investigation = element('Id', id) + element('Cretr', element('Agt', assigner));
  const original =
    element('OrgnlMsgId', credit.messageId) +
    element('OrgnlMsgNmId', ORIGINAL_TYPE) +
    element('OrgnlCreDtTm', formatCreationTime(message.createdAt));
  return (
    element('CxlId', id) +
    (isSepa ? '' : element('Case', investigation)) +
    element('OrgnlGrpInf', original) +
    element('OrgnlInstrId', creditId) +
    element('OrgnlEndToEndId', escapeXml(credit.endToEndId)) +
    element('OrgnlTxId', creditId) +
    element('OrgnlUETR', credit.uetr) +
    amountElement('OrgnlIntrBkSttlmAmt', credit.amount) +
    element('OrgnlIntrBkSttlmDt', message.settlementDate) +
    element('CxlRsnInf', reasonOf(recall, assigner, format)) +
    (isSepa && message.text !== null ? element('OrgnlTxRef', referenceIn(message.text)) : '')
  );
}

/** Returns the reason. In SEPA, it also names the originator: the bank or the customer (EPC). */
function reasonOf(
  { reason, note, credit, message }: RecallHeader,
  assigner: string,
  { texts: { characterSet } }: Pacs008Format,
): string {
  const { text } = fitText(note ?? '', characterSet, NOTE_TEXTS * MAX_RECALL_NOTE_CHARACTERS);
  const first = text.slice(0, MAX_RECALL_NOTE_CHARACTERS).trimEnd();
  const rest = text.slice(MAX_RECALL_NOTE_CHARACTERS).trimStart();
  const original = credit.instrument === 'SEPA' ? message.text : null;
  return (
    (original === null ? '' : element('Orgtr', originator(reason, assigner, original))) +
    element('Rsn', element('Cd', reason)) +
    element('AddtlInf', escapeXml(first)) +
    element('AddtlInf', escapeXml(rest))
  );
}

function originator(reason: RecallReason, assigner: string, text: string): string {
  if (CUSTOMER_REASONS.has(reason)) return element('Nm', contentIn(contentIn(text, 'Dbtr'), 'Nm'));
  const bic = contentIn(assigner, 'BICFI');
  return element('Id', element('OrgId', element('AnyBIC', bic)));
}

/** Returns the elements of the credit in a message with a single credit, as they were sent. */
function referenceIn(text: string): string {
  return REFERENCE.map((name) => {
    const content = contentIn(text, name);
    return element(name, PARTIES.has(name) ? element('Pty', content) : content);
  }).join('');
}

/**
 * Returns the content of the first element with this name in XML that this service has written. The
 * element must not contain another one with the same name.
 */
function contentIn(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`);
  return start === -1 || end === -1 ? '' : xml.slice(start + name.length + 2, end);
}
