/**
 * Characters that are not allowed in text from outside (rules, 10.9; docs/decisions, 52): control
 * and format characters, invisible characters, and line and paragraph separators. They can make a
 * text look different from what it contains.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

const CODE_POINTS = 0x11_0000;

/** Cached kind of each character: 0 if unknown, otherwise one of these constants. */
const kinds = new Uint8Array(CODE_POINTS);
const SHOWN_KIND = 1;
const HIDDEN_KIND = 2;

/**
 * Returns true if a text has a character that is invisible or changes how the text is displayed.
 */
export function hasUnsafeUnicode(text: string): boolean {
  return HIDDEN.test(text);
}

/** Writes unsafe characters as escapes such as `\u202e`, for messages that repeat a text. */
export function reveal(text: string): string {
  return text.replace(ALL_HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** Returns true for an unsafe code point. Cached, for callers that examine many one by one. */
export function isUnsafeCodePoint(codePoint: number): boolean {
  const kind = kinds[codePoint] ?? 0;
  return (kind === 0 ? learn(codePoint) : kind) === HIDDEN_KIND;
}

function learn(codePoint: number): number {
  const kind = hasUnsafeUnicode(String.fromCodePoint(codePoint)) ? HIDDEN_KIND : SHOWN_KIND;
  kinds[codePoint] = kind;
  return kind;
}
