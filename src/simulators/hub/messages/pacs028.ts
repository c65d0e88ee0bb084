import { UnreadableMessage } from './message.ts';
import { readRequest } from './request.ts';

/* Reader of a pacs.028.001.03 that asks about one whole message. */

/** Paths of the values that the hub uses. */
const ID = 'GrpHdr/MsgId';
const ORIGINAL_ID = 'OrgnlGrpInf/OrgnlMsgId';

const DEFINITION = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03',
  root: 'FIToFIPmtStsReq',
  paths: new Set([ID, ORIGINAL_ID]),
  forbidden: { TxInf: 'Expected an enquiry without TxInf.' },
};

/**
 * Reads an enquiry, and returns the id of the message that it asks about. Returns null if the first
 * chunk does not begin an enquiry. Throws UnreadableMessage if the enquiry is not valid, or if its
 * id is not the one of its file.
 */
export async function readPacs028(
  chunks: AsyncIterable<Uint8Array>,
  enquiryId: string,
): Promise<string | null> {
  const values = await readRequest(chunks, DEFINITION);
  if (values === null) return null;
  const id = values.get(ID);
  const originalId = values.get(ORIGINAL_ID);
  if (id !== enquiryId) {
    throw new UnreadableMessage(`MsgId is "${id ?? ''}", but the file is named ${enquiryId}.`);
  }
  if (originalId === undefined) throw new UnreadableMessage(`${ORIGINAL_ID} is missing.`);
  return originalId;
}
