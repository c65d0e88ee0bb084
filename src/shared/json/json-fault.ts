import { shorten } from '../text.ts';

/** Something that JSON allows and that two readers of one text could understand differently. */
export interface JsonFault {
  readonly kind: 'duplicate' | 'prototype' | 'surrogate';
  /** `Data.Initiation.Lines[3]`; empty for the outermost value. */
  readonly path: string;
  readonly message: string;
}

/** Where a text stops being JSON. */
export interface JsonSyntaxFault {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** What was found and what was expected. */
  readonly message: string;
}

/** In a regular expression with the flag u, a surrogate that has its partner is none. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** What is said of each kind of fault, about a name or a text. */
export const JSON_FAULTS = {
  duplicate: (name: string) =>
    `The member name ${quoted(name)} occurs twice in one object. Keep one.`,
  prototype: () => 'The member name "__proto__" is not allowed. Leave it out.',
  surrogate: () => 'Half of a surrogate pair is no text. Write both halves.',
} as const satisfies Record<JsonFault['kind'], (name: string) => string>;

/** Ends a reading; never leaves parseJson. */
export class SyntaxStop extends Error {
  readonly fault: JsonSyntaxFault;

  constructor(fault: JsonSyntaxFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** What a message says was found at a place of a text. */
export function foundAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return 'the end of the text';
  return quoted(String.fromCodePoint(codePoint));
}

/** A piece of a text as a message repeats it. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text));
}

/** Gives an object a member of its own, whatever its name: assignment would take some amiss. */
export function defineMember(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
