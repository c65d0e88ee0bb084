import { PisError, type BrokenCell, type SourceRow } from '../rows/model.ts';
import { bacsSubset, isContra, LABEL, penceOf, TOTALS } from './bacs-subset.ts';
import { encodingOf, textOf } from './encoding.ts';
import { MAX_ROWS, type Progress, type Source } from './source.ts';

/** The columns of a record, as names for findings. */
const COLUMNS = [
  { name: 'destination account', field: 'account' },
  { name: 'originating account', field: 'debtor' },
  { name: 'amount', field: 'amount' },
  { name: 'reference', field: 'reference' },
  { name: 'destination name', field: 'name' },
  { name: 'processing day', field: 'date' },
  { name: 'transaction code', field: 'scheme' },
] as const;

const CODE_COLUMN = 6;
/** Length of a record without and with a processing day. */
const RECORD = 100;
const RECORD_WITH_DAY = 106;
/** Maximum length of a line in characters. */
const MAX_LINE = 256;

/** Opens a Bacs file in Standard 18. Each credit is a row. The contra records are skipped. */
export async function openBacs(path: string, start: Buffer): Promise<Source> {
  await encodingOf(path, start);
  return {
    kind: 'Bacs Standard 18',
    details: 'credits of a submission',
    columns: COLUMNS,
    rows: (progress) => readRecords(path, progress),
    subset: {
      ...{ encoding: 'windows-1252', hasMark: false },
      textOf: (positions) => bacsSubset(() => linesOf(path), positions),
    },
  };
}

async function* readRecords(path: string, progress?: Progress): AsyncGenerator<SourceRow, void> {
  let [line, credits, pence] = [0, 0, 0n];
  let [day, isComplete] = ['', false];
  for await (const written of linesOf(path, progress)) {
    const text = written.replace(/\r?\n$/, '');
    line += 1;
    if (text.startsWith('UHL1')) day = dayOf(text.slice(4, 10));
    const totals = TOTALS.exec(text);
    if (totals !== null) {
      const [, , sum = '', , count = ''] = totals;
      if (BigInt(sum) !== pence || Number(count) !== credits) throw differs(path, line);
      isComplete = true;
    }
    if (LABEL.test(text) || text.trim() === '') continue;
    if (text.length > RECORD_WITH_DAY || !/^\d{15}[0-9A-Z]{2}/.test(text)) {
      throw new PisError(
        `${path}, line ${String(line)}: not a record of Standard 18. Expected ` +
          `${String(RECORD)} or ${String(RECORD_WITH_DAY)} characters.`,
      );
    }
    const record = text.padEnd(RECORD_WITH_DAY);
    if (isContra(record)) continue;
    credits += 1;
    if (credits > MAX_ROWS)
      throw new PisError(`${path} has more than ${String(MAX_ROWS)} credits. Divide it.`);
    pence += penceOf(record);
    yield rowOf(record, line, day);
  }
  if (!isComplete) throw new PisError(`${path} ends before the label UTL1. Export it again.`);
}

function rowOf(record: string, line: number, fileDay: string): SourceRow {
  const own = record.slice(100, 106).trim();
  const amount = record.slice(35, 46);
  const code = record.slice(15, 17);
  const broken: BrokenCell = {
    ...{ column: CODE_COLUMN, code: 'bacs-code', found: code, expected: '99, a credit' },
    remedy: 'Remove the record: direct debits cannot be paid.',
  };
  const cells = [
    record.slice(0, 14),
    record.slice(17, 31),
    `${amount.slice(0, -2)}.${amount.slice(-2)}`,
    record.slice(64, 82),
    record.slice(82, 100),
    own === '' ? fileDay : dayOf(record.slice(100, 106)),
    'BACS',
  ];
  return { line, cells, ...(code === '99' ? {} : { broken: [broken] }) };
}

/** Returns a day such as ` 26336` (year and day of the year) as a date, or as it is written. */
function dayOf(text: string): string {
  const [, year = '', day = ''] = /^ (\d{2})(\d{3})$/.exec(text) ?? [];
  if (year === '' || Number(day) < 1 || Number(day) > 366) return text.trim();
  return new Date(Date.UTC(2000 + Number(year), 0, Number(day))).toISOString().slice(0, 10);
}

/** Returns the lines of a file with their line ends. */
async function* linesOf(path: string, progress?: Progress): AsyncGenerator<string, void> {
  let rest = '';
  for await (const text of textOf(path, 'windows-1252', progress)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield `${line}\n`;
    if (rest.length > MAX_LINE) {
      throw new PisError(`${path} has no line ends. Save it with a line for each record.`);
    }
  }
  if (rest !== '') yield rest;
}

function differs(path: string, line: number): PisError {
  return new PisError(
    `${path}, line ${String(line)}: the label UTL1 has other totals than the records. The file is ` +
      'not complete, or was changed. Export it again.',
  );
}
