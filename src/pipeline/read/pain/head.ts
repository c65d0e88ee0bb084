import type { FileMessage } from '../../../domain/records/payment.ts';
import { GROUP_HEADER } from './elements.ts';
import type { Pieces } from './pieces.ts';
import { readElement, type Report, type Values } from './read-element.ts';
import { XmlFault, type Tag, type XmlText } from './xml-text.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(pain\.001\.001\.0[89])$/;
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Declarations of namespaces. Prefixes that begin with `xml` are reserved. */
const DECLARES = /^xmlns(?::(?!xml)[\w.-]+)?$/;

/** The start of a file up to the first PmtInf. */
interface Head {
  readonly message: FileMessage;
  readonly groupHeader: Values;
}

/**
 * Reads the start of a file up to the first PmtInf, and sets the prefix of its elements. Returns
 * undefined for another kind of file. Then the window is still at its start. Throws XmlFault.
 */
export function readHead(pieces: Pieces, report: Report): Head | undefined {
  const { window } = pieces;
  while (window.end < BYTE_ORDER_MARK.length && window.advance());
  if (pieces.startsWith(BYTE_ORDER_MARK)) window.at = BYTE_ORDER_MARK.length;
  const xml = pieces.start();
  if (!/^[ \t\r\n]*</.test(xml.text)) return undefined;
  xml.skipProlog();
  xml.findPrefix();
  pieces.prefix = xml.prefix;
  const name = documentName(xml, xml.readTag());
  if (name === undefined) return undefined;
  xml.skipSpace();
  const root = xml.readTag();
  if (
    root.name !== 'CstmrCdtTrfInitn' ||
    root.attributes.size > 0 ||
    root.isClosing ||
    root.isEmpty
  ) {
    throw new XmlFault('Expected <CstmrCdtTrfInitn>.', xml.tagAt);
  }
  const groupHeader = readElement(xml, GROUP_HEADER, report);
  pieces.moveBehind(xml);
  const [id = '', createdAt = ''] = ['MsgId', 'CreDtTm'].map((path) => groupHeader.get(path));
  return { message: { name, id, createdAt }, groupHeader };
}

/** Returns the name of the message, or undefined if the root element is not a pain.001. */
function documentName({ prefix, tagAt }: XmlText, tag: Tag): string | undefined {
  const { attributes } = tag;
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  const name = NAMESPACE.exec(attributes.get(declaration) ?? '')?.[1];
  if (tag.name !== 'Document' || name === undefined) return undefined;
  if (tag.isClosing || tag.isEmpty) throw new XmlFault('Expected <Document>.', tagAt);
  for (const [attribute, value] of attributes) {
    const isLocation =
      attribute === 'xsi:schemaLocation' && attributes.get('xmlns:xsi') === INSTANCE;
    if (isLocation || (DECLARES.test(attribute) && value !== '')) continue;
    throw new XmlFault(`The attribute ${attribute} is not allowed. Remove it.`, tagAt);
  }
  return name;
}
