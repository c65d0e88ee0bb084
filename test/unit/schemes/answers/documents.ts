import {
  DocumentError,
  type DocumentErrorCode,
} from '../../../../src/schemes/answers/document-error.ts';
import { readAnswers } from '../../../../src/schemes/answers/read-answers.ts';
import type { AnswerSlice, DeliveredAnswer } from '../../../../src/domain/schemes/answers.ts';

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
export const PACS_002 = 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10';
export const UETR = '7a562c67-ca16-48ba-b074-65581be6f001';

export const STATUS_HEADER =
  '<GrpHdr><MsgId>HUB-1</MsgId><CreDtTm>2026-11-24T09:32:00Z</CreDtTm></GrpHdr>';

const ORIGINAL_GROUP =
  '<OrgnlGrpInf><OrgnlMsgId>MSG1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf>';

/** Returns a TxInfAndSts with these members. */
export const transaction = (members = '<OrgnlInstrId>MSG1-0</OrgnlInstrId><TxSts>ACSC</TxSts>') =>
  `<TxInfAndSts>${members}</TxInfAndSts>`;

/** Returns a pacs.002 with these elements after its header. */
export const statusReport = (body: string, start = DECLARATION) =>
  `${start}<Document xmlns="${PACS_002}"><FIToFIPmtStsRpt>${STATUS_HEADER}${body}` +
  '</FIToFIPmtStsRpt></Document>';

/** Returns an OrgnlGrpInfAndSts with these members after the id of the message. */
export const group = (members: string, messageId = 'MSG1') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>${members}</OrgnlGrpInfAndSts>`;

export const STATUS_REPORT = statusReport(`
  <OrgnlGrpInfAndSts>
    <OrgnlMsgId>MSG1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>
    <OrgnlNbOfTxs>3</OrgnlNbOfTxs><GrpSts>PART</GrpSts>
    <StsRsnInf><Rsn><Prtry>HUB7</Prtry></Rsn><AddtlInf>one of three</AddtlInf></StsRsnInf>
  </OrgnlGrpInfAndSts>
  <TxInfAndSts>
    <StsId>S1</StsId>${ORIGINAL_GROUP}
    <OrgnlInstrId>MSG1-0</OrgnlInstrId><OrgnlEndToEndId>E2E \u{1F3E6} caf\u00e9</OrgnlEndToEndId>
    <OrgnlTxId>MSG1-0</OrgnlTxId><OrgnlUETR>${UETR}</OrgnlUETR><TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn>
      <AddtlInf>closed &amp; moved</AddtlInf><AddtlInf>since May</AddtlInf></StsRsnInf>
    <StsRsnInf><Rsn><Cd>MS03</Cd></Rsn></StsRsnInf>
    <AccptncDtTm>2026-11-24T09:31:59Z</AccptncDtTm>
  </TxInfAndSts>
  ${transaction('<OrgnlTxId>MSG1-1</OrgnlTxId>')}`);

/** Returns a TxInf of a pacs.004. */
export const returned = (amount: string, currency = 'GBP') =>
  `<TxInf><RtrId>R1</RtrId>${ORIGINAL_GROUP}<OrgnlInstrId>MSG1-2</OrgnlInstrId>` +
  `<OrgnlIntrBkSttlmAmt Ccy="GBP">99.00</OrgnlIntrBkSttlmAmt>` +
  `<RtrdIntrBkSttlmAmt Ccy="${currency}">${amount}</RtrdIntrBkSttlmAmt>` +
  '<RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf>';

/** Returns a pacs.004 with these elements, and these after NbOfTxs in its header. */
export const paymentReturn = (body: string, transactions: number, totals = '') =>
  `${DECLARATION}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><GrpHdr>` +
  '<MsgId>HUB-2</MsgId><CreDtTm>2026-11-27T07:00:00Z</CreDtTm>' +
  `<NbOfTxs>${String(transactions)}</NbOfTxs>${totals}` +
  `<SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>${body}</PmtRtr></Document>`;

/** A pacs.004 with the totals of its two returns. */
export const PAYMENT_RETURN = paymentReturn(
  returned('10.50') + returned('1.00'),
  2,
  '<CtrlSum>11.5</CtrlSum><TtlRtrdIntrBkSttlmAmt Ccy="GBP">11.50</TtlRtrdIntrBkSttlmAmt>',
);

export const MESSAGE_REJECT =
  `${DECLARATION}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:admi.002.001.01"><admi.002.001.01>` +
  '<RltdRef><Ref>MSG1</Ref></RltdRef><Rsn><RjctgPtyRsn>SCHEMA</RjctgPtyRsn>' +
  '<RjctnDtTm>2026-11-24T09:32:00Z</RjctnDtTm><RsnDesc>IntrBkSttlmDt is missing</RsnDesc></Rsn>' +
  '</admi.002.001.01></Document>';

/** Returns a document without its XML declaration in an envelope with a head.001. */
export const inEnvelope = (xml: string) =>
  `${DECLARATION}<e:Envelope xmlns:e="urn:hub">` +
  '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>B1</BizMsgIdr></AppHdr>' +
  `${xml.replace(DECLARATION, '')}<e:Checksum>77</e:Checksum></e:Envelope>`;

export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Iterates over pieces asynchronously. */
export async function* piecesOf(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

export async function slicesOf(
  bytes: Uint8Array | readonly Uint8Array[],
  sliceSize = 1000,
): Promise<readonly AnswerSlice[]> {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  const slices: AnswerSlice[] = [];
  for await (const slice of readAnswers(piecesOf(pieces), { sliceSize })) slices.push(slice);
  return slices;
}

/** Reads a document as one slice. */
export async function sliceOf(xml: string): Promise<AnswerSlice> {
  const [slice, ...others] = await slicesOf(utf8(xml));
  if (slice === undefined || others.length > 0) throw new Error('Expected one slice.');
  return slice;
}

/** Reads a document with one answer. */
export async function answerOf(xml: string): Promise<DeliveredAnswer> {
  const { answers } = await sliceOf(xml);
  const [answer] = answers;
  if (answer === undefined) throw new Error('Expected an answer.');
  return answer;
}

/** Returns the error with which reading ends. */
export async function errorOf(
  bytes: Uint8Array | readonly Uint8Array[],
): Promise<{ readonly code: DocumentErrorCode; readonly message: string }> {
  try {
    await slicesOf(bytes);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error('The document was accepted.');
}
