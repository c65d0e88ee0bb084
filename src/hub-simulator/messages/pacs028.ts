import { DocumentError } from '../../schemes/answers/document-error.ts';
import { XmlReader, type XmlElement } from '../../schemes/answers/xml-reader.ts';
import { UnreadableMessage } from './message.ts';

/* Reader of a pacs.028.001.03 that asks about one whole message. */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03';
const ROOT = 'FIToFIPmtStsReq';

/** Paths of the values that the hub uses. */
const ID = 'GrpHdr/MsgId';
const ORIGINAL_ID = 'OrgnlGrpInf/OrgnlMsgId';

/**
 * Reads an enquiry, and returns the id of the message that it asks about. Returns null if the first
 * chunk does not begin an enquiry. Throws UnreadableMessage if the enquiry is not valid.
 */
export async function readPacs028(
  chunks: AsyncIterable<Uint8Array>,
  enquiryId: string,
): Promise<string | null> {
  const content = new Pacs028Content();
  const reader = new XmlReader({
    open: (element) => content.open(element),
    text: (text) => content.text(text),
    close: () => content.close(),
  });
  try {
    for await (const chunk of chunks) {
      reader.write(chunk);
      if (!content.isFound) return null;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (!content.isFound) return null;
    throw new UnreadableMessage(error.message, { cause: error });
  }
  return content.originalId(enquiryId);
}

class Pacs028Content {
  isFound = false;
  /** Names of the open elements below FIToFIPmtStsReq. Null outside it. */
  #path: string[] | null = null;
  #text = '';
  readonly #values = new Map<string, string>();

  open({ uri, local }: XmlElement): void {
    this.#text = '';
    if (this.#path !== null) this.#path.push(local);
    else if (local === ROOT && uri === NAMESPACE) {
      this.#path = [];
      this.isFound = true;
    }
  }

  text(text: string): void {
    this.#text += text;
  }

  close(): void {
    if (this.#path === null) return;
    const name = this.#path.join('/');
    if (this.#path.pop() === undefined) this.#path = null;
    if (name === ID || name === ORIGINAL_ID) {
      if (this.#values.has(name)) throw new UnreadableMessage(`Expected one ${name}.`);
      this.#values.set(name, this.#text.trim());
    }
    if (name === 'TxInf') throw new UnreadableMessage('Expected an enquiry without TxInf.');
    this.#text = '';
  }

  /** Returns the OrgnlMsgId of an enquiry whose id has to be the one of its file. */
  originalId(enquiryId: string): string {
    const [id, originalId] = [this.#values.get(ID), this.#values.get(ORIGINAL_ID)];
    if (id !== enquiryId) {
      throw new UnreadableMessage(`MsgId is "${id ?? ''}", but the file is named ${enquiryId}.`);
    }
    if (originalId === undefined) throw new UnreadableMessage(`${ORIGINAL_ID} is missing.`);
    return originalId;
  }
}
