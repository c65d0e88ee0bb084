import fc from 'fast-check';

/** Length that exceeds the whitespace limit of every reader. */
const LONG = 70_000;

/** Generates JSON white space. It is mostly short, but sometimes longer than a reader's window. */
const runs = fc
  .record({
    pattern: fc.stringMatching(/^[ \t\r\n]{1,5}$/),
    length: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 200 }) },
      fc.integer({ min: LONG, max: 2 * LONG }),
    ),
  })
  .map(({ pattern, length }) => pattern.repeat(Math.ceil(length / pattern.length)));

/** Generates positions in a file and the white space to insert there. */
export const blanks = fc.array(
  fc.record({ run: runs, place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) }),
  { minLength: 1, maxLength: 6 },
);

type Blank = typeof blanks extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Inserts white space between tokens of a JSON file. */
export function spread(file: Buffer, input: readonly Blank[]): Buffer {
  const gaps = gapsOf(file);
  const placed = input
    .map(({ run, place }) => ({ run, at: gaps[Math.floor(place * gaps.length)] ?? 0 }))
    .sort((one, other) => one.at - other.at);
  const pieces = placed.map(({ run, at }, number) =>
    Buffer.concat([file.subarray(placed[number - 1]?.at ?? 0, at), Buffer.from(run)]),
  );
  return Buffer.concat([...pieces, file.subarray(placed.at(-1)?.at ?? 0)]);
}

/**
 * Returns the positions around the brackets, commas and colons of a JSON text, where white space is
 * allowed.
 */
function gapsOf(file: Buffer): readonly number[] {
  const gaps: number[] = [];
  let isText = false;
  for (let at = 0; at < file.length; at += 1) {
    const character = String.fromCharCode(file[at] ?? 0);
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && '{}[],:'.includes(character)) gaps.push(at, at + 1);
  }
  return gaps;
}
