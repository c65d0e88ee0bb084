/** Longest name that is read, in characters. */
const MAX_NAME_CHARACTERS = 2048;

/** Names of attribute types, in the spellings of RFC 4514, OpenSSL and Node, in lower case. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['cn', '2.5.4.3'],
  ['commonname', '2.5.4.3'],
  ['sn', '2.5.4.4'],
  ['surname', '2.5.4.4'],
  ['serialnumber', '2.5.4.5'],
  ['c', '2.5.4.6'],
  ['countryname', '2.5.4.6'],
  ['l', '2.5.4.7'],
  ['localityname', '2.5.4.7'],
  ['st', '2.5.4.8'],
  ['stateorprovincename', '2.5.4.8'],
  ['street', '2.5.4.9'],
  ['streetaddress', '2.5.4.9'],
  ['o', '2.5.4.10'],
  ['organizationname', '2.5.4.10'],
  ['ou', '2.5.4.11'],
  ['organizationalunitname', '2.5.4.11'],
  ['title', '2.5.4.12'],
  ['businesscategory', '2.5.4.15'],
  ['postalcode', '2.5.4.17'],
  ['gn', '2.5.4.42'],
  ['givenname', '2.5.4.42'],
  // Where PSD2 certificates have the number of the authorisation (ETSI TS 119 495).
  ['organizationidentifier', '2.5.4.97'],
  ['uid', '0.9.2342.19200300.100.1.1'],
  ['dc', '0.9.2342.19200300.100.1.25'],
  ['emailaddress', '1.2.840.113549.1.9.1'],
]);

const OID = /^(?:oid\.)?(\d+(?:\.\d+)+)$/i;
const TYPE_NAME = /^[a-z][a-z0-9-]*$/i;
/** An escaped octet, an escaped character, or a character. */
const TOKEN = /\\(?:[0-9a-f]{2}|.)|./gisu;
/** What stands for itself in a value only behind a backslash (RFC 4514, 2.4). */
const SPECIAL = /^["+,;<>]$/;
const ESCAPED_OCTET = /^\\[0-9a-f]{2}$/i;
const ESCAPABLE = /^[ "#+,;<=>\\]$/;

/** Tags of the ASN.1 strings that are read as UTF-8: UTF8String, PrintableString, IA5String. */
const TEXT_TAGS: ReadonlySet<number> = new Set([0x0c, 0x13, 0x16]);
/** From here on an octet of length says how long the length is; names are shorter. */
const LONG_FORM = 0x80;

/**
 * Whether two texts are the same distinguished name. Each may be in the spelling of RFC 4514 or in
 * Node's (one attribute a line). The order of attributes does not count, nor the case and spelling
 * of their types; values count to the letter. A text that is no such name is the same as none.
 */
export function sameName(one: string, other: string): boolean {
  const name = readName(one);
  return name !== undefined && name === readName(other);
}

/** One spelling for all texts that mean the same; undefined when the text is no name. */
function readName(text: string): string | undefined {
  if (text.length > MAX_NAME_CHARACTERS) return undefined;
  const parts = splitUnescaped(text, ',\n').map(readPart);
  return parts.every((part) => part !== undefined) ? JSON.stringify(parts.sort()) : undefined;
}

/** A relative name: one attribute, seldom several joined by `+`. */
function readPart(text: string): string | undefined {
  const attributes = splitUnescaped(text, '+').map(readAttribute);
  const isRead = attributes.every((attribute) => attribute !== undefined);
  return isRead ? JSON.stringify(attributes.sort()) : undefined;
}

function readAttribute(text: string): string | undefined {
  const end = text.indexOf('=');
  const type = end < 0 ? undefined : readType(text.slice(0, end).trim());
  const value = readValue(text.slice(end + 1));
  return type === undefined || value === undefined ? undefined : `${type}=${value}`;
}

function readType(text: string): string | undefined {
  const oid = OID.exec(text)?.[1];
  if (oid !== undefined) return oid;
  return TYPE_NAME.test(text) ? (TYPES.get(text.toLowerCase()) ?? text.toLowerCase()) : undefined;
}

/** The value that a text stands for; undefined when it is empty or breaks the rules of escaping. */
function readValue(text: string): string | undefined {
  const tokens = text.match(TOKEN) ?? [];
  const first = tokens.findIndex((token) => token !== ' ');
  if (first < 0) return undefined;
  const last = tokens.findLastIndex((token) => token !== ' ');
  const [begin, ...rest] = tokens.slice(first, last + 1);
  if (begin === '#') return readHex(rest.join(''));
  const octets = tokens.slice(first, last + 1).map(readToken);
  return octets.every((part) => part !== undefined) ? decode(Buffer.concat(octets)) : undefined;
}

/** The octets of a character, or of what is escaped; undefined where that is not allowed. */
function readToken(token: string): Buffer | undefined {
  if (ESCAPED_OCTET.test(token)) return Buffer.from(token.slice(1), 'hex');
  const escaped = token.startsWith('\\') ? token.slice(1) : undefined;
  if (escaped !== undefined) return ESCAPABLE.test(escaped) ? Buffer.from(escaped) : undefined;
  return SPECIAL.test(token) ? undefined : Buffer.from(token);
}

/** The text of an ASN.1 string in hex. No kind that is seen in certificates today is left out. */
function readHex(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  const [tag = 0, length = 0, ...content] = Buffer.from(hex, 'hex');
  const isText = TEXT_TAGS.has(tag) && length < LONG_FORM && content.length === length;
  return isText ? decode(Buffer.from(content)) : undefined;
}

function decode(octets: Buffer): string | undefined {
  const text = octets.toString('utf8');
  return Buffer.from(text).equals(octets) && text !== '' ? text : undefined;
}

function splitUnescaped(text: string, separators: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const token of text.match(TOKEN) ?? []) {
    if (separators.includes(token)) {
      parts.push(part);
      part = '';
    } else part += token;
  }
  return [...parts, part];
}
