import { XMLParser } from 'fast-xml-parser';
import { shorten } from '../../shared/text.ts';

/** Characters of an XML file that are looked at: enough for a prolog and the root element. */
const MAX_PROLOG_CHARACTERS = 4096;

/** White space, of which one character says as much as a thousand. */
const SPACES = /[ \t\r\n]+/g;

const ATTRIBUTE = '@';

/** Entities stay as they are: nothing that a hostile file defines is ever expanded. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** Messages of ISO 20022 by the beginning of their names. */
const MESSAGES: readonly (readonly [name: string, what: string])[] = [
  ['pain.001.', 'a CustomerCreditTransferInitiation'],
  ['pain.008.', 'a CustomerDirectDebitInitiation'],
  ['pacs.008.', 'an interbank credit transfer'],
  ['camt.', 'an account report'],
];

/** What an XML file seems to be by its root element and namespace, as the end of "seems …". */
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
  // A tag that the bound cuts in two would be an error.
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
    // It begins like XML and is not well formed: that is all there is to say.
    return undefined;
  }
}
