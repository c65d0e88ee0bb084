import { failed, type Read } from './result.ts';

/** Control characters and invisible characters, which banks refuse. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/** Maximum length of a text in a message. */
const SHOWN = 60;

/** Returns the text of a cell with single spaces instead of line breaks. */
export function readText(text: string, max: number): Read<string> {
  const value = tidy(text);
  if (value.includes('\ufffd')) {
    return failed(
      'text-encoding',
      'readable characters',
      'Export the file as UTF-8, or pass --encoding.',
    );
  }
  if (HIDDEN.test(value)) {
    return failed(
      'text-hidden-characters',
      'no invisible characters',
      'Delete the text and type it again.',
    );
  }
  const length = [...value].length;
  if (length <= max) return { value };
  return failed('text-long', `at most ${String(max)} characters`, 'Shorten the text.');
}

/** Removes spaces around a text and repeated spaces within it. */
function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Returns a text for a message: short, and without characters that a terminal executes. */
export function shown(text: string): string {
  const plain = text
    .slice(0, 4 * SHOWN)
    .replace(ALL_HIDDEN, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
  const characters = [...plain];
  return characters.length <= SHOWN ? plain : `${characters.slice(0, SHOWN).join('')}…`;
}
