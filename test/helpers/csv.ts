/** Returns the rows of a CSV table (RFC 4180) in which every cell is quoted. */
export function readCsv(table: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, text = '', end] of table.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    row.push(text.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
