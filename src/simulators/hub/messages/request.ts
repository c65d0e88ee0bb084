import { DocumentError } from '../../../schemes/answers/document-error.ts';
import {
  XmlReader,
  type XmlElement,
  type XmlHandlers,
} from '../../../schemes/answers/xml-reader.ts';
import type { RecalledIds } from '../recalls/recall-books.ts';
import { UnreadableMessage } from './message.ts';

/* Readers of the short messages of the bank that ask something: enquiries and recalls. */

/** The element that contains the message, and the paths of the values below it that are read. */
interface RequestDefinition {
  readonly namespace: string;
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  /** Paths of elements that the hub does not accept, with the error message. */
  readonly forbidden?: Readonly<Record<string, string>>;
}

/** The values of a request by their paths. The value of an amount begins with its currency. */
type RequestValues = ReadonlyMap<string, string>;

/**
 * Reads a request. Returns null if the first chunk does not begin one of this kind. Throws
 * UnreadableMessage if the request is not valid.
 */
async function readRequest(
  chunks: AsyncIterable<Uint8Array>,
  definition: RequestDefinition,
): Promise<RequestValues | null> {
  const content = new MessageContent(definition);
  const reader = new XmlReader(content);
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
  return content.values;
}

/** Collects the values of a message while it is read. */
export class MessageContent implements XmlHandlers {
  isFound = false;
  readonly values = new Map<string, string>();
  readonly #definition: RequestDefinition;
  readonly #onEnd: (path: string) => void;
  /** Names of the open elements below the root. Null outside it. */
  #path: string[] | null = null;
  #text = '';

  /** @param onEnd receives the path of each element below the root when it ends */
  constructor(definition: RequestDefinition, onEnd: (path: string) => void = () => undefined) {
    this.#definition = definition;
    this.#onEnd = onEnd;
  }

  open({ uri, local, attributes }: XmlElement): void {
    const currency = attributes['Ccy']?.value;
    this.#text = currency === undefined ? '' : `${currency} `;
    const { root, namespace } = this.#definition;
    if (this.#path !== null) this.#path.push(local);
    else if (local === root && uri === namespace) {
      this.#path = [];
      this.isFound = true;
    }
  }

  text(text: string): void {
    this.#text += text;
  }

  close(): void {
    if (this.#path === null) return;
    const { paths, forbidden = {} } = this.#definition;
    const name = this.#path.join('/');
    if (this.#path.pop() === undefined) this.#path = null;
    if (paths.has(name)) {
      if (this.values.has(name)) throw new UnreadableMessage(`${name} occurs twice in one place.`);
      this.values.set(name, this.#text.trim());
    }
    const problem = forbidden[name];
    if (problem !== undefined) throw new UnreadableMessage(problem);
    this.#text = '';
    this.#onEnd(name);
  }
}

/** Throws UnreadableMessage if the id of a request is not the one of its file. */
function expectId(name: string, id: string | undefined, expected: string): void {
  if (id === expected) return;
  throw new UnreadableMessage(`${name} is "${id ?? ''}", but the file is named ${expected}.`);
}

function valueAt(values: RequestValues, path: string): string {
  const value = values.get(path);
  if (value === undefined) throw new UnreadableMessage(`${path} is missing.`);
  return value;
}

const ENQUIRY_ID = 'GrpHdr/MsgId';
const ASKED_ID = 'OrgnlGrpInf/OrgnlMsgId';

/** A pacs.028.001.03 that asks about one whole message. */
const ENQUIRY = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03',
  root: 'FIToFIPmtStsReq',
  paths: new Set([ENQUIRY_ID, ASKED_ID]),
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
  const values = await readRequest(chunks, ENQUIRY);
  if (values === null) return null;
  expectId('MsgId', values.get(ENQUIRY_ID), enquiryId);
  return valueAt(values, ASKED_ID);
}

const RECALL_ID = 'Assgnmt/Id';
const CREDIT = 'Undrlyg/TxInf';
const MESSAGE_ID = `${CREDIT}/OrgnlGrpInf/OrgnlMsgId`;
const REASON = `${CREDIT}/CxlRsnInf/Rsn/Cd`;
const AMOUNT = `${CREDIT}/OrgnlIntrBkSttlmAmt`;

/** A camt.056.001.08 that recalls one credit, alone or in an envelope with a head.001. */
const RECALL = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.056.001.08',
  root: 'FIToFIPmtCxlReq',
  paths: new Set([
    ...[RECALL_ID, MESSAGE_ID, REASON, AMOUNT],
    ...['Case/Id', 'OrgnlInstrId', 'OrgnlEndToEndId', 'OrgnlTxId', 'OrgnlUETR'].map(
      (name) => `${CREDIT}/${name}`,
    ),
  ]),
  forbidden: { 'Undrlyg/OrgnlGrpInfAndCxl': 'Expected the recall of one credit (TxInf).' },
};

/** A recall of the bank. */
export interface ReadRecall extends RecalledIds {
  readonly caseId: string | null;
}

/**
 * Reads a recall. Returns null if the first chunk does not begin one. Throws UnreadableMessage if
 * the recall is not valid, or if its id is not the one of its file.
 */
export async function readCamt056(
  chunks: AsyncIterable<Uint8Array>,
  recallId: string,
): Promise<ReadRecall | null> {
  const values = await readRequest(chunks, RECALL);
  if (values === null) return null;
  expectId(RECALL_ID, values.get(RECALL_ID), recallId);
  const messageId = valueAt(values, MESSAGE_ID);
  valueAt(values, REASON);
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
