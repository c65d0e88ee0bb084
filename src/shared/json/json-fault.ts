import { shorten } from '../text.ts';

/** A fault in valid JSON that two parsers could interpret differently. */
export interface JsonFault {
  readonly kind: 'duplicate' | 'prototype' | 'surrogate';
  /** Path of the value, for example `Data.Initiation.Lines[3]`. Empty for the outermost value. */
  readonly path: string;
  readonly message: string;
}

/** The first position where a text is not JSON. */
export interface JsonSyntaxFault {
  /** The position in UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** A message with the found value and the expected one. */
  readonly message: string;
}

/** Matches a lone surrogate. With the flag u, two halves of a pair do not match. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** Messages for each kind of fault, about a name or a text. */
export const JSON_FAULTS = {
  duplicate: (name: string) =>
    `The member name ${quoted(name)} occurs twice in one object. Keep one.`,
  prototype: () => 'The member name "__proto__" is not allowed. Leave it out.',
  surrogate: () => 'Found half of a surrogate pair. Write both halves.',
} as const satisfies Record<JsonFault['kind'], (name: string) => string>;

/** Thrown to end the parsing at a syntax error. parseJson always catches it. */
export class SyntaxStop extends Error {
  readonly fault: JsonSyntaxFault;

  constructor(fault: JsonSyntaxFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Describes the character at a position of a text, for a message. */
export function foundAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return 'the end of the text';
  return quoted(String.fromCodePoint(codePoint));
}

/** Returns a piece of a text in quotes, shortened, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text));
}

/**
 * Defines a field of an object under any name. A plain assignment to `__proto__` would set the
 * object's prototype instead.
 */
export function defineMember(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
