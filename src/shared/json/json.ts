import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  POINT,
  QUOTE,
  SPACE,
  ZERO,
} from './characters.ts';
import { MAX_FAULTS_REPORTED } from '../errors.ts';
import {
  defineMember,
  foundAt,
  JSON_FAULTS,
  LONE_SURROGATE,
  SyntaxStop,
  type JsonFault,
  type JsonSyntaxFault,
} from './json-fault.ts';
import { pathText } from '../text.ts';

export type { JsonFault, JsonSyntaxFault } from './json-fault.ts';
export { memberString, memberText } from './json-text.ts';

export type JsonResult =
  | {
      readonly value: unknown;
      /** The first MAX_FAULTS_REPORTED faults. */
      readonly faults: readonly JsonFault[];
      /** Total number of faults. */
      readonly total: number;
    }
  | { readonly syntax: JsonSyntaxFault };

export interface JsonOptions {
  readonly maxDepth?: number;
  /** Number of nesting levels around the text in a larger one. They count towards `maxDepth`. */
  readonly levelsAround?: number;
  /** Path of the text in a larger one. The paths of faults begin with it. */
  readonly path?: string;
  /** Converts the digits of a number, for callers that need every digit. */
  readonly number?: (digits: string) => unknown;
}

/** Maximum nesting of objects and arrays (rules, 1.9). */
export const MAX_JSON_DEPTH = 32;

/**
 * Parses a JSON text (RFC 8259) as `JSON.parse` does. It also reports what `JSON.parse` accepts
 * silently: duplicate names, `__proto__` as a name, and lone surrogates (rules, 1.9). Nesting
 * deeper than `maxDepth` is a syntax fault, found before the stack overflows.
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonResult {
  const reader = new JsonReader(text, options);
  try {
    return { value: reader.readText(), faults: reader.faults, total: reader.total };
  } catch (error) {
    if (error instanceof SyntaxStop) return { syntax: error.fault };
    throw error;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly faults: JsonFault[] = [];
  total = 0;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #levelsAround: number;
  readonly #base: string;
  readonly #number: (digits: string) => unknown;
  /** Path of the value that is being read: entry n is the name or index at depth n + 1. */
  readonly #path: (string | number)[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, options: JsonOptions) {
    this.#text = text;
    this.#maxDepth = options.maxDepth ?? MAX_JSON_DEPTH;
    this.#levelsAround = options.levelsAround ?? 0;
    this.#base = options.path ?? '';
    this.#number = options.number ?? Number;
  }

  readText(): unknown {
    const value = this.#readValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#stop('the end of the text');
    return value;
  }

  #readValue(): unknown {
    const code = this.#skipSpace();
    if (code === QUOTE) return this.#readString();
    if (code === OPEN_BRACE) return this.#readObject();
    if (code === OPEN_BRACKET) return this.#readArray();
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.#readNumber();
    return this.#readWord();
  }

  #readObject(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const level = this.#enter();
    if (this.#skipSpace() === CLOSE_BRACE) return this.#leave(object);
    for (;;) {
      if (this.#skipSpace() !== QUOTE) this.#stop('a member name in double quotes');
      this.#path[level] = '';
      const name = this.#readString();
      this.#path[level] = name;
      if (this.#skipSpace() !== COLON) this.#stop('a colon after the member name');
      this.#at += 1;
      if (Object.hasOwn(object, name)) {
        this.#report('duplicate', name);
      }
      const value = this.#readValue();
      if (name === '__proto__') this.#definePrototypeMember(object, value);
      else object[name] = value;
      const code = this.#skipSpace();
      if (code === CLOSE_BRACE) return this.#leave(object);
      if (code !== COMMA) this.#stop('a comma or } after the member');
      this.#at += 1;
    }
  }

  #readArray(): unknown[] {
    const array: unknown[] = [];
    const level = this.#enter();
    if (this.#skipSpace() === CLOSE_BRACKET) return this.#leave(array);
    for (;;) {
      this.#path[level] = array.length;
      array.push(this.#readValue());
      const code = this.#skipSpace();
      if (code === CLOSE_BRACKET) return this.#leave(array);
      if (code !== COMMA) this.#stop('a comma or ] after the element');
      this.#at += 1;
    }
  }

  /** Skips the opening bracket and returns the index of its content in the path. */
  #enter(): number {
    if (this.#levelsAround + this.#depth >= this.#maxDepth) {
      this.#stop(`nesting of at most ${String(this.#maxDepth)} levels`);
    }
    this.#at += 1;
    this.#depth += 1;
    return this.#depth - 1;
  }

  #leave<Value>(value: Value): Value {
    this.#at += 1;
    this.#depth -= 1;
    return value;
  }

  #readString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    for (let at = start; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      // A backslash, a control character, a surrogate, or NaN at the end of the text requires the
      // slow path.
      if (code === BACKSLASH || !(code >= SPACE && code < 0xd800)) {
        if (code > 0xdfff) continue;
        return this.#readStringCarefully(start, at);
      }
    }
  }

  #readStringCarefully(start: number, from: number): string {
    const text = this.#text;
    let value = text.slice(start, from);
    let plainFrom = from;
    this.#at = from;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === QUOTE) {
        value += text.slice(plainFrom, this.#at);
        this.#at += 1;
        if (LONE_SURROGATE.test(value)) this.#report('surrogate', value);
        return value;
      }
      if (code === BACKSLASH) {
        value += text.slice(plainFrom, this.#at) + this.#readEscape();
        plainFrom = this.#at;
      } else if (code >= SPACE) {
        this.#at += 1;
      } else {
        this.#stop('a closing quote, and control characters written as escapes');
      }
    }
  }

  #readEscape(): string {
    const letter = this.#text.charAt(this.#at + 1);
    const short = ESCAPES[letter];
    if (short !== undefined) {
      this.#at += 2;
      return short;
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) {
      this.#stop(String.raw`an escape: \" \\ \/ \b \f \n \r \t or \u and four hex digits`);
    }
    this.#at += 6;
    return String.fromCharCode(parseInt(digits, 16));
  }

  #readNumber(): unknown {
    const start = this.#at;
    if (this.#text.charCodeAt(this.#at) === MINUS) this.#at += 1;
    if (this.#text.charCodeAt(this.#at) === ZERO) this.#at += 1;
    else this.#skipDigits();
    if (this.#text.charCodeAt(this.#at) === POINT) {
      this.#at += 1;
      this.#skipDigits();
    }
    // OR with 32 converts a letter to lower case, and 101 is `e`.
    if ((this.#text.charCodeAt(this.#at) | 32) === 101) {
      this.#at += 1;
      const sign = this.#text.charCodeAt(this.#at);
      if (sign === PLUS || sign === MINUS) this.#at += 1;
      this.#skipDigits();
    }
    return this.#number(this.#text.slice(start, this.#at));
  }

  #skipDigits(): void {
    const start = this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (!(code >= ZERO && code <= NINE)) break;
      this.#at += 1;
    }
    if (this.#at === start) this.#stop('a digit');
  }

  #readWord(): boolean | null {
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#stop('a value');
  }

  /** Skips white space and returns the code of the next character, or NaN at the end. */
  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code > SPACE || !isSpace(code)) return code;
      this.#at += 1;
    }
  }

  #definePrototypeMember(object: object, value: unknown): void {
    this.#report('prototype', '__proto__');
    defineMember(object, '__proto__', value);
  }

  #report(kind: JsonFault['kind'], name: string): void {
    this.total += 1;
    if (this.total > MAX_FAULTS_REPORTED) return;
    const path = pathText(this.#path.slice(0, this.#depth), this.#base);
    this.faults.push({ kind, message: JSON_FAULTS[kind](name), path });
  }

  #stop(expected: string): never {
    const found = foundAt(this.#text, this.#at);
    throw new SyntaxStop({ offset: this.#at, message: `Found ${found}, expected ${expected}.` });
  }
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
