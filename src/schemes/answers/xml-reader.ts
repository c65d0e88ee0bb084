import { SaxesParser } from 'saxes';
import { DocumentError, type DocumentErrorCode, type DocumentPlace } from './document-error.ts';
import { completeLength, joined } from './utf-8.ts';

/*
 * A strict streaming reader of XML. saxes checks XML 1.0 and namespaces, and expands only the five
 * predefined entities and character references. This file adds the limits and the rules for
 * messages of payment systems (docs/decisions, 123).
 */

/** An element that was opened. */
export interface XmlElement {
  /** The namespace. Empty if there is none. */
  readonly uri: string;
  /** The name without a prefix. */
  readonly local: string;
  /** The attributes by their names in the document, prefixes included. */
  readonly attributes: Readonly<Record<string, { readonly value: string }>>;
}

/** Functions that receive the content of a document in order. They may throw. */
export interface XmlHandlers {
  readonly open: (element: XmlElement) => void;
  /**
   * Receives text of the innermost open element. It receives a text in several parts if comments
   * or CDATA sections divide it. It also receives the white space around child elements.
   */
  readonly text: (text: string) => void;
  /** Called at the end of the innermost open element. */
  readonly close: () => void;
}

export interface XmlLimits {
  /** Maximum size of a document in bytes. */
  readonly documentBytes: number;
  /** Maximum nesting of elements. */
  readonly depth: number;
  /** Maximum length of a tag or text, with the comments before it, in UTF-16 code units. */
  readonly tokenLength: number;
}

/** Limits of delivered documents. The deepest message of ISO 20022 nests 16 elements. */
const XML_LIMITS: XmlLimits = {
  documentBytes: 1024 * 1024 * 1024,
  depth: 32,
  tokenLength: 256 * 1024,
};

export interface XmlOptions {
  readonly limits?: XmlLimits;
  /**
   * True if the declaration may name US-ASCII or ISO-8859-1. The document must then consist of
   * ASCII characters.
   */
  readonly allowsAscii?: boolean;
}

/** Number of bytes that are parsed at a time. */
const PART_BYTES = 64 * 1024;

/** The content of an open element so far, except white space. */
const EMPTY = 0;
const TEXT = 1;
const ELEMENTS = 2;
type Content = typeof EMPTY | typeof TEXT | typeof ELEMENTS;

const NOT_SPACE = /[^ \t\r\n]/;

/**
 * Encodings that a declaration may name instead of UTF-8 if the caller allows it. ASCII characters
 * have the same bytes in all of them.
 */
const ASCII_ENCODINGS = new Set(['US-ASCII', 'ISO-8859-1']);

const NOT_ASCII = /[^\p{ASCII}]/u;

const UTF_8 = { fatal: true, ignoreBOM: true };

/**
 * Reads a document. The caller writes its bytes, divided at any positions. The reader accepts UTF-8
 * with or without a byte order mark, and CDATA sections, which are text. It skips comments and
 * processing instructions. It rejects everything else that could change the meaning: a DOCTYPE,
 * other encodings, and text between elements.
 *
 * Memory is limited by `tokenLength` and `depth`, not by the size of the document. A reader cannot
 * be used again after an error.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #decoder = new TextDecoder('utf-8', UTF_8);
  readonly #handlers: XmlHandlers;
  readonly #limits: XmlLimits;
  /** The content of each open element, the root first. */
  readonly #contents: Content[] = [];
  /** The first bytes of a character whose other bytes have not been written yet. */
  #incomplete = new Uint8Array();
  #bytes = 0;
  /** Number of UTF-16 code units that were parsed, and their number at the last tag or text. */
  #parsed = 0;
  #lastToken = 0;
  readonly #allowsAscii: boolean;
  #isAscii = false;

  constructor(
    handlers: XmlHandlers,
    { limits = XML_LIMITS, allowsAscii = false }: XmlOptions = {},
  ) {
    this.#handlers = handlers;
    this.#limits = limits;
    this.#allowsAscii = allowsAscii;
    this.#listen();
  }

  /** The position in the document, for errors of the handlers. */
  get place(): DocumentPlace {
    return { line: this.#parser.line, column: Math.max(1, this.#parser.column) };
  }

  /** Returns an error at the current position. */
  errorHere(code: DocumentErrorCode, message: string): DocumentError {
    return new DocumentError(code, message, this.place);
  }

  /** Reads further bytes. Throws a DocumentError, or an error of a handler. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      this.#writePart(bytes.subarray(at, at + PART_BYTES));
    }
  }

  /** Ends the document. Throws a DocumentError if it is incomplete. */
  end(): void {
    if (this.#bytes === 0) throw this.errorHere('empty', 'The document is empty.');
    if (this.#incomplete.length > 0) throw this.#notUtf8();
    this.#parser.close();
  }

  /**
   * Registers at most six handlers. A seventh makes saxes four to five times slower: V8 then
   * stores the properties of all parsers as dictionaries (docs/decisions, 123).
   */
  #listen(): void {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      const reason = message.replace(/\.$/, '');
      throw this.errorHere('malformed', `This is not well-formed XML (${reason}).`);
    });
    parser.on('doctype', () => {
      throw this.errorHere('doctype', 'A DOCTYPE is not allowed. Remove it.');
    });
    parser.on('opentag', (element) => {
      this.#checkToken();
      this.#checkElement();
      this.#handlers.open(element);
    });
    const text = (part: string) => {
      this.#checkToken();
      this.#readText(part);
    };
    parser.on('text', text);
    parser.on('cdata', text);
    parser.on('closetag', () => {
      this.#checkToken();
      this.#contents.pop();
      this.#handlers.close();
    });
  }

  #writePart(part: Uint8Array): void {
    this.#bytes += part.length;
    const { documentBytes } = this.#limits;
    if (this.#bytes > documentBytes) {
      const message = `The document is larger than ${String(documentBytes)} bytes.`;
      throw this.errorHere('document-size', message);
    }
    const bytes = this.#incomplete.length === 0 ? part : joined(this.#incomplete, part);
    const end = completeLength(bytes);
    this.#incomplete = new Uint8Array(bytes.subarray(end));
    this.#parse(this.#decode(bytes.subarray(0, end)));
  }

  #parse(text: string): void {
    this.#parser.write(text);
    this.#parsed += text.length;
    this.#checkLength(this.#parsed);
    if (this.#isAscii && NOT_ASCII.test(text)) {
      const message = 'Some characters before this place are not ASCII. Send ASCII or UTF-8.';
      throw this.errorHere('encoding', message);
    }
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return this.#parseUpToInvalid(bytes);
    }
  }

  /** Parses the valid characters, so that the position and an earlier error are exact. */
  #parseUpToInvalid(bytes: Uint8Array): never {
    const decoder = new TextDecoder('utf-8', UTF_8);
    for (let at = 0; at < bytes.length; at += 1) {
      let character: string;
      try {
        character = decoder.decode(bytes.subarray(at, at + 1), { stream: true });
      } catch {
        break;
      }
      this.#parse(character);
    }
    throw this.#notUtf8();
  }

  #notUtf8(): DocumentError {
    return this.errorHere('encoding', 'The next bytes are not valid UTF-8. Send UTF-8 only.');
  }

  #checkToken(): void {
    const { position } = this.#parser;
    this.#checkLength(position);
    this.#lastToken = position;
  }

  #checkLength(position: number): void {
    const { tokenLength } = this.#limits;
    if (position - this.#lastToken <= tokenLength) return;
    const message = `A tag, text or comment is longer than ${String(tokenLength)} characters.`;
    throw this.errorHere('token-size', message);
  }

  #checkElement(): void {
    const contents = this.#contents;
    const outer = contents.length - 1;
    if (outer < 0) this.#checkDeclaration();
    else if (contents[outer] === TEXT) throw this.#mixed();
    else contents[outer] = ELEMENTS;
    const { depth } = this.#limits;
    if (contents.length >= depth) {
      throw this.errorHere('depth', `More than ${String(depth)} elements are nested.`);
    }
    contents.push(EMPTY);
  }

  #checkDeclaration(): void {
    const { version = '1.0', encoding = 'UTF-8' } = this.#parser.xmlDecl;
    if (version !== '1.0') {
      throw this.errorHere('xml-version', `XML ${version} is not supported. Send XML 1.0.`);
    }
    const name = encoding.toUpperCase();
    this.#isAscii = this.#allowsAscii && ASCII_ENCODINGS.has(name);
    if (name !== 'UTF-8' && !this.#isAscii) {
      const message = `The declaration names the encoding "${encoding}". Send UTF-8.`;
      throw this.errorHere('encoding', message);
    }
  }

  #readText(text: string): void {
    const innermost = this.#contents.length - 1;
    // White space around the root element.
    if (innermost < 0) return;
    if (this.#contents[innermost] !== TEXT && NOT_SPACE.test(text)) {
      if (this.#contents[innermost] === ELEMENTS) throw this.#mixed();
      this.#contents[innermost] = TEXT;
    }
    this.#handlers.text(text);
  }

  #mixed(): DocumentError {
    const message = 'An element contains both text and elements. Only one of them is allowed.';
    return this.errorHere('mixed-content', message);
  }
}
