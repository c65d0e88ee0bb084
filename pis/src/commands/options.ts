import { Option, type Command } from 'commander';
import type { DecimalSign } from '../fields/amounts.ts';
import { DATE_ORDERS, type DateOrder } from '../fields/dates.ts';
import { readAccount } from '../fields/accounts.ts';
import { SCHEMES, type Scheme } from '../fields/schemes.ts';
import type { SourceOptions } from '../input/open.ts';
import { ENCODINGS, type Delimiter, type Encoding } from '../input/text-format.ts';
import type { ExamineOptions } from '../rows/examine.ts';
import type { Notation } from '../rows/survey.ts';
import type { Table } from '../rows/table.ts';
import { dayOf, valueOf } from './values.ts';

/** Options of the commands that read a file, as commander returns them. */
export interface FileOptions {
  readonly map: readonly string[];
  readonly yes?: boolean;
  readonly header: boolean;
  readonly json?: boolean;
  readonly decimal?: keyof typeof DECIMAL_SIGNS;
  readonly dateOrder?: DateOrder;
  readonly encoding?: Encoding;
  readonly delimiter?: keyof typeof DELIMITER_NAMES;
  readonly sheet?: string;
  readonly scheme: Scheme;
  readonly debtor?: string;
  readonly date?: string;
  readonly padZeros?: boolean;
}

const DECIMAL_SIGNS = { point: '.', comma: ',' } as const satisfies Record<string, DecimalSign>;

const DELIMITER_NAMES = {
  ...{ comma: ',', semicolon: ';', tab: '\t' },
} as const satisfies Record<string, Delimiter>;

/** Returns an option with a fixed set of values. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

/** Adds the options of the commands that read a file. */
export function addFileOptions(
  command: Command,
  yes = 'accept the guessed columns without a question',
): Command {
  const collect = (value: string, before: readonly string[]): readonly string[] => [
    ...before,
    value,
  ];
  return command
    .option('--map <column=field>', 'field of a column, repeatable', collect, [])
    .option('-y, --yes', yes)
    .option('--no-header', 'the first row is a payment; columns are called A, B, C')
    .addOption(choice('--scheme <scheme>', 'scheme of rows without one', SCHEMES).default('FPS'))
    .option('--debtor <account>', 'debtor account of rows without one: 14 digits or an IBAN')
    .option('--date <day>', 'execution date of rows without one, for example 2026-12-31')
    .option('--pad-zeros', 'add zeros that a spreadsheet removed from account numbers')
    .addOption(choice('--decimal <sign>', 'sign before the pence', Object.keys(DECIMAL_SIGNS)))
    .addOption(choice('--date-order <order>', 'order of day, month and year', DATE_ORDERS))
    .addOption(choice('--encoding <name>', 'encoding of a CSV file', ENCODINGS))
    .addOption(
      choice('--delimiter <name>', 'delimiter of a CSV file', Object.keys(DELIMITER_NAMES)),
    )
    .option('--sheet <name>', 'sheet of a workbook. Default: the first visible one');
}

/** Returns the options for opening a file. */
export function sourceOptionsOf({ encoding, delimiter, sheet }: FileOptions): SourceOptions {
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter: DELIMITER_NAMES[delimiter] }),
    ...(sheet === undefined ? {} : { sheet }),
  };
}

/** Returns the options for checking rows. Throws a PisError of wrong use. */
export function examineOptionsOf(options: FileOptions, today: string): ExamineOptions {
  const { decimal, dateOrder, scheme, padZeros = false } = options;
  return {
    ...{ scheme, padZeros, today },
    ...(options.debtor === undefined
      ? {}
      : { debtor: valueOf('--debtor', options.debtor, readAccount) }),
    ...(options.date === undefined ? {} : { date: dayOf('--date', options.date, today) }),
    notation: {
      ...(decimal === undefined ? {} : { decimal: DECIMAL_SIGNS[decimal] }),
      ...(dateOrder === undefined ? {} : { dateOrder }),
    },
  };
}

/** Returns the options that another file with rows of the same file needs, as arguments. */
export function argumentsFor(
  table: Table,
  options: FileOptions,
  notation: Notation,
): readonly string[] {
  const { scheme, debtor, date, padZeros = false, header } = options;
  const sign = notation.decimal === '.' ? 'point' : 'comma';
  // Formats that define their columns also define how they write amounts and dates.
  const isDefined = table.source.columns !== undefined;
  return [
    ...(header ? [] : ['--no-header']),
    ...(scheme === 'FPS' ? [] : ['--scheme', scheme]),
    ...(debtor === undefined ? [] : ['--debtor', debtor]),
    ...(date === undefined ? [] : ['--date', date]),
    ...(padZeros ? ['--pad-zeros'] : []),
    ...(isDefined ? [] : ['--decimal', sign]),
    ...(isDefined || !table.has('date') ? [] : ['--date-order', notation.dateOrder]),
  ];
}

/** Adds the option that selects a profile. `PISCLI_PROFILE` sets its default. */
export function addProfileOption(command: Command): Command {
  return command.addOption(
    new Option('--profile <name>', 'profile of the bank').env('PISCLI_PROFILE').default('sandbox'),
  );
}
