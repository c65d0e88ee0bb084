import { DocumentError } from '../../../schemes/answers/document-error.ts';
import {
  XmlReader,
  type XmlElement,
  type XmlHandlers,
} from '../../../schemes/answers/xml-reader.ts';
import { UnreadableMessage } from './message.ts';

/* Reader of a short message of the bank that asks something: an enquiry or a recall. */

/** The element that contains the message, and the paths of the values below it that are read. */
export interface RequestDefinition {
  readonly namespace: string;
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  /** Paths of elements that the hub does not accept, with the error message. */
  readonly forbidden?: Readonly<Record<string, string>>;
}

/** The values of a request by their paths. The value of an amount begins with its currency. */
export type RequestValues = ReadonlyMap<string, string>;

/**
 * Reads a request. Returns null if the first chunk does not begin one of this kind. Throws
 * UnreadableMessage if the request is not valid.
 */
export async function readRequest(
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
