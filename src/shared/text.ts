/** Longest piece of a name or a value that a message or a path repeats, in characters. */
const MAX_REPEATED_CHARACTERS = 60;

/**
 * A text of at most so many characters (code points): a longer one is cut and ends with `…`. No
 * surrogate pair is cut in half.
 */
export function shorten(text: string, maxCharacters = MAX_REPEATED_CHARACTERS): string {
  if (text.length <= maxCharacters) return text;
  // A character has at most two code units, so a start of this length shows whether to cut.
  const characters = [...text.slice(0, 2 * (maxCharacters + 1))];
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/**
 * `Data.DomesticPayments[12].Amount`, from the names and indexes on the way, behind what `base`
 * has of it. Long names are shortened, an empty one is passed over.
 */
export function pathText(path: readonly PropertyKey[], base = ''): string {
  return path.reduce<string>((joined, part) => {
    if (typeof part === 'number') return `${joined}[${String(part)}]`;
    const name = shorten(String(part));
    return joined === '' || name === '' ? joined + name : `${joined}.${name}`;
  }, base);
}
