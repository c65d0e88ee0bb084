/** Maximum length of a name or value that a message or a path repeats, in characters. */
const MAX_REPEATED_CHARACTERS = 60;

/**
 * Shortens a text to at most `maxCharacters` characters (code points). A shortened text ends with
 * `…`. Surrogate pairs stay whole.
 */
export function shorten(text: string, maxCharacters = MAX_REPEATED_CHARACTERS): string {
  if (text.length <= maxCharacters) return text;
  // A character has at most two code units, so a prefix of this length shows whether to cut.
  const characters = [...text.slice(0, 2 * (maxCharacters + 1))];
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/**
 * Joins names and indexes into a path such as `Data.DomesticPayments[12].Amount`, after `base`.
 * Long names are shortened and empty ones omitted.
 */
export function pathText(path: readonly PropertyKey[], base = ''): string {
  return path.reduce<string>((joined, part) => {
    if (typeof part === 'number') return `${joined}[${String(part)}]`;
    const name = shorten(String(part));
    return joined === '' || name === '' ? joined + name : `${joined}.${name}`;
  }, base);
}

/** Returns the problem with a value, after its path if it is part of a larger value. */
export function issueText(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string {
  const place = pathText(issue?.path ?? []);
  return [...(place === '' ? [] : [place]), issue?.message ?? 'no reason'].join(': ');
}

/** Returns a number with a noun, in the plural if necessary, for example `2,000 credits`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the message of a thrown value. For several errors without one, that of the first. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) {
    return messageOf(error.errors[0]);
  }
  return error instanceof Error ? error.message : String(error);
}

/** Replaces control characters, because a terminal would interpret those in texts of the hub. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
