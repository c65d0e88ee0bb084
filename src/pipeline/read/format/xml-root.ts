import { XMLParser } from 'fast-xml-parser';
import { shorten } from '../../../shared/text.ts';

/**
 * Number of characters of an XML file that are examined: enough for a prolog and the root element.
 */
const MAX_PROLOG_CHARACTERS = 4096;

/** Matches white space. It is collapsed first, so that the limit counts meaningful characters. */
const SPACES = /[ \t\r\n]+/g;

const ATTRIBUTE = '@';

/** The XML parser. It does not expand entities, because a hostile file can define them. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** ISO 20022 messages by the prefix of their names. */
const MESSAGES: readonly (readonly [name: string, what: string])[] = [
  ['pain.001.', 'a CustomerCreditTransferInitiation'],
  ['pain.008.', 'a CustomerDirectDebitInitiation'],
  ['pacs.008.', 'an interbank credit transfer'],
  ['camt.', 'an account report'],
];

/**
 * Describes an XML file by its root element and namespace. The result completes "The file seems …".
 */
export function describeXml(text: string): string {
  if (/^<(!doctype\s+)?html/i.test(text)) return 'to be a web page (HTML)';
  const root = readRoot(text.replace(SPACES, ' ').slice(0, MAX_PROLOG_CHARACTERS));
  if (root === undefined) return 'to be XML';
  const message = /[:\\/]((?:pain|pacs|camt)\.\d{3}\.\d{3}\.\d{2})$/.exec(root.namespace)?.[1];
  if (message === undefined) return `to be XML, its root element ${root.name}`;
  const kind = MESSAGES.find(([name]) => message.startsWith(name))?.[1] ?? 'a message';
  return `to be ${kind} of ISO 20022 (${message}, XML)`;
}

function readRoot(text: string): { name: string; namespace: string } | undefined {
  // The character limit may cut a tag in two, which would be a syntax error.
  const whole = text.slice(0, text.lastIndexOf('>') + 1);
  try {
    const parsed = PARSER.parse(whole) as Record<string, unknown>;
    const [found] = Object.entries(parsed).filter(([name]) => !name.startsWith('#'));
    if (found === undefined) return undefined;
    const [qualified, content] = found;
    const [prefix, name] = qualified.includes(':') ? qualified.split(':') : ['', qualified];
    const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix ?? ''}`;
    const namespace: unknown = Object.entries(Object(content) as object).find(
      ([member]) => member === ATTRIBUTE + attribute,
    )?.[1];
    return {
      name: shorten(name ?? ''),
      namespace: typeof namespace === 'string' ? namespace : '',
    };
  } catch {
    // The text begins like XML but is not well formed, so there is no root element to describe.
    return undefined;
  }
}
