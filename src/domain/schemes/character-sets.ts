import { transliterate } from './transliteration.ts';

/** The characters that a scheme accepts in texts. */
interface CharacterSetRules {
  /** Matches one accepted character. */
  readonly character: RegExp;
  /** Matches a text of accepted characters. */
  readonly text: RegExp;
  readonly isUpperCase: boolean;
  /** Replaces each character that has no spelling in the set. */
  readonly replacement: string;
}

/**
 * The character sets of the schemes. `swiftX`: the SWIFT character set X, which is also the Latin
 * character set of SEPA. `swiftExtended`: printable ASCII, which CBPR+ and HVPS+ accept in names,
 * addresses and remittance information. `bacs`: the characters of Standard 18. Bacs itself shows a
 * character outside its set as a blank.
 */
const RULES = {
  swiftX: {
    character: /^[A-Za-z0-9/?:().,'+ -]$/,
    text: /^[A-Za-z0-9/?:().,'+ -]*$/,
    isUpperCase: false,
    replacement: '.',
  },
  swiftExtended: {
    character: /^[ -~]$/,
    text: /^[ -~]*$/,
    isUpperCase: false,
    replacement: '.',
  },
  bacs: {
    character: /^[A-Z0-9.&/ -]$/,
    text: /^[A-Z0-9.&/ -]*$/,
    isUpperCase: true,
    replacement: ' ',
  },
} as const satisfies Readonly<Record<string, CharacterSetRules>>;

export type CharacterSet = keyof typeof RULES;

/** A text in the characters of a scheme. */
export interface FittedText {
  readonly text: string;
  /** Number of characters that had no spelling in the set and were replaced. */
  readonly replaced: number;
  /** True if the text was longer than the maximum and its end was removed. */
  readonly isCut: boolean;
}

/**
 * Writes a text in the characters of a set. Letters that the set does not contain are
 * transliterated, for example `Łódź` to `Lodz`. Other characters are replaced and counted. Blanks
 * at both ends are removed.
 *
 * @param maxCharacters maximum length of the result
 */
export function fitText(text: string, set: CharacterSet, maxCharacters: number): FittedText {
  const rules = RULES[set];
  const { written, replaced } = rules.text.test(text)
    ? { written: text, replaced: 0 }
    : writeIn(rules, text);
  const trimmed = written.trim();
  if (trimmed.length <= maxCharacters) return { text: trimmed, replaced, isCut: false };
  return { text: trimmed.slice(0, maxCharacters).trimEnd(), replaced, isCut: true };
}

/**
 * Writes an identifier in the SWIFT character set X. A slash at either end and the second of two
 * slashes are replaced by a point, because CBPR+ and SEPA forbid them in identifiers.
 */
export function fitIdentifier(text: string, maxCharacters: number): FittedText {
  const fitted = fitText(text, 'swiftX', maxCharacters);
  let slashes = 0;
  const written = fitted.text.replace(/^\/|\/$|(?<=\/)\//g, () => {
    slashes += 1;
    return RULES.swiftX.replacement;
  });
  return { ...fitted, text: written, replaced: fitted.replaced + slashes };
}

function writeIn(rules: CharacterSetRules, text: string): { written: string; replaced: number } {
  let written = '';
  let replaced = 0;
  for (const character of inCase(rules, text).normalize('NFC')) {
    const spelling = spellingIn(rules, character);
    if (spelling === undefined) replaced += 1;
    written += spelling ?? rules.replacement;
  }
  return { written, replaced };
}

function inCase({ isUpperCase }: CharacterSetRules, text: string): string {
  return isUpperCase ? text.toUpperCase() : text;
}

function spellingIn(rules: CharacterSetRules, character: string): string | undefined {
  if (rules.character.test(character)) return character;
  const spelling = transliterate(character);
  if (spelling === undefined) return undefined;
  const cased = inCase(rules, spelling);
  return rules.text.test(cased) ? cased : undefined;
}
