import { realpath } from 'node:fs/promises';
import { formatPence } from '../../fields/amounts.ts';
import { shown } from '../../fields/texts.ts';
import { openSource } from '../../input/open.ts';
import { confirmMapping } from '../../mapping/confirm.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { mappingPath } from '../../mapping/stored.ts';
import { exists } from '../../output/files.ts';
import type { FileVersion } from '../../output/instruction.ts';
import { writeStandardFile, type FileFacts } from '../../output/standard-file.ts';
import { examine, type Examination, type Leave, type Use } from '../../rows/examine.ts';
import { PisError } from '../../rows/model.ts';
import { Table } from '../../rows/table.ts';
import { progressBar, type Context } from '../../terminal/context.ts';
import { formatOf, printerOf, type Printer } from '../../terminal/findings.ts';
import { tableOf } from '../../terminal/table.ts';
import { examineOptionsOf, sourceOptionsOf, type FileOptions } from '../options.ts';

/** Options of `pis file convert`. */
export interface ConvertOptions extends FileOptions {
  readonly out?: string;
  readonly type: FileVersion;
  readonly force?: boolean;
}

/** Checks a file and prints its faults. Returns the exit code. */
export async function checkFile(
  context: Context,
  path: string,
  options: FileOptions,
): Promise<number> {
  const { printer, run } = await prepare(context, path, options);
  const examined = await run();
  const accepted = examined.faults === 0;
  printer.end({ accepted, ...resultOf(path, examined) }, summaryOf(path, examined));
  return accepted ? 0 : 1;
}

/** Checks a file, and writes a payment file if it has no faults. Returns the exit code. */
export async function convertFile(
  context: Context,
  path: string,
  options: ConvertOptions,
): Promise<number> {
  const target = options.out ?? `${path}.${options.type}.json`;
  await checkTarget(path, target, options.force ?? false);
  const { printer, run } = await prepare(context, path, options);
  let examined: Examination | undefined;
  const facts = await writeStandardFile(target, options.type, async (add) => {
    examined = await run(add);
    return examined.faults === 0;
  });
  if (examined === undefined) throw new PisError(`${path} was not read.`);
  const accepted = facts !== undefined;
  const result = { accepted, ...resultOf(path, examined), ...(accepted ? { target, facts } : {}) };
  printer.end(
    result,
    accepted
      ? `${summaryOf(path, examined)}\n${factsText(target, facts)}`
      : `${summaryOf(path, examined)}\nNo file was written.`,
  );
  return accepted ? 0 : 1;
}

/** Throws if the target exists or is the file itself. */
export async function checkTarget(path: string, target: string, force: boolean): Promise<void> {
  if (!(await exists(target))) return;
  const isSame = (await realpath(path).catch(() => path)) === (await realpath(target));
  if (isSame) throw new PisError(`--out names the file that is read: ${target}.`, 2);
  if (!force) {
    throw new PisError(`${target} exists. Name another file with --out, or pass --force.`, 2);
  }
}

/** A file that is ready to be examined. */
interface Prepared {
  readonly printer: Printer;
  readonly table: Table;
  readonly run: (use?: Use, leave?: Leave) => Promise<Examination>;
}

/**
 * Opens a file, confirms its columns, and returns a function that examines it and reports to the
 * printer.
 */
export async function prepare(
  context: Context,
  path: string,
  options: FileOptions,
  printer: Printer = printerOf(formatOf(context.out, options.json ?? false), context.out),
): Promise<Prepared> {
  const examineOptions = examineOptionsOf(options, context.today);
  const source = await openSource(path, sourceOptionsOf(options));
  const { ask, err } = context;
  const mapping = await confirmMapping(path, source, {
    ...{ map: options.map, yes: options.yes ?? false, header: options.header },
    ...(ask === undefined ? {} : { ask }),
    show: (guess, example) => {
      err.write(`${path}: ${source.kind}, ${source.details}.\n${mappingText(guess, example)}\n`);
      if (options.yes === true) err.write(`The columns are kept in ${mappingPath(path)}.\n`);
    },
  });
  const table = new Table(source, mapping);
  const run: Prepared['run'] = async (use, leave) => {
    const progress = progressBar(context);
    try {
      return await examine(table, examineOptions, {
        report: printer.add,
        progress,
        ...(use === undefined ? {} : { use }),
        ...(leave === undefined ? {} : { leave }),
      });
    } catch (error) {
      // The output stays complete for programs: the findings so far, and the reason.
      if (error instanceof PisError) {
        printer.end({ accepted: false, file: path, error: error.message }, '');
      }
      throw error;
    } finally {
      progress.end();
    }
  };
  return { printer, table, run };
}

function mappingText({ columns }: Mapping, example: readonly string[]): string {
  const rows = columns.map(({ name, field }, index) => [
    shown(name),
    field ?? '(not used)',
    shown(example[index] ?? ''),
  ]);
  return tableOf(['column', 'field', 'first row'], rows);
}

/** Returns the result for programs. */
export function resultOf(path: string, examined: Examination): object {
  const { payments, faultyRows, faults, warnings, totalPence, totalLines, shortened } = examined;
  return {
    file: path,
    ...{ payments, faultyRows, faults, warnings, totalLines, shortened },
    controlSum: formatPence(totalPence),
    decimal: examined.notation.decimal,
    dateOrder: examined.notation.dateOrder,
  };
}

/** Returns the result for people. */
export function summaryOf(path: string, examined: Examination): string {
  const { payments, faultyRows, faults, warnings, totalPence, totalLines, shortened } = examined;
  const lines = [
    `${path}: ${counted(payments, 'valid payment')}, ${formatPence(totalPence)} GBP in total.`,
  ];
  if (faults > 0) lines.push(`${counted(faults, 'fault')} in ${counted(faultyRows, 'row')}.`);
  if (warnings > 0) lines.push(`${counted(warnings, 'warning')}.`);
  if (totalLines.length > 0) lines.push(`Rows of totals, not paid: ${totalLines.join(', ')}.`);
  if (shortened > 0) lines.push(`${counted(shortened, 'text')} will be cut by the scheme.`);
  return lines.join('\n');
}

export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function factsText(target: string, facts: FileFacts): string {
  return [
    `Written to ${target}. Values for the consent:`,
    `  "FileType": "${facts.fileType}"`,
    `  "FileHash": "${facts.fileHash}"`,
    `  "NumberOfTransactions": "${facts.numberOfTransactions}"`,
    `  "ControlSum": ${facts.controlSum}`,
  ].join('\n');
}
