import type { Token } from 'stream-json/core/parser.js';
import {
  defineMember,
  JSON_FAULTS,
  LONE_SURROGATE,
  type JsonFault,
} from '../../../shared/json/json-fault.ts';
import { MAX_JSON_DEPTH } from '../../../shared/json/json.ts';
import { pathText } from '../../../shared/text.ts';

/** Nesting depth of the list of payments: the file object, its member Data, and the list. */
const LIST_DEPTH = 3;

export interface AssemblerEvents {
  /** Called when a payment is complete. */
  readonly payment: (value: unknown) => void;
  /** Called at the end of the list of payments. */
  readonly listEnd: () => void;
  /** Called for JSON that two parsers could interpret differently. `inList`: within a payment. */
  readonly fault: (message: string, path: string, inList: boolean) => void;
  /** Called for a member of the envelope that the format does not define. */
  readonly unexpected: (prefix: string, name: string) => void;
}

/**
 * Builds values from the tokens of stream-json, and checks what stream-json does not check:
 * duplicate names, `__proto__`, lone surrogates and depth. Holds only one payment of the list at a
 * time.
 */
export class Assembler {
  readonly #events: AssemblerEvents;
  /** The open objects and lists, the outermost first. */
  readonly #open: (Record<string, unknown> | unknown[])[] = [];
  /** Name or index of the next value in each of them. */
  readonly #path: (string | number)[] = [];
  #list: unknown[] | undefined;
  isClosed = false;
  isTooDeep = false;

  constructor(events: AssemblerEvents) {
    this.#events = events;
  }

  take(token: Token): void {
    if (token.name === 'startObject') this.#enter({}, '');
    else if (token.name === 'startArray') this.#enter([], 0);
    else if (token.name === 'endObject' || token.name === 'endArray') this.#leave();
    else if (token.name === 'keyValue') this.#name(token.value);
    else if (token.name === 'numberValue') this.#add(Number(token.value));
    else if (token.name === 'stringValue') this.#add(this.#checkText(token.value));
    else if ('value' in token) this.#add(token.value);
  }

  #enter(container: Record<string, unknown> | unknown[], first: string | number): void {
    if (this.#open.length >= MAX_JSON_DEPTH) this.isTooDeep = true;
    if (Array.isArray(container) && this.#isList()) this.#list = container;
    this.#open.push(container);
    this.#path[this.#open.length - 1] = first;
  }

  #isList(): boolean {
    const { length } = this.#open;
    if (this.#list !== undefined || length !== LIST_DEPTH - 1) return false;
    return this.#path[0] === 'Data' && this.#path[1] === 'DomesticPayments';
  }

  #leave(): void {
    const container = this.#open.pop();
    if (container === this.#list) this.#events.listEnd();
    this.#add(container);
  }

  #name(name: string): void {
    const depth = this.#open.length;
    this.#path[depth - 1] = '';
    this.#checkText(name);
    this.#path[depth - 1] = name;
    const object = this.#open[depth - 1] ?? {};
    if (Object.hasOwn(object, name)) this.#fault('duplicate', name);
    else if (depth === 1 && name !== 'Data') this.#events.unexpected('', name);
    else if (depth === 2 && this.#path[0] === 'Data' && name !== 'DomesticPayments') {
      this.#events.unexpected('Data.', name);
    }
    if (name === '__proto__') this.#fault('prototype', name);
  }

  #add(value: unknown): void {
    const depth = this.#open.length;
    const container = this.#open[depth - 1];
    const key = this.#path[depth - 1] ?? 0;
    if (container === undefined) this.isClosed = true;
    else if (typeof key === 'string') defineMember(container, key, value);
    else {
      if (container === this.#list) this.#events.payment(value);
      else (container as unknown[]).push(value);
      this.#path[depth - 1] = key + 1;
    }
  }

  #checkText(text: string): string {
    if (LONE_SURROGATE.test(text)) this.#fault('surrogate', text);
    return text;
  }

  #fault(kind: JsonFault['kind'], name: string): void {
    const path = pathText(this.#path.slice(0, this.#open.length));
    const inList = this.#open[LIST_DEPTH - 1] === this.#list && this.#list !== undefined;
    this.#events.fault(JSON_FAULTS[kind](name), path, inList);
  }
}
