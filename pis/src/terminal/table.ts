import { stripVTControlCharacters } from 'node:util';

/** Returns rows as text in aligned columns. The last column is not padded. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, at) => (at === row.length - 1 ? cell : cell + spaces(cell, widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function spaces(cell: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(cell)));
}

function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
