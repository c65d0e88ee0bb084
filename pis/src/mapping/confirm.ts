import { shown } from '../fields/texts.ts';
import type { Source } from '../input/source.ts';
import { PisError, type SourceRow } from '../rows/model.ts';
import { isEmpty } from '../rows/table.ts';
import {
  applyOptions,
  guessFields,
  letterOf,
  missingFields,
  namedColumns,
  type Mapping,
} from './mapping.ts';
import { hasSameColumns, loadMapping, storeMapping } from './stored.ts';
import { fieldCalled } from './synonyms.ts';

/** Number of lines in which the header is looked for. */
const HEADER_ROWS = 20;

/** Options of the mapping, and the functions that ask for it. */
export interface ConfirmOptions {
  /** Values of `--map`. */
  readonly map: readonly string[];
  /** True if the guess is accepted without a question. */
  readonly yes: boolean;
  /** False if the first row is a payment. */
  readonly header: boolean;
  /** Shows the mapping, with the first row below the header. */
  readonly show: (mapping: Mapping, example: readonly string[]) => void;
  /** Asks a question on the terminal. Absent if there is none. */
  readonly ask?: (question: string) => Promise<string>;
}

/**
 * Returns the mapping of a file: that of its format, the stored one if the header is the same, or
 * a guess that the user confirms. A confirmed mapping is stored.
 */
export async function confirmMapping(
  path: string,
  source: Source,
  options: ConfirmOptions,
): Promise<Mapping> {
  if (source.columns !== undefined) return { headerLine: 0, columns: source.columns };
  const { headerLine, names, example } = await headerOf(source, options.header);
  const stored = await loadMapping(path);
  const isKnown = stored !== undefined && hasSameColumns(stored, headerLine, names);
  const columns = applyOptions(isKnown ? stored.columns : guessFields(names), options.map);
  const mapping = { headerLine, columns };
  if (isKnown && options.map.length === 0) return stored;
  options.show(mapping, example);
  const missing = missingFields(mapping);
  if (missing.length > 0) {
    throw new PisError(
      `No column was found for: ${missing.join('; ')}. Name it with --map column=field, for ` +
        `example --map "${shown(names[0] ?? 'A')}=name". The header was read in line ` +
        `${String(headerLine)}.`,
      2,
    );
  }
  if (!options.yes) await confirm(options, stored !== undefined && !isKnown);
  await storeMapping(path, mapping);
  return mapping;
}

async function confirm({ ask }: ConfirmOptions, hasChanged: boolean): Promise<void> {
  if (ask === undefined) {
    throw new PisError(
      'The columns above are a guess. Confirm them with --yes, or correct them with --map.',
      2,
    );
  }
  const changed = hasChanged ? 'The header has changed. ' : '';
  const answer = await ask(`${changed}Are these columns right? [y/N] `);
  if (/^\s*y(?:es)?\s*$/iu.test(answer)) return;
  throw new PisError('Not confirmed. Correct the columns with --map column=field.', 2);
}

/** Returns the header: the first of the rows at the beginning with the most known names. */
async function headerOf(source: Source, hasHeader: boolean) {
  const rows: SourceRow[] = [];
  for await (const row of source.rows()) {
    if (!isEmpty(row)) rows.push(row);
    if (rows.length === HEADER_ROWS) break;
  }
  if (rows.length === 0) throw new PisError('The file has only empty rows.');
  if (!hasHeader) {
    const width = Math.max(...rows.map(({ cells }) => cells.length));
    const names = Array.from({ length: width }, (_, index) => letterOf(index));
    return { headerLine: 0, names, example: rows[0]?.cells ?? [] };
  }
  const known = rows.map(({ cells }) => cells.filter((cell) => fieldCalled(cell)).length);
  const at = Math.max(0, known.indexOf(Math.max(...known)));
  const header = rows[at];
  return {
    headerLine: header?.line ?? 0,
    names: namedColumns(header?.cells ?? []),
    example: rows[at + 1]?.cells ?? [],
  };
}
