import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../shared/json/characters.ts';

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
    for (let place = at + 1; place < end; place += 1) {
      const byte = bytes[place] ?? 0;
      if (byte === COMMA || byte === CLOSE_BRACKET || isSpace(byte)) return place;
    }
    return isLast ? end : undefined;
  }
  let depth = 0;
  for (let place = at; place < end; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) {
      for (place += 1; place < end && bytes[place] !== QUOTE; place += 1) {
        if (bytes[place] === BACKSLASH) place += 1;
      }
      if (depth === 0 && place < end) return place + 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return undefined;
}
