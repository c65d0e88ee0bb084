import { assert } from '../assert.ts';
import { parseJson } from './json.ts';

declare global {
  interface JSON {
    /** Returns a value that `stringify` writes as this text (ECMAScript). */
    rawJSON(text: string): unknown;
    /** Returns true for a value of `rawJSON`. */
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * Parses a JSON text that is known to be valid. `JSON.stringify` writes the numbers of the value
 * with the same digits as the text.
 */
export function parseExactly(text: string): unknown {
  const parsed = parseJson(text, { number: (digits) => JSON.rawJSON(digits) });
  assert('value' in parsed, 'the text is valid JSON');
  return parsed.value;
}
