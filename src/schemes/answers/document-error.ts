/** Reasons to reject a delivered document as a whole. The codes are stable. */
export type DocumentErrorCode =
  /** The document has no bytes. */
  | 'empty'
  /** The document is not well-formed XML 1.0 with namespaces. */
  | 'malformed'
  /** The document has a DOCTYPE, which could declare entities. */
  | 'doctype'
  /** The bytes are not UTF-8, or the XML declaration names another encoding. */
  | 'encoding'
  /** The XML declaration names another version than 1.0. */
  | 'xml-version'
  /** The document is larger than the limit. */
  | 'document-size'
  /** A tag, text, comment or processing instruction is longer than the limit. */
  | 'token-size'
  /** The elements are nested deeper than the limit. */
  | 'depth'
  /** An element contains both text and elements. */
  | 'mixed-content'
  /** The document is not a message of a kind that the reader supports. */
  | 'kind'
  /** An element is missing, occurs twice, or is in the wrong place. */
  | 'structure'
  /** A value in a header or a group violates its type. */
  | 'value'
  /** The document has more groups or items than the limit. */
  | 'entry-count'
  /** The number of transactions differs from the number in the header. */
  | 'count'
  /** The amounts of the transactions do not add up to the sum in the header. */
  | 'sum'
  /** The entries of a statement do not explain its balances. */
  | 'balance';

/** A position in a document. Line and column are counted from 1, columns in characters. */
export interface DocumentPlace {
  readonly line: number;
  readonly column: number;
}

/** Thrown if a delivered document cannot be read. Its message begins with line and column. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;
  readonly line: number;
  readonly column: number;

  constructor(code: DocumentErrorCode, message: string, { line, column }: DocumentPlace) {
    super(`Line ${String(line)}, column ${String(column)}: ${message}`);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}
