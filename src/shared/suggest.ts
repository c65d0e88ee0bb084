/** A suggestion may differ in at most a quarter of the word's characters. */
const DIFFERING_PART = 4;

/**
 * Returns the known word that is closest to a misspelt one, or undefined if none is close enough.
 */
export function closestMatch(written: string, known: Iterable<string>): string | undefined {
  let [found, fewest]: [string | undefined, number] = [
    undefined,
    Math.floor(written.length / DIFFERING_PART) + 1,
  ];
  for (const word of known) {
    const edits = editsBetween(written, word);
    if (edits < fewest) [found, fewest] = [word, edits];
  }
  return found;
}

/**
 * Returns the edit distance of two words: characters inserted, deleted or replaced (Levenshtein).
 */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, character] of [...one].entries()) {
    const next = [place + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
