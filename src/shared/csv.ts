/**
 * Before which of them a program that opens the table might take a cell for a formula. Behind
 * another separator quotes are passed by: there they only enclose.
 */
const FORMULA = /(^|[;\t\r\n]"*)(?=[=+\-@\t\r\n＝＋－＠])/g;

/** Marks UTF-8: without it spreadsheets take letters beyond ASCII for others. */
export const CSV_BEGINNING = '\ufeff';

/**
 * A row of a table as RFC 4180 has it, with its end. Every cell is quoted, and text that a
 * spreadsheet would calculate gets an apostrophe before it: at its beginning, and wherever a cell
 * would begin for a program that separates by something else than commas (OWASP, CSV injection).
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
