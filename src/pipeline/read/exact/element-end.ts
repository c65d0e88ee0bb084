import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../shared/json/characters.ts';

/**
 * Returns the position after the JSON value that begins at `at`, or undefined if the value does not
 * end before `end`. Only brackets and quotes are examined. The parser checks the content.
 */
export function endOfElement(
  bytes: Buffer,
  at: number,
  end: number,
  isLast: boolean,
): number | undefined {
  const first = bytes[at];
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET && first !== QUOTE) {
    for (let position = at + 1; position < end; position += 1) {
      const byte = bytes[position] ?? 0;
      if (byte === COMMA || byte === CLOSE_BRACKET || isSpace(byte)) return position;
    }
    return isLast ? end : undefined;
  }
  let depth = 0;
  for (let position = at; position < end; position += 1) {
    const byte = bytes[position];
    if (byte === QUOTE) {
      for (position += 1; position < end && bytes[position] !== QUOTE; position += 1) {
        if (bytes[position] === BACKSLASH) position += 1;
      }
      if (depth === 0 && position < end) return position + 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return undefined;
}
