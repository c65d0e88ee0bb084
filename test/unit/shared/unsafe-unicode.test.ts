import { describe, expect, it } from 'vitest';
import { hasUnsafeUnicode, isUnsafeCodePoint, reveal } from '../../../src/shared/unsafe-unicode.ts';

/** The Unicode classes of the rule, one by one. */
const CLASSES = [/\p{Cc}/u, /\p{Cf}/u, /\p{Default_Ignorable_Code_Point}/u, /\p{Zl}/u, /\p{Zp}/u];

describe('unsafe characters', () => {
  it('are exactly the characters of the listed classes, within any text', () => {
    let found = 0;
    const wrong: string[] = [];
    for (let code = 0; code < 0x11_0000; code += 1) {
      const character = String.fromCodePoint(code);
      const expected = CLASSES.some((one) => one.test(character));
      const answers = [
        isUnsafeCodePoint(code),
        isUnsafeCodePoint(code),
        hasUnsafeUnicode(`a${character}b`),
      ];
      if (answers.some((answer) => answer !== expected)) wrong.push(code.toString(16));
      if (expected) found += 1;
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(4000);
  });

  it.each([
    ['character found in the names of creditors', '\u00ad\u034f\u180e\u{e0041}'],
    ['tag', '\u{e007f}'],
    ['direction mark', '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
    ['joiner', '\u200c\u200d\u2060'],
    ['zero-width space', '\u200b\ufeff'],
    ['variation selector', '\ufe00\ufe0f\u180b\u{e0100}'],
    ['filler letter', '\u115f\u1160\u3164\uffa0\u17b4\u17b5'],
    ['line end', '\n\r\u0085\u2028\u2029'],
    ['control character', '\u0000\u001f\u007f\u0080\u009f'],
    ['unassigned default-ignorable character', '\u2065\ufff0\u{e0fff}'],
  ])('include each %s', (_, characters) => {
    for (const character of characters)
      expect([character, hasUnsafeUnicode(character)]).toContain(true);
  });

  it.each([
    'ACME Payments Ltd, 12–14 Long’s Lane',
    'Zoë Müller',
    'Łukasz Łańcucki',
    'Ελληνική Εταιρεία',
    'Общество',
    'شركة المدفوعات',
    'חברת תשלומים',
    'भुगतान कंपनी',
    'บริษัท ชำระเงิน',
    '株式会社テスト',
    '한국 회사',
    'e\u0301 \u00a0 \u3000 \ue000 \u{f0000} 😀',
  ])('do not occur in %s', (text) => {
    expect(hasUnsafeUnicode(text)).toBe(false);
    expect(reveal(text)).toBe(text);
  });

  it('are shown as escapes in messages', () => {
    expect(reveal('a\u202eb\nc\u{e0041}')).toBe(String.raw`a\u202eb\u000ac\udb40\udc41`);
  });
});
