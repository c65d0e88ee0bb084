/*
 * A strict parser of a part of XML, for payment files (docs/decisions, 148). It accepts elements,
 * attributes, text, the five predefined entities and character references. It rejects everything
 * else that XML allows, so that no other parser can read an accepted file differently.
 */

/** Thrown if a text is not in the accepted part of XML. It ends the reading of the file. */
export class XmlFault extends Error {
  /** Position in the text, in UTF-16 code units. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export interface Tag {
  readonly isClosing: boolean;
  /** The name without the prefix of the file. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** True for an element without content, such as `<Nm/>`. */
  readonly isEmpty: boolean;
}

/** Maximum number of open elements. The accepted elements nest eight deep. */
const MAX_DEPTH = 32;

/** Maximum number of different tags that are kept. A usual file has fewer than 100. */
const MAX_KNOWN_TAGS = 256;

const SPACE = '[ \\t\\r\\n]';
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const ATTRIBUTE = `${SPACE}+${NAME}${SPACE}*=${SPACE}*(?:"[^"<&]*"|'[^'<&]*')`;
const TAG = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE})*)${SPACE}*(/?)>`, 'y');
const PREFIX = /<([A-Za-z_][\w.-]*:)?/y;
const DECLARATION = new RegExp(
  `<\\?xml${SPACE}+version${SPACE}*=${SPACE}*(?:"1\\.0"|'1\\.0')` +
    `(?:${SPACE}+encoding${SPACE}*=${SPACE}*(?:"[Uu][Tt][Ff]-8"|'[Uu][Tt][Ff]-8'))?` +
    `(?:${SPACE}+standalone${SPACE}*=${SPACE}*(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\\?>`,
  'y',
);
const NAMED_VALUE = new RegExp(`(${NAME})${SPACE}*=${SPACE}*(?:"([^"]*)"|'([^']*)')`, 'g');

/** Matches control characters, and the code points that XML excludes. */
const NOT_ALLOWED = /[^\P{Cc}\t\r\n]|[\uFFFE\uFFFF]/u;
const NOT_SPACE = /[^ \t\r\n]/g;
const REFERENCE = /&(?:(lt|gt|amp|quot|apos);|#([0-9]{1,7});|#x([0-9A-Fa-f]{1,6});)?/g;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** Markup that XML allows and the service does not, by its first characters. */
const REFUSED: readonly (readonly [start: string, message: string])[] = [
  ['<!DOCTYPE', 'A DOCTYPE is not allowed. Remove it.'],
  ['<![CDATA[', 'A CDATA section is not allowed. Write the text with &lt; and &amp;.'],
  ['<!--', 'A comment is allowed only before the element Document. Remove it.'],
  ['<?xml', 'Expected <?xml version="1.0" encoding="UTF-8"?>, at the start of the file.'],
  ['<?', 'A processing instruction is not allowed. Remove it.'],
];

/** Reads tags and texts of a piece of a file, from left to right. Throws XmlFault. */
export class XmlText {
  readonly text: string;
  at = 0;
  /** Position of the last tag that was read. */
  tagAt = 0;
  /** Prefix of all element names with its colon, for example `p:`. It may be empty. */
  prefix: string;

  readonly #known: Map<string, Tag>;

  /** @param known the tags of the file that were read before, which are not parsed again */
  constructor(text: string, prefix: string, known: Map<string, Tag>) {
    this.text = text;
    this.prefix = prefix;
    this.#known = known;
    const found = NOT_ALLOWED.exec(text);
    if (found !== null) throw new XmlFault('Control characters are not allowed.', found.index);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips white space. Throws if text follows. */
  skipSpace(): void {
    if (this.text[this.at] === '<') return;
    NOT_SPACE.lastIndex = this.at;
    this.at = NOT_SPACE.exec(this.text)?.index ?? this.text.length;
    if (!this.isAtEnd && this.text[this.at] !== '<') {
      throw new XmlFault('Text is not allowed between elements.', this.at);
    }
  }

  /** Skips the declaration, and comments after it. */
  skipProlog(): void {
    DECLARATION.lastIndex = this.at;
    if (DECLARATION.test(this.text)) this.at = DECLARATION.lastIndex;
    this.skipSpace();
    while (this.text.startsWith('<!--', this.at)) {
      const end = this.text.indexOf('--', this.at + 4);
      if (end < 0) throw new XmlFault('The comment has no end.', this.at);
      if (this.text[end + 2] !== '>') throw new XmlFault('A comment contains --.', end);
      this.at = end + 3;
      this.skipSpace();
    }
  }

  /** Reads the prefix from the tag at the current position. */
  findPrefix(): void {
    PREFIX.lastIndex = this.at;
    this.prefix = PREFIX.exec(this.text)?.[1] ?? '';
  }

  /** Reads the tag at the position, which must be a `<`. */
  readTag(): Tag {
    const { at, text } = this;
    this.tagAt = at;
    const known = this.#known.get(text.slice(at, text.indexOf('>', at) + 1));
    if (known === undefined) return this.#parseTag();
    this.at = text.indexOf('>', at) + 1;
    return known;
  }

  #parseTag(): Tag {
    const { at, text, prefix } = this;
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (match === null) throw this.#notTag();
    const [whole, slash, qualified = '', written = '', empty] = match;
    const isClosing = slash === '/';
    const isEmpty = empty === '/';
    if (isClosing && (isEmpty || written !== '')) throw this.#notTag();
    this.at = at + whole.length;
    const isOwn = prefix === '' ? !qualified.includes(':') : qualified.startsWith(prefix);
    if (!isOwn) {
      const expected = prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
      throw new XmlFault(`The name ${qualified} needs ${expected}, as in Document.`, at);
    }
    const attributes = attributesOf(written, at);
    const tag = { isClosing, name: qualified.slice(prefix.length), attributes, isEmpty };
    // A tag with a > in an attribute is never found, because the search ends at the first one.
    if (this.#known.size < MAX_KNOWN_TAGS) this.#known.set(whole, tag);
    return tag;
  }

  #notTag(): XmlFault {
    const { at, text } = this;
    const refused = REFUSED.find(([start]) => text.startsWith(start, at));
    if (refused !== undefined) return new XmlFault(refused[1], at);
    if (!text.includes('>', at)) return new XmlFault('The file ends too early.', text.length);
    return new XmlFault('This is not a well-formed tag.', at);
  }

  /** Reads the text up to the next tag. */
  readText(): string {
    const { at, text } = this;
    const end = text.indexOf('<', at);
    if (end < 0) throw new XmlFault('The file ends too early.', text.length);
    this.at = end;
    const written = text.slice(at, end);
    const wrong = written.indexOf(']]>');
    if (wrong >= 0) throw new XmlFault('Write ]]&gt; instead of ]]>.', at + wrong);
    if (!written.includes('&')) return written;
    return written.replace(REFERENCE, (_, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? '';
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      // A missing number is NaN.
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      const character = isCharacter ? String.fromCodePoint(code) : '';
      if (character !== '' && !NOT_ALLOWED.test(character)) return character;
      const message = 'Expected &lt; &gt; &amp; &quot; &apos; or a reference to a character.';
      throw new XmlFault(message, at);
    });
  }

  /** Reads the closing tag of an element. */
  expectClose(name: string): void {
    this.skipSpace();
    const tag = this.readTag();
    if (tag.isClosing && tag.name === name) return;
    const found = tag.isClosing ? `</${tag.name}>` : `<${tag.name}>`;
    throw new XmlFault(`Found ${found}. Expected </${name}>.`, this.tagAt);
  }

  /** Skips the content of an element and its closing tag. */
  skipContent({ name, isEmpty }: Tag): void {
    const open = isEmpty ? [] : [name];
    while (open.length > 0) {
      this.readText();
      const tag = this.readTag();
      if (tag.isClosing) {
        const expected = open.pop() ?? '';
        if (tag.name !== expected) throw new XmlFault(`Expected </${expected}>.`, this.tagAt);
      } else if (!tag.isEmpty) open.push(tag.name);
      if (open.length > MAX_DEPTH) {
        throw new XmlFault(`More than ${String(MAX_DEPTH)} elements are nested.`, this.tagAt);
      }
    }
  }
}

/** Returns the attributes of a tag at a position. Throws if a name occurs twice. */
function attributesOf(written: string, at: number): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', double, single] of written.matchAll(NAMED_VALUE)) {
    if (values.has(name)) throw new XmlFault(`The attribute ${name} occurs twice.`, at);
    values.set(name, double ?? single ?? '');
  }
  return values;
}
