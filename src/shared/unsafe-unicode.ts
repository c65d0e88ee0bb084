/**
 * Characters that text from outside may not have (rules, 10.9; docs/decisions, 52):
 * control and format characters, what is shown as nothing, and what ends a line or a paragraph.
 * With them a text reads otherwise than it is.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

const CODE_POINTS = 0x11_0000;

/** What is known of each character: 0 while nobody has asked, then one of these. */
const kinds = new Uint8Array(CODE_POINTS);
const SHOWN_KIND = 1;
const HIDDEN_KIND = 2;

/** Whether a text has a character that nobody sees, or that turns what others see. */
export function hasUnsafeUnicode(text: string): boolean {
  return HIDDEN.test(text);
}

/** The text with such characters written out, as `\u202e`: for messages that repeat it. */
export function reveal(text: string): string {
  return text.replace(ALL_HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, place) => {
      return `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** Whether this is such a character, by its code: for those who read many one by one. */
export function isUnsafeCodePoint(codePoint: number): boolean {
  const kind = kinds[codePoint] ?? 0;
  return (kind === 0 ? learn(codePoint) : kind) === HIDDEN_KIND;
}

function learn(codePoint: number): number {
  const kind = hasUnsafeUnicode(String.fromCodePoint(codePoint)) ? HIDDEN_KIND : SHOWN_KIND;
  kinds[codePoint] = kind;
  return kind;
}
