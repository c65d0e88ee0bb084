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
    if (edits < fewest) {
      found = word;
      fewest = edits;
    }
  }
  return found;
}

/**
 * Returns the edit distance of two words: characters inserted, deleted or replaced (Levenshtein).
 */
function editsBetween(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (const [index, character] of [...first].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= second.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === second[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
