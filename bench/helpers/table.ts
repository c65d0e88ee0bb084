/**
 * Formats a table. Each column is as wide as its longest cell. Numbers are aligned to the right.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  );
  const isNumber = headings.map((_, column) =>
    rows.every((row) => /^[+−-]?\d|^$/.test(row[column] ?? '')),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumber[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(headings), rule, ...rows.map(line)].join('\n');
}
