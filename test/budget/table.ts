import { table } from '../../bench/helpers/table.ts';
import { COUNTED } from './counts.ts';
import type { Row } from './paths.ts';

/**
 * Copied memory is shown in thousands of bytes, because the lengths of identifiers differ slightly.
 */
const COPIED = 'bytes copied';
const THOUSAND = 1000;

/**
 * Matches the space between two columns, which is at least two characters. A cell contains only
 * single spaces.
 */
const BETWEEN = / {2,}/;

const HEADINGS = COUNTED.map((what) => (what === COPIED ? 'KB copied' : what));

/** Returns the counts as a table with one line for each path. */
export function writeBudget(rows: readonly Pick<Row, 'path' | 'counts'>[]): string {
  return table(
    ['', ...HEADINGS],
    rows.map(({ path, counts }) => [
      path,
      ...COUNTED.map((what) =>
        String(what === COPIED ? Math.floor(counts[what] / THOUSAND) : counts[what]),
      ),
    ]),
  );
}

/** Compares two tables. Returns the differences as sentences. */
export function differences(budget: string, counted: string): readonly string[] {
  const [were, are] = [cellsOf(budget), cellsOf(counted)];
  const paths = [...new Set([...were.keys(), ...are.keys()])];
  return paths.flatMap((path) => {
    const [before, after] = [were.get(path), are.get(path)];
    if (before === undefined) return [`${path}: is not in the table.`];
    if (after === undefined) return [`${path}: is in the table, and no path.`];
    const changed = HEADINGS.flatMap((heading, index) => {
      const [old, now] = [before[index] ?? 'none', after[index] ?? 'none'];
      return old === now ? [] : [`${heading} ${now}, not ${old}`];
    });
    return changed.length === 0 ? [] : [`${path}: ${changed.join('; ')}.`];
  });
}

/** Parses a table. Returns the cells of each path, in the order of the headings. */
function cellsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('─'));
  return new Map(
    lines.map((line) => {
      const [path = '', ...cells] = line.trim().split(BETWEEN);
      return [path, cells];
    }),
  );
}
