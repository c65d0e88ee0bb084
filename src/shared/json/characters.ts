/** Codes of the characters of the JSON syntax, which are the same in UTF-8 and UTF-16. */
const TAB = 9;
export const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const SMALL_U = 117;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const DELETE = 127;

/** Returns true if the character is white space in JSON. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}
