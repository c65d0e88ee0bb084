import { assert } from '../assert.ts';
import { BACKSLASH, COMMA, QUOTE, SPACE } from './characters.ts';

/**
 * Returns the text of a member exactly as it is written in a JSON text: `memberText('{"a":{"b":
 * 1.0}}', ['a', 'b'])` is `1.0`. Returns undefined if there is no such member. `parseJson` must
 * have read the text without a fault: it must be valid and free of duplicate names.
 */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let at = skipSpace(text, 0);
  for (const name of path) {
    const value = findMember(text, at, name);
    if (value === undefined) return undefined;
    at = value;
  }
  return text.slice(at, endOfValue(text, at));
}

/** Returns the value of a string member, without quotes and escapes. */
export function memberString(text: string, path: readonly string[]): string | undefined {
  const written = memberText(text, path);
  if (written === undefined) return undefined;
  const value: unknown = JSON.parse(written);
  assert(typeof value === 'string', `${path.join('.')} is a text`);
  return value;
}

/** Returns the position of the named member's value in the object that begins at `at`. */
function findMember(text: string, at: number, name: string): number | undefined {
  if (text[at] !== '{') return undefined;
  let position = skipSpace(text, at + 1);
  while (text.charCodeAt(position) === QUOTE) {
    const nameEnd = endOfString(text, position);
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (readName(text.slice(position, nameEnd)) === name) return value;
    position = skipSpace(text, endOfValue(text, value));
    if (text.charCodeAt(position) === COMMA) position = skipSpace(text, position + 1);
  }
  return undefined;
}

function readName(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  // In valid JSON, only white space between tokens has character codes this low.
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (character === ',' || character <= ' ')) return at;
    at += 1;
  }
  return at;
}
