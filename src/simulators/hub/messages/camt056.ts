import { UnreadableMessage } from './message.ts';
import { readRequest } from './request.ts';

/* Reader of a camt.056.001.08 that recalls one credit, alone or in an envelope with a head.001. */

const ID = 'Assgnmt/Id';
const CREDIT = 'Undrlyg/TxInf';
const MESSAGE_ID = `${CREDIT}/OrgnlGrpInf/OrgnlMsgId`;
const REASON = `${CREDIT}/CxlRsnInf/Rsn/Cd`;
const AMOUNT = `${CREDIT}/OrgnlIntrBkSttlmAmt`;

const DEFINITION = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.056.001.08',
  root: 'FIToFIPmtCxlReq',
  paths: new Set([
    ID,
    MESSAGE_ID,
    REASON,
    AMOUNT,
    ...['Case/Id', 'OrgnlInstrId', 'OrgnlEndToEndId', 'OrgnlTxId', 'OrgnlUETR'].map(
      (name) => `${CREDIT}/${name}`,
    ),
  ]),
  forbidden: { 'Undrlyg/OrgnlGrpInfAndCxl': 'Expected the recall of one credit (TxInf).' },
};

/** A recall of the bank. Ids are null if it does not contain them. */
export interface ReadRecall {
  readonly caseId: string | null;
  readonly messageId: string;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  readonly uetr: string | null;
  /** Currency and amount, for example `GBP 10.50`. Null if the recall contains none. */
  readonly amount: string | null;
}

/**
 * Reads a recall. Returns null if the first chunk does not begin one. Throws UnreadableMessage if
 * the recall is not valid, or if its id is not the one of its file.
 */
export async function readCamt056(
  chunks: AsyncIterable<Uint8Array>,
  recallId: string,
): Promise<ReadRecall | null> {
  const values = await readRequest(chunks, DEFINITION);
  if (values === null) return null;
  const id = values.get(ID);
  if (id !== recallId) {
    throw new UnreadableMessage(`Assgnmt/Id is "${id ?? ''}", but the file is named ${recallId}.`);
  }
  const messageId = values.get(MESSAGE_ID);
  if (messageId === undefined) throw new UnreadableMessage(`${MESSAGE_ID} is missing.`);
  if (!values.has(REASON)) throw new UnreadableMessage(`${REASON} is missing.`);
  const value = (name: string): string | null => values.get(`${CREDIT}/${name}`) ?? null;
  return {
    messageId,
    caseId: value('Case/Id'),
    instructionId: value('OrgnlInstrId'),
    transactionId: value('OrgnlTxId'),
    endToEndId: value('OrgnlEndToEndId'),
    uetr: value('OrgnlUETR'),
    amount: values.get(AMOUNT) ?? null,
  };
}
