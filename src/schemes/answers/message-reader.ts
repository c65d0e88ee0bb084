import { expectDefined } from '../../shared/assert.ts';
import { shorten } from '../../shared/text.ts';
import { ACCOUNT_REPORT_DEFINITIONS } from './account-report-definitions.ts';
import type { DocumentErrorCode } from './document-error.ts';
import {
  ANSWER_DEFINITIONS,
  type BranchNode,
  type Member,
  type MessageDefinition,
  type MessageNode,
  type Section,
  type ValueNode,
} from './message-definitions.ts';
import { quoted, valueFault } from './value-types.ts';
import { XmlReader, type XmlElement } from './xml-reader.ts';

/** The values of a section of a message. */
export interface SectionRecord {
  readonly section: Section;
  readonly values: Map<Member, string>;
  /** The currency (Ccy) of the amount of the section. */
  currency: string | undefined;
  /** The first violation of the message definition in a transaction. */
  problem: string | null;
}

/**
 * Receives the sections of a message in the order in which they end. `outer` is the section that
 * contains it. Its values are those that precede this section. The handler may throw.
 */
export type SectionHandler = (
  record: SectionRecord,
  definition: MessageDefinition,
  outer: SectionRecord | undefined,
) => void;

/** The messages that the reader supports. */
const DEFINITIONS = [...ANSWER_DEFINITIONS, ...ACCOUNT_REPORT_DEFINITIONS];

/** Maximum length of a value that is kept, in UTF-16 code units. No type allows longer ones. */
const MAX_VALUE_LENGTH = 1024;

/** Maximum length of the texts of all reasons together, in characters. */
const MAX_REASON_CHARACTERS = 500;

/** The children of elements that have none. Never changed. */
const NONE = new Set<string>();

const NOT_SPACE = /[^ \t\r\n]/;

/** An open element that is not skipped. The node is undefined outside the element Document. */
interface Frame {
  readonly name: string;
  readonly node: MessageNode | undefined;
  /** Names of the child elements of a branch so far. */
  readonly seen: Set<string>;
}

/**
 * Reads an ISO 20022 message, alone or in an envelope, and divides it into sections. A violation of
 * the definition within a transaction becomes the `problem` of its record. A violation elsewhere
 * throws a DocumentError.
 */
export class MessageReader {
  readonly #xml = new XmlReader({
    open: (element) => this.#open(element),
    text: (text) => this.#text(text),
    close: () => this.#close(),
  });
  readonly #onSection: SectionHandler;
  readonly #frames: Frame[] = [];
  /** Number of open elements that are skipped, the outermost one included. */
  #skipped = 0;
  #definition: MessageDefinition | undefined;
  /** The open sections, the outermost first. */
  readonly #records: SectionRecord[] = [];
  #value = '';

  constructor(onSection: SectionHandler) {
    this.#onSection = onSection;
  }

  /** Reads further bytes of the document. Throws a DocumentError. */
  write(bytes: Uint8Array): void {
    this.#xml.write(bytes);
  }

  /** Ends the document. Throws a DocumentError if it is incomplete or contains no message. */
  end(): MessageDefinition {
    this.#xml.end();
    if (this.#definition === undefined) {
      throw this.errorHere('kind', 'There is no Document of ISO 20022.');
    }
    return this.#definition;
  }

  /** Returns an error at the current position. */
  errorHere(code: DocumentErrorCode, message: string) {
    return this.#xml.errorHere(code, message);
  }

  #open(element: XmlElement): void {
    if (this.#skipped > 0) {
      this.#skipped += 1;
      return;
    }
    const outer = this.#frames.at(-1);
    if (outer?.node === undefined) this.#openAround(element);
    else if ('member' in outer.node) {
      this.#reject('structure', `${this.#path()} contains an element. Only text is expected.`);
      this.#skipped = 1;
    } else this.#openChild(outer, outer.node, element);
  }

  /** Opens the element Document, or an element around it or beside it. */
  #openAround({ uri, local }: XmlElement): void {
    if (local === 'AppHdr') {
      this.#skipped = 1;
      return;
    }
    if (local !== 'Document') {
      this.#push(local, undefined);
      return;
    }
    if (this.#definition !== undefined) {
      throw this.errorHere('structure', 'There is more than one Document. Send one at a time.');
    }
    this.#definition = DEFINITIONS.find(({ namespace }) => namespace === uri);
    if (this.#definition === undefined) {
      const names = DEFINITIONS.map(({ namespace }) => namespace).join(', ');
      const found = uri === '' ? 'no namespace' : `the namespace ${quoted(uri)}`;
      throw this.errorHere('kind', `Document has ${found}. Supported are ${names}.`);
    }
    this.#push(local, this.#definition.document);
  }

  #openChild(outer: Frame, parent: BranchNode, { uri, local, attributes }: XmlElement): void {
    const { namespace, document } = expectDefined(this.#definition, 'the definition');
    const node = uri === namespace ? parent.children.get(local) : undefined;
    if (node === undefined) {
      if (parent === document) {
        const expected = parent.required.join();
        throw this.errorHere('structure', `Found ${quoted(local)} instead of ${expected}.`);
      }
      this.#skipped = 1;
      return;
    }
    if (!this.#isFirst(outer, node, local)) {
      this.#skipped = 1;
      return;
    }
    this.#push(local, node);
    if (!('member' in node)) {
      if (node.section !== undefined) this.#records.push(newRecord(node.section));
    } else {
      this.#value = '';
      if (node.type === 'amount') this.#openRecord().currency = attributes['Ccy']?.value;
    }
  }

  /** Rejects a second element where one is allowed. */
  #isFirst({ seen }: Frame, node: MessageNode, local: string): boolean {
    const alternative = 'member' in node ? node.alternativeTo : undefined;
    const name = alternative ?? local;
    if (!seen.has(name)) {
      seen.add(name);
      return true;
    }
    if (node.isRepeatable) return true;
    const path = this.#path(local);
    const rule = alternative === undefined ? 'occurs twice' : `occurs beside ${alternative}`;
    this.#reject('structure', `${path} ${rule}. Send it once.`);
    return false;
  }

  #text(text: string): void {
    if (this.#skipped > 0) return;
    const node = this.#frames.at(-1)?.node;
    if (node === undefined) return;
    if (!('member' in node)) {
      if (NOT_SPACE.test(text)) {
        this.#reject('structure', `${this.#path()} contains text. Only elements are expected.`);
      }
    } else if (this.#value.length <= MAX_VALUE_LENGTH) this.#value += text;
  }

  #close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const { node, seen } = expectDefined(this.#frames.at(-1), 'the open element');
    if (node !== undefined) {
      if ('member' in node) this.#endValue(node);
      else this.#endBranch(node, seen);
    }
    this.#frames.pop();
  }

  #endValue({ member, type }: ValueNode): void {
    const fault = valueFault(type, this.#value);
    if (fault !== undefined) {
      this.#reject('value', `${this.#path()}: ${fault}`);
      return;
    }
    const { values } = this.#openRecord();
    const earlier = values.get(member);
    if (earlier === undefined) values.set(member, this.#value);
    else if (member === 'reasonText') {
      values.set(member, shorten(`${earlier} ${this.#value}`, MAX_REASON_CHARACTERS));
    }
  }

  #endBranch({ required, section }: BranchNode, seen: ReadonlySet<string>): void {
    const missing = required.find((name) => !seen.has(name));
    if (missing !== undefined) this.#reject('structure', `${this.#path(missing)} is missing.`);
    if (section === undefined) return;
    const record = this.#openRecord();
    this.#records.pop();
    const definition = expectDefined(this.#definition, 'the definition');
    this.#onSection(record, definition, this.#records.at(-1));
  }

  /** Notes the problem of a transaction, or throws if the fault is outside a transaction. */
  #reject(code: DocumentErrorCode, message: string): void {
    const record = this.#records.at(-1);
    if (record?.section !== 'transaction') throw this.errorHere(code, message);
    record.problem ??= message;
  }

  #push(name: string, node: MessageNode | undefined): void {
    const isBranch = node !== undefined && 'children' in node;
    this.#frames.push({ name, node, seen: isBranch ? new Set() : NONE });
  }

  #openRecord(): SectionRecord {
    return expectDefined(this.#records.at(-1), 'the section of the element');
  }

  /** Returns the path of the innermost element, or of a child of it, such as `GrpHdr/MsgId`. */
  #path(child?: string): string {
    const names = this.#frames.filter(({ node }) => node !== undefined).map(({ name }) => name);
    // The path begins below the element that names the kind of message.
    const path = child === undefined ? names : [...names, child];
    return path.slice(Math.min(2, path.length - 1)).join('/');
  }
}

function newRecord(section: Section): SectionRecord {
  return { section, values: new Map(), currency: undefined, problem: null };
}
