/**
 * Matches the position before a character that starts a formula in a spreadsheet program. A cell
 * also starts after another separator, where quotes may only enclose the value.
 */
const FORMULA = /(^|[;\t\r\n]"*)(?=[=+\-@\t\r\n＝＋－＠])/g;

/** Byte order mark of UTF-8, without which spreadsheet programs misread characters beyond ASCII. */
export const CSV_BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns a row of a CSV table with its line end (RFC 4180). Every cell is quoted. Text that a
 * spreadsheet would calculate gets an apostrophe before it: at the start of the cell, and wherever
 * a program with another separator would start a cell (OWASP, CSV injection).
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
