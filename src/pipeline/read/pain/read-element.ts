import { describe } from '../../../contract/faults.ts';
import type { ERROR_CODES } from '../../../shared/errors.ts';
import { shorten } from '../../../shared/text.ts';
import type { Element } from './elements.ts';
import { XmlFault, type Tag, type XmlText } from './xml-text.ts';

/** The texts of elements by their paths. Attributes are at paths such as `Amt/InstdAmt/@Ccy`. */
export type Values = Map<string, string>;

/** Receives the faults of elements, with paths as in Values. */
export type Report = (code: keyof typeof ERROR_CODES, message: string, path: string) => void;

/**
 * Reads an element, whose tag is at the position. Reports violations of its definition, and
 * continues. Throws XmlFault for text that is not well formed.
 *
 * @param isOpen true if the text ends before the first CdtTrfTxInf of the element
 */
export function readElement(
  xml: XmlText,
  element: Element,
  report: Report,
  isOpen = false,
): Values {
  const values: Values = new Map();
  xml.skipSpace();
  const tag = xml.readTag();
  if (tag.isClosing || tag.name !== element.name) {
    throw new XmlFault(
      `Found ${tag.isClosing ? '/' : ''}${tag.name}. Expected ${element.name}.`,
      xml.tagAt,
    );
  }
  if (isOpen && tag.isEmpty) throw new XmlFault(`${tag.name} is empty.`, xml.tagAt);
  new ElementReader(xml, values, report).read(element, tag, element.path, isOpen);
  return values;
}

const UNSUPPORTED = 'The service does not support this element. Remove it.';

class ElementReader {
  readonly #xml: XmlText;
  readonly #values: Values;
  readonly #report: Report;

  constructor(xml: XmlText, values: Values, report: Report) {
    this.#xml = xml;
    this.#values = values;
    this.#report = report;
  }

  /** @param path of the element, with its number if it is repeatable */
  read(element: Element, tag: Tag, path: string, isOpen = false): void {
    if (tag.attributes.size > 0 || element.attribute !== undefined) {
      this.#readAttributes(element, tag, path);
    }
    if (element.children === undefined) this.#readValue(element, tag, path);
    else this.#readChildren(element, element.children, tag, path, isOpen);
  }

  #readAttributes({ attribute }: Element, tag: Tag, path: string): void {
    const { attributes } = tag;
    for (const [name, value] of attributes) {
      if (name === attribute) this.#values.set(`${path}/@${name}`, value);
      else
        this.#report(
          'fieldUnexpected',
          'Unknown attribute. Remove it.',
          `${path}/@${shorten(name)}`,
        );
    }
    if (attribute !== undefined && !attributes.has(attribute)) {
      this.#report('fieldMissing', `${attribute} is required.`, `${path}/@${attribute}`);
    }
  }

  #readValue({ format }: Element, tag: Tag, path: string): void {
    const xml = this.#xml;
    let value = '';
    if (!tag.isEmpty) {
      value = xml.readText();
      let next = xml.readTag();
      if (!next.isClosing) {
        this.#report('fieldInvalid', 'Expected text without elements.', path);
        for (; !next.isClosing; next = xml.readTag()) {
          xml.skipContent(next);
          xml.readText();
        }
      }
      expectEnd(xml, next, tag.name);
    }
    this.#values.set(path, value);
    if (format === undefined || format.isValid(value)) return;
    this.#report('fieldInvalid', `Found ${describe(value)}. Expected ${format.expected}.`, path);
  }

  #readChildren(
    element: Element,
    children: ReadonlyMap<string, Element>,
    tag: Tag,
    path: string,
    isOpen: boolean,
  ): void {
    const xml = this.#xml;
    const seen: Element[] = [];
    let repeats = 0;
    while (!tag.isEmpty) {
      xml.skipSpace();
      if (isOpen && xml.isAtEnd) break;
      const next = xml.readTag();
      if (next.isClosing) {
        expectEnd(xml, next, tag.name);
        if (isOpen) throw new XmlFault(`${tag.name} needs at least one CdtTrfTxInf.`, xml.tagAt);
        break;
      }
      const child = children.get(next.name);
      const childPath = this.#pathOf(path, element, child, next.name);
      if (child === undefined || !this.#accept(child, seen, element, childPath)) {
        if (child === undefined) this.#report('fieldUnexpected', UNSUPPORTED, childPath);
        xml.skipContent(next);
        continue;
      }
      repeats = seen.at(-1) === child ? repeats + 1 : 1;
      seen.push(child);
      this.read(child, next, child.isRepeatable ? `${childPath}[${String(repeats)}]` : childPath);
    }
    this.#checkRequired(element, seen, path);
  }

  /** Returns the path of a child. Most paths are known in advance, which saves time. */
  #pathOf(path: string, parent: Element, child: Element | undefined, name: string): string {
    if (child !== undefined && path === parent.path) return child.path;
    return path === '' ? shorten(name) : `${path}/${shorten(name)}`;
  }

  /** Reports a child that may not occur here. Returns true if it can be read nevertheless. */
  #accept(child: Element, seen: readonly Element[], parent: Element, path: string): boolean {
    const last = seen.at(-1);
    if (last === undefined || (last === child && child.isRepeatable)) return true;
    if (seen.includes(child)) {
      this.#report('fieldUnexpected', 'This element occurs twice. Expected it once.', path);
      return false;
    }
    if (parent.isChoice) {
      this.#report('fieldUnexpected', `Expected only one of ${last.name} and ${child.name}.`, path);
      return false;
    }
    if (last.order > child.order) {
      this.#report('fieldInvalid', `${child.name} must come before ${last.name}.`, path);
    }
    return true;
  }

  #checkRequired(element: Element, seen: readonly Element[], path: string): void {
    const children = [...(element.children?.values() ?? [])];
    if (element.isChoice && seen.length === 0) {
      const names = children.map(({ name }) => name).join(' or ');
      this.#report('fieldMissing', `Expected ${names}.`, path);
    }
    for (const child of children) {
      if (!child.isRequired || seen.includes(child)) continue;
      const childPath = this.#pathOf(path, element, child, child.name);
      this.#report('fieldMissing', `${child.name} is required.`, childPath);
    }
  }
}

function expectEnd(xml: XmlText, tag: Tag, name: string): void {
  if (tag.name === name) return;
  throw new XmlFault(`Found </${tag.name}>. Expected </${name}>.`, xml.tagAt);
}
