import { shown } from '../../fields/texts.ts';
import { PisError, type Report, type SourceRow } from '../../rows/model.ts';
import { isContentError, type Progress, type Source } from '../source.ts';
import { Archive, MAX_LARGE_BYTES } from './archive.ts';
import { readFormats } from './formats.ts';
import { SheetReader, type CellContext } from './sheet.ts';
import { readStrings } from './strings.ts';
import { readWorkbook, type Sheet } from './workbook.ts';

/** Opens a sheet of an XLSX workbook: the one with the name, else the first visible one. */
export async function openXlsx(path: string, name?: string): Promise<Source> {
  try {
    return await Archive.with(path, async (archive) => {
      const workbook = await readWorkbook(archive);
      const { strings, styles, is1904, isStale, sheets } = workbook;
      const sheet = chosen(sheets, name);
      const context = {
        ...{ is1904, isStale },
        strings: await readStrings(archive, strings),
        formats: styles === undefined ? [] : await readFormats(archive, styles),
      };
      const others = name === undefined ? sheets.filter((each) => each !== sheet) : [];
      return {
        kind: 'XLSX',
        details: `sheet "${shown(sheet.name)}"`,
        rows: (progress, report) => {
          reportOthers(sheet, others, report);
          return readRows(path, sheet, context, progress);
        },
      };
    });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function* readRows(
  path: string,
  { name, part }: Sheet,
  context: CellContext,
  progress?: Progress,
): AsyncGenerator<SourceRow, void> {
  try {
    const archive = await Archive.open(path);
    try {
      const reader = new SheetReader(context);
      for await (const text of archive.text(part, MAX_LARGE_BYTES, progress)) {
        reader.write(text);
        yield* reader.take();
      }
      reader.end();
    } finally {
      archive.close();
    }
  } catch (cause) {
    throw unreadable(`${path}, sheet "${shown(name)}"`, cause);
  }
}

function chosen(sheets: readonly Sheet[], name?: string): Sheet {
  const lower = name?.toLowerCase();
  const sheet = sheets.find((each) =>
    lower === undefined ? each.isVisible : each.name.toLowerCase() === lower,
  );
  if (sheet !== undefined) return sheet;
  if (name === undefined) {
    throw new PisError('the workbook has no visible sheet with cells. Name one with --sheet.');
  }
  throw new PisError(
    `--sheet: there is no sheet "${shown(name)}". The workbook has: ${namesOf(sheets)}.`,
    2,
  );
}

/** Warns if the workbook has other visible sheets, and no option has selected one. */
function reportOthers(sheet: Sheet, others: readonly Sheet[], report?: Report): void {
  const visible = others.filter(({ isVisible }) => isVisible);
  if (visible.length === 0) return;
  report?.({
    ...{ type: 'warning', code: 'sheets-not-read' },
    found: `${namesOf(visible)} beside "${shown(sheet.name)}"`,
    expected: 'one visible sheet, or --sheet',
    remedy: `Only "${shown(sheet.name)}" is paid. Pass --sheet to select another sheet.`,
  });
}

/** Number of sheets that a message names. */
const NAMED_SHEETS = 20;

function namesOf(sheets: readonly Sheet[]): string {
  const names = sheets.map(
    ({ name, isVisible }) => `"${shown(name)}"${isVisible ? '' : ' (hidden)'}`,
  );
  return names.slice(0, NAMED_SHEETS).join(', ') + (names.length > NAMED_SHEETS ? ', …' : '');
}

/** Returns an error with the file. An error of another package means that the file is damaged. */
function unreadable(place: string, cause: unknown): unknown {
  if (!isContentError(cause)) return cause;
  if (cause instanceof PisError) return new PisError(`${place}: ${cause.message}`, cause.exitCode);
  return new PisError(
    `${place}: the workbook is damaged or has a password (${shown(cause.message)}). Save it ` +
      'again without a password.',
  );
}
