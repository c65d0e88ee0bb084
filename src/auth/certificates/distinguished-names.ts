/** Maximum length of a distinguished name, in characters. */
const MAX_NAME_CHARACTERS = 2048;

/**
 * The object identifiers of attribute types, by the lower-case names that RFC 4514, OpenSSL and
 * Node use.
 */
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
  // In PSD2 certificates, this attribute contains the authorisation number (ETSI TS 119 495).
  ['organizationidentifier', '2.5.4.97'],
  ['uid', '0.9.2342.19200300.100.1.1'],
  ['dc', '0.9.2342.19200300.100.1.25'],
  ['emailaddress', '1.2.840.113549.1.9.1'],
]);

const OID = /^(?:oid\.)?(\d+(?:\.\d+)+)$/i;
const TYPE_NAME = /^[a-z][a-z0-9-]*$/i;
/** Matches one escaped octet, one escaped character, or one plain character. */
const TOKEN = /\\(?:[0-9a-f]{2}|.)|./gisu;
/** Characters that must be escaped in a value (RFC 4514, 2.4). */
const SPECIAL = /^["+,;<>]$/;
const ESCAPED_OCTET = /^\\[0-9a-f]{2}$/i;
const ESCAPABLE = /^[ "#+,;<=>\\]$/;

/**
 * The tags of those ASN.1 string types that are read as UTF-8: UTF8String, PrintableString,
 * IA5String.
 */
const TEXT_TAGS: ReadonlySet<number> = new Set([0x0c, 0x13, 0x16]);
/**
 * From this value on, the first length octet announces that more length octets follow. No attribute
 * value of a name is that long.
 */
const LONG_FORM = 0x80;

/**
 * Returns true if two texts are the same distinguished name. Each may be in the syntax of RFC 4514
 * or of Node (one attribute per line). The order of the attributes and the names of their types may
 * differ. The values must be exactly equal. A text that is not a valid name is not equal to any
 * name.
 */
export function sameName(one: string, other: string): boolean {
  const name = readName(one);
  return name !== undefined && name === readName(other);
}

/** Returns a canonical form of a name, or undefined if the text is not a valid name. */
function readName(text: string): string | undefined {
  if (text.length > MAX_NAME_CHARACTERS) return undefined;
  const parts = splitUnescaped(text, ',\n').map(readPart);
  return parts.every((part) => part !== undefined) ? JSON.stringify(parts.sort()) : undefined;
}

/**
 * Returns a canonical form of a relative distinguished name: one attribute, or rarely several that
 * are joined by `+`.
 */
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

/**
 * Returns the unescaped value of an attribute. Returns undefined if it is empty or escaped
 * incorrectly.
 */
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

/**
 * Returns the octets of a plain or escaped character. Returns undefined if the character is not
 * allowed here.
 */
function readToken(token: string): Buffer | undefined {
  if (ESCAPED_OCTET.test(token)) return Buffer.from(token.slice(1), 'hex');
  const escaped = token.startsWith('\\') ? token.slice(1) : undefined;
  if (escaped !== undefined) return ESCAPABLE.test(escaped) ? Buffer.from(escaped) : undefined;
  return SPECIAL.test(token) ? undefined : Buffer.from(token);
}

/**
 * Returns the text of a hex-encoded ASN.1 string. All string types that certificates use today are
 * supported.
 */
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
