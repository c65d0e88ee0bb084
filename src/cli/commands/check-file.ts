import { realpathSync, statSync } from 'node:fs';
import { createHolidays } from '../../bank/holidays.ts';
import { readConfig, type Config } from '../../config/config.ts';
import type { ByteSource } from '../../domain/ports/files.ts';
import type { FileCheck, PayeeTexts } from '../../domain/records/file-check.ts';
import { PAIN_001, paymentIndex } from '../../domain/records/file-types.ts';
import type { FileMetadata } from '../../domain/records/payment.ts';
import { readAnnounced, type AnnouncedName } from '../../use-cases/files/file-metadata.ts';
import { MAX_FAULTS_COUNTED, type Fault } from '../../shared/errors.ts';
import { reveal } from '../../shared/unsafe-unicode.ts';
import { displayAmount, formatAmount } from '../../shared/money.ts';
import { counted, shorten } from '../../shared/text.ts';
import { londonDate, parseInstant, type Instant, type LocalDate } from '../../shared/time.ts';
import { readersNamed } from '../../pipeline/read/index.ts';
import { checkReport, previewFile } from '../../pipeline/examine-file.ts';
import { fileHashOf } from '../../pipeline/types.ts';
import { hashSource, withFileSource } from '../../store/files/source.ts';
import { IntegrityError, CliError, type CliContext } from '../program.ts';

/** Options of the command. */
type Options = Readonly<
  Partial<Record<'type' | 'hash' | 'count' | 'sum' | 'date' | 'debtor' | 'asOf', string>>
>;

/** Option for each field of the consent. */
const OPTION_OF = {
  FileType: 'type',
  FileHash: 'hash',
  NumberOfTransactions: 'count',
  ControlSum: 'sum',
  RequestedExecutionDateTime: 'date',
  DebtorAccount: 'debtor',
} as const satisfies Record<AnnouncedName, keyof Options>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Print = CliContext['print'];

/**
 * Checks a payment file by the code and the settings of an upload, without a running service
 * (docs/decisions, 72). The file is not copied.
 */
export async function checkFile(
  { environment, machineClock, print }: CliContext,
  path: string,
  options: Options,
): Promise<FileCheck> {
  const settings = settingsOf(environment);
  const now = readAsOf(options.asOf) ?? machineClock();
  const rules = {
    today: londonDate(now),
    maxDaysAhead: settings.maxDaysAhead,
    bacsAccepted: settings.bacsAccepted,
    fpsMaxPence: settings.fpsMaxPence,
    maxFaults: MAX_FAULTS_COUNTED,
  };
  const metadata = readMetadata(options, rules.today, settings.maxDaysAhead);
  const check = read(path, (source) => {
    checkSize(path, source.bytes, settings.fileMaxBytes);
    const readerOf = readersNamed(settings.fileReader);
    const typed = isXml(source) ? { ...metadata, fileType: PAIN_001 } : metadata;
    const examined = previewFile(source, hashSource(source), typed, rules, readerOf);
    return checkReport(source.bytes, examined, now, createHolidays());
  });
  if (check.accepted) reportAccepted(path, check, print);
  else reportRejected(path, check, print);
  return Promise.resolve(check);
}

/** Returns true if the first character of a file is that of XML. */
function isXml(source: ByteSource): boolean {
  const start = Buffer.alloc(64);
  return /^(\u{feff})?\s*</u.test(start.toString('utf8', 0, source.read(start, 0)));
}

function settingsOf(environment: NodeJS.ProcessEnv): Config {
  const configuration = readConfig(environment);
  if ('config' in configuration) return configuration.config;
  throw new CliError(`The settings are not valid. ${configuration.problems.join(' ')}`);
}

/** Returns noon UTC of the day in `--as-of`, or undefined without the option. */
function readAsOf(written: string | undefined): Instant | undefined {
  if (written === undefined) return undefined;
  const noon = DAY.test(written) ? parseInstant(`${written}T12:00:00Z`) : undefined;
  if (noon !== undefined) return noon;
  throw new CliError('--as-of must be a day such as 2026-12-01.');
}

/** Returns the fields of the consent that the options contain. */
function readMetadata(values: Options, today: LocalDate, maxDaysAhead: number): FileMetadata {
  const problems: string[] = [];
  const textOf = (name: AnnouncedName): string | undefined => {
    const text = values[OPTION_OF[name]];
    return name === 'RequestedExecutionDateTime' ? readDate(text, problems) : text;
  };
  const metadata = readAnnounced(textOf, { today, maxDaysAhead }, (name, message) => {
    problems.push(`--${OPTION_OF[name]}: ${message}`);
  });
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  return metadata;
}

/**
 * Returns a date-time in the format of a consent. Adds a problem for anything other than a day or a
 * date-time.
 */
function readDate(written: string | undefined, problems: string[]): string | undefined {
  if (written === undefined) return undefined;
  const dateTime = DAY.test(written) ? `${written}T12:00:00Z` : written;
  if (parseInstant(dateTime) !== undefined) return dateTime;
  problems.push(
    `--date: Found "${shorten(reveal(written))}". Expected a day, such as 2026-12-01, or a ` +
      'date-time with a time zone, such as 2026-12-01T09:00:00Z.',
  );
  return undefined;
}

/** Opens a file, following links, and passes it to `use`. */
function read<Result>(path: string, use: (source: ByteSource) => Result): Result {
  try {
    const place = realpathSync(path);
    if (statSync(place).isDirectory())
      throw new CliError(`${path} is a folder. Name a file in it.`);
    return withFileSource(place, use);
  } catch (cause) {
    const isOfDisk = cause instanceof Error && ('syscall' in cause || cause.name === 'NoPlainFile');
    if (!isOfDisk) throw cause;
    const code = 'code' in cause ? String(cause.code) : 'it is not a regular file';
    const which =
      code === 'EACCES' ? 'a file that the user of the service can read' : 'an existing file';
    throw new CliError(`${path} cannot be read: ${code}. Name ${which}.`, { cause });
  }
}

/** Throws if the file exceeds the size limit of uploads (rules, 6.12). */
function checkSize(path: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new IntegrityError(
    `${path} would be refused, and its consent would stay AwaitingUpload: the file has ` +
      `${String(bytes)} bytes, but an upload may have at most ${String(maxBytes)} ` +
      '(PIS_FILE_MAX_BYTES). Split the file, or ask the bank for its limit.',
  );
}

function reportAccepted(
  path: string,
  { facts, preview, texts }: Extract<FileCheck, { accepted: true }>,
  print: Print,
): void {
  const { kind, reason } = facts.classification;
  const { debits, leastDebits, debitReference, executions } = preview;
  print(`${path} would be accepted.`);
  print(`  ${kind}: ${reason}`);
  const reference = debitReference === '' ? '' : `, reference "${debitReference}"`;
  const least = leastDebits === debits ? '' : `${String(leastDebits)} to `;
  print(`  On the statement: ${least}${counted(debits, 'debit')}${reference}.`);
  if (preview.customerChooses) print('  The customer chooses the debtor account.');
  print('  If approved and submitted now:');
  for (const { instrument, payments, totalPence, day, reason: why } of executions) {
    const sum = `${counted(payments, 'payment')} by ${instrument}, ${displayAmount(totalPence)}`;
    print(`    ${day}  ${sum}. ${why}`);
  }
  describeTexts(texts, print);
  print('Next: create the file payment consent with these values in its Initiation:');
  print(`  "FileType": "${facts.fileType}"`);
  print(`  "FileHash": "${fileHashOf(facts.sha256)}"`);
  print(`  "NumberOfTransactions": "${String(facts.payments)}"`);
  print(`  "ControlSum": ${formatAmount(facts.totalPence)}`);
  print(
    'Then upload exactly these bytes. Limits, permissions and accounts are checked at approval.',
  );
}

/** Prints the texts that payees will receive changed. */
function describeTexts({ counts, changed, equal }: PayeeTexts, print: Print): void {
  if (changed.length + equal.length === 0) return;
  const names = `${counted(counts.names, 'name')}, ${counted(counts.references, 'reference')}`;
  print(`  Schemes cut or replace characters of ${names} and ${counted(counts.notes, 'note')}:`);
  for (const { index, sent, received } of changed) {
    const text = received === '' ? 'not sent' : `"${received}"`;
    print(`    payment ${String(index)}  "${shorten(reveal(sent))}": ${text}`);
  }
  if (counts.equal === 0) return;
  print(
    `  Warning: ${counted(counts.equal, 'payment')} will have the reference of another payment`,
  );
  print('  to the same account. Shorten these references:');
  for (const { indexes, received } of equal) {
    print(`    payments ${indexes.join(' and ')}  "${received}"`);
  }
}

/** Prints every fault and throws `IntegrityError`. */
function reportRejected(
  path: string,
  check: Extract<FileCheck, { accepted: false }>,
  print: Print,
): never {
  const { faults, total } = check;
  print(`${path} would be rejected, together with its consent.`);
  for (const fault of faults) describeFault(fault, print);
  const found = `${total >= MAX_FAULTS_COUNTED ? 'at least ' : ''}${counted(total, 'fault')}`;
  throw new IntegrityError(
    `Found ${found}. Correct the file and check it again before the upload.`,
    { result: check },
  );
}

function describeFault({ code, path, message }: Fault, print: Print): void {
  const index = path === undefined ? undefined : paymentIndex(path);
  const what = index === undefined ? 'the file' : `payment ${String(index)}`;
  print(`  ${what}  ${path ?? ''}  ${code}`);
  print(`    ${message}`);
}
