import { CSV_BYTE_ORDER_MARK, csvRow } from '../shared/csv.ts';
import type { OperatorRole } from '../domain/records/operators.ts';
import { csvFile } from '../web/file-list.ts';
import type { OperatorRequest } from './console-context.ts';
import { recordListDownload } from './pages/overview/list-parts.ts';

/** A file to download. Before the sign-in, its address leads to the start page. */
export interface Download {
  readonly role: OperatorRole;
  readonly send: (request: OperatorRequest) => Promise<Response>;
}

/** The columns of a list: for each heading, the cell of a row. Null is an empty cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/**
 * Returns a list as a CSV file (RFC 4180, UTF-8). Text that a spreadsheet would calculate is
 * neutralised.
 *
 * @param name of the file, without its ending
 */
export function csvResponse<Row>(
  { context }: Pick<OperatorRequest, 'context'>,
  name: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Response {
  const cells = Object.values(columns);
  const lines = [
    csvRow(Object.keys(columns)),
    ...rows.map((row) => csvRow(cells.map((cell) => String(cell(row) ?? '')))),
  ];
  return csvFile(context, name, CSV_BYTE_ORDER_MARK + lines.join(''));
}

/**
 * Returns the download of a list. Every operator who may read the page may download it. The
 * download is recorded in the audit log, with the fields of `query`.
 */
export function csvDownload<Row>(
  name: string,
  columns: Columns<Row>,
  read: (request: OperatorRequest) => Promise<readonly Row[]>,
  query: (request: OperatorRequest) => Readonly<Record<string, string | null>> = () => ({}),
): Download {
  const send = async (request: OperatorRequest) => {
    const rows = await read(request);
    await recordListDownload(request, name, { ...query(request), shown: rows.length });
    return csvResponse(request, name, columns, rows);
  };
  return { role: 'read', send };
}

/** A link to the download of the list on a page. */
export function CsvLink({ path, text = 'Download as CSV' }: { path: string; text?: string }) {
  return (
    <p class="screen">
      <a href={path} download>
        {text}
      </a>
    </p>
  );
}
