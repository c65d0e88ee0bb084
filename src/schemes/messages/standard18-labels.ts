import { assert } from '../../shared/assert.ts';
import { DAY_MS, type LocalDate } from '../../shared/time.ts';

/** Length of each label at the beginning and the end of a Standard 18 file, in columns. */
const LABEL_COLUMNS = 80;

/** The values in the labels of a Standard 18 file. */
interface LabelFacts {
  readonly serial: string;
  readonly serviceUserNumber: string;
  readonly fileNumber: string;
  readonly createdOn: LocalDate;
  readonly expiresOn: LocalDate;
  /** The processing day of the file, or the first one of a file with several days. */
  readonly processingDay: LocalDate;
  readonly hasSeveralDays: boolean;
}

/** Sums and counts at the end of a Standard 18 file. Amounts are in pence. */
interface FileSums {
  readonly pence: number;
  readonly debits: number;
  readonly credits: number;
}

/** Returns the labels VOL1, HDR1, HDR2 and UHL1, which are the beginning of the file. */
export function openingLabels(facts: LabelFacts): readonly string[] {
  const { serial, serviceUserNumber, processingDay, fileNumber, hasSeveralDays } = facts;
  const workCode = hasSeveralDays ? '4 MULTI  ' : '1 DAILY  ';
  return [
    label('VOL1', `${serial}${blanks(31)}${serviceUserNumber}${blanks(32)}1`),
    label('HDR1', fileLabel(facts)),
    label('HDR2', formatLabel(facts)),
    label(
      'UHL1',
      `${bacsDate(processingDay)}999999${blanks(4)}00000000${workCode}${fileNumber}${blanks(40)}`,
    ),
  ];
}

/** Returns the labels EOF1, EOF2 and UTL1, which are the end of the file. */
export function closingLabels(
  facts: LabelFacts,
  { pence, debits, credits }: FileSums,
): readonly string[] {
  // Contras debit the sum of the credits, so both sums are equal.
  const sum = columnsOf(pence, 13);
  return [
    label('EOF1', fileLabel(facts)),
    label('EOF2', formatLabel(facts)),
    label('UTL1', sum + sum + columnsOf(debits, 7) + columnsOf(credits, 7) + blanks(36)),
  ];
}

/** Returns a day as a blank, two digits of the year, and three digits of the day of the year. */
export function bacsDate(day: LocalDate): string {
  const year = day.slice(0, 4);
  const dayOfYear = (Date.parse(day) - Date.parse(`${year}-01-01`)) / DAY_MS + 1;
  return ` ${year.slice(2)}${String(dayOfYear).padStart(3, '0')}`;
}

/** Returns a number with leading zeros. Throws a Bug if it has too many digits. */
export function columnsOf(value: number, columns: number): string {
  const digits = String(value);
  assert(
    Number.isSafeInteger(value) && value >= 0 && digits.length <= columns,
    `${digits} does not fit in ${String(columns)} columns`,
  );
  return digits.padStart(columns, '0');
}

/** Returns the content of HDR1 and EOF1: file identifier, serial number, days. */
function fileLabel({ serial, serviceUserNumber, createdOn, expiresOn }: LabelFacts): string {
  const fileId = `A${serviceUserNumber}S  1${serviceUserNumber}`;
  const days = bacsDate(createdOn) + bacsDate(expiresOn);
  return `${fileId}${serial}00010001${blanks(6)}${days} 000000${blanks(20)}`;
}

/** Returns the content of HDR2 and EOF2: lengths of blocks and records. */
function formatLabel({ hasSeveralDays }: LabelFacts): string {
  const lengths = hasSeveralDays ? '0212000106' : '0200000100';
  return `F${lengths}${blanks(35)}00${blanks(28)}`;
}

function label(name: string, content: string): string {
  const written = name + content;
  assert(written.length === LABEL_COLUMNS, `${name} has ${String(written.length)} columns`);
  return written;
}

function blanks(columns: number): string {
  return ' '.repeat(columns);
}
