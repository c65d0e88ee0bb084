import { ApiError } from '@payment-initiation/client';
import { withBank, type Connection } from '../../bank/connection.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import type { TextFormat } from '../../input/text-format.ts';
import { csvLine, joined, OWN_FORMAT, writeText } from '../../output/csv-text.ts';
import { readPaidFile } from '../../payment/file-payment.ts';
import { findPayment, openPaid, type FoundPayment } from '../../payment/find.ts';
import { readOutcomes, reasonOf, withOutcomes } from '../../payment/file-outcomes.ts';
import type { RowOutcome, SourceOutcome } from '../../payment/file-outcomes.ts';
import { readRows, type LeftOutRow } from '../../payment/file-rows.ts';
import { keptFor } from '../../payment/file-state.ts';
import { PisError } from '../../rows/model.ts';
import type { Table } from '../../rows/table.ts';
import type { Context } from '../../terminal/context.ts';
import { checkTarget } from './file.ts';

/** The formats of a report. The last two are messages of the bank. */
export const REPORT_FORMATS = ['csv', 'json', 'pain.002', 'camt.054'] as const;

/** Options of `pis report`. */
export interface ReportOptions {
  readonly as: (typeof REPORT_FORMATS)[number];
  readonly out?: string;
  readonly payment?: string;
  readonly force?: boolean;
}

/** Columns that the report adds to those of the sender. */
const ADDED = ['pis status', 'pis reason', 'pis payment id'];

/** Writes the sender's rows with the outcome of each. Returns the exit code. */
export async function report(
  context: Context,
  fileOrId: string,
  options: ReportOptions,
): Promise<ExitCode> {
  const found = await findPayment(context.folder, fileOrId, options.payment);
  const { as, out, force = false } = options;
  if (out !== undefined) await checkTarget(found.path, out, force);
  await withBank(context, found.attempt, async (connection) => {
    const { texts, format = { encoding: 'utf-8', hasMark: false } as const } =
      as === 'pain.002' || as === 'camt.054'
        ? { texts: messageOf(context, connection, found.attempt.paymentId, as) }
        : await rowsOf(context, connection, found, as);
    if (out !== undefined) await writeText(out, texts, format);
    else for await (const text of joined(texts)) context.out.write(text);
  });
  if (out !== undefined) context.err.write(`Wrote ${out}.\n`);
  return exitCodes.done;
}

/** Returns the rows as texts, and the format of a CSV. */
async function rowsOf(
  context: Context,
  connection: Connection,
  found: FoundPayment,
  as: 'csv' | 'json',
): Promise<{ readonly texts: AsyncIterable<string>; readonly format?: TextFormat }> {
  const table = await openPaid(found);
  const rows = withOutcomes(table, await outcomesOf(context, connection, found));
  if (as === 'json') return { texts: jsonLines(table, rows) };
  const { text: format = OWN_FORMAT } = table.source;
  return { texts: csvLines(await widthOf(table), table, rows), format };
}

/** Returns the outcomes of all rows. All are pending while the payment waits for approvals. */
async function outcomesOf(
  { signal }: Context,
  connection: Connection,
  { path, attempt }: FoundPayment,
): Promise<AsyncGenerator<RowOutcome | LeftOutRow, void>> {
  const { paymentId } = attempt;
  const rows = keptFor(path).rows(attempt);
  const { approvals, status } = await readPaidFile(connection, paymentId, signal);
  if (approvals === undefined)
    return readOutcomes(connection.bank, { paymentId, rows }, { signal });
  return waiting(rows, status);
}

async function* waiting(
  rows: string,
  status: string,
): AsyncGenerator<RowOutcome | LeftOutRow, void> {
  for await (const row of readRows(rows)) {
    yield 'faults' in row ? row : { ...row, outcome: 'pending', status, transactionId: '' };
  }
}

/** Returns the message of an extension of the bank. */
async function* messageOf(
  { signal }: Context,
  { bank }: Connection,
  FilePaymentId: string,
  name: 'pain.002' | 'camt.054',
): AsyncGenerator<string, void> {
  const address = `GET /extensions/v1/file-payments/{FilePaymentId}/${name}` as const;
  try {
    const options = { params: { FilePaymentId }, accept: 'application/xml', signal };
    yield Buffer.from((await bank.extension(address, options)).bytes).toString();
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
    throw new PisError(
      `This bank offers no ${name} for ${FilePaymentId}: it answered 404. Use --as csv.`,
      exitCodes.refused,
      { cause },
    );
  }
}

/** The outcome of a row as texts. */
function textsOf(outcome: RowOutcome | LeftOutRow): readonly [string, string, string] {
  if ('faults' in outcome) return ['not sent', outcome.faults, ''];
  const reason = outcome.outcome === 'failed' ? reasonOf(outcome) : '';
  return [outcome.outcome, reason, outcome.transactionId];
}

/** Returns the number of columns of the widest row, because faulty rows may have further cells. */
async function widthOf({ source, columns }: Table): Promise<number> {
  let width = columns.length;
  for await (const { cells } of source.rows()) {
    if (cells.length > width) width = Math.max(width, withoutEmptyEnd(cells, width).length);
  }
  return width;
}

/** Removes empty cells after a number of columns. */
function withoutEmptyEnd(cells: readonly string[], columns: number): readonly string[] {
  let { length } = cells;
  while (length > columns && cells[length - 1] === '') length -= 1;
  return cells.slice(0, length);
}

async function* csvLines(
  width: number,
  { source, mapping }: Table,
  rows: AsyncIterable<SourceOutcome>,
): AsyncGenerator<string, void> {
  const { text: format = OWN_FORMAT } = source;
  const wide = (cells: readonly string[], more: readonly string[]): string => {
    const own = withoutEmptyEnd(cells, width);
    return csvLine([...own, ...Array<string>(width - own.length).fill(''), ...more], format);
  };
  // The format has names for its columns, but no header.
  if (source.columns !== undefined) yield wide(namesOf(mapping), ADDED);
  for await (const { row, outcome } of rows) {
    if (outcome !== undefined) yield wide(row.cells, textsOf(outcome).map(harmless));
    else if (row.line === mapping.headerLine) yield wide(row.cells, ADDED);
    else yield wide(row.cells, ['', '', '']);
  }
}

function namesOf({ columns }: Table['mapping']): readonly string[] {
  return columns.map(({ name }) => name);
}

/**
 * Prevents that a spreadsheet program takes a text of the bank as a formula. The sender's own cells
 * are not changed.
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

async function* jsonLines(
  { mapping }: Table,
  rows: AsyncIterable<SourceOutcome>,
): AsyncGenerator<string, void> {
  const names = namesOf(mapping);
  for await (const { row, outcome } of rows) {
    if (outcome === undefined) continue;
    const [status, reason, paymentId] = textsOf(outcome);
    const isFailed = 'outcome' in outcome && outcome.outcome === 'failed';
    const code = isFailed ? outcome.reason : undefined;
    const cells = Object.fromEntries(names.map((name, at) => [name, row.cells[at] ?? '']));
    yield `${JSON.stringify({ line: row.line, cells, status, reason, code, paymentId })}\n`;
  }
}
