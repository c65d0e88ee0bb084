import { SaxesParser, type SaxesTagNS } from 'saxes';
import { PisError } from '../rows/model.ts';

/** Maximum nesting of elements. */
const MAX_DEPTH = 32;
/** Maximum number of characters between two tags. */
const MAX_TOKEN = 1024 * 1024;

/** The attributes of an element, by their names. */
export type Attributes = SaxesTagNS['attributes'];

/** Receives the elements of a document. */
export interface XmlCalls {
  /** Called at the start of an element. `path` ends with its local name. */
  readonly open: (path: readonly string[], attributes: Attributes, uri: string) => void;
  /** Called at the end of an element, with its text after the last inner element. */
  readonly close: (path: readonly string[], text: string) => void;
}

/** Reads an XML document in pieces. Refuses a DOCTYPE and documents beyond the bounds. */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  #sinceTag = 0;

  constructor({ open, close }: XmlCalls) {
    const path: string[] = [];
    let text = '';
    this.#parser.on('doctype', () => {
      throw new PisError('a DOCTYPE is not allowed. Remove it.');
    });
    this.#parser.on('opentag', ({ local, uri, attributes }) => {
      path.push(local);
      text = '';
      this.#sinceTag = 0;
      if (path.length > MAX_DEPTH) throw new PisError('the elements are nested too deeply.');
      open(path, attributes, uri);
    });
    this.#parser.on('text', (piece) => (text += piece));
    this.#parser.on('cdata', (piece) => (text += piece));
    this.#parser.on('closetag', () => {
      close(path, text);
      path.pop();
      text = '';
      this.#sinceTag = 0;
    });
  }

  /** The present line of the document. */
  get line(): number {
    return this.#parser.line;
  }

  /** Number of characters of the document up to the present one. */
  get position(): number {
    return this.#parser.position;
  }

  write(text: string): void {
    this.#sinceTag += text.length;
    this.#parser.write(text);
    if (this.#sinceTag > MAX_TOKEN) throw new PisError('a text or a tag is too long.');
  }

  /** Throws if the document is not complete. */
  end(): void {
    this.#parser.close();
  }
}
