import { describe } from '../contract/faults.ts';
import { FILE_TYPES, paymentPath } from '../domain/records/file-types.ts';
import type { FileMetadata, FileRules } from '../domain/records/payment.ts';
import type { FaultList } from '../shared/errors.ts';
import { canonicalDecimal, displayAmount, formatAmount, MAX_PENCE } from '../shared/money.ts';
import { shorten } from '../shared/text.ts';
import type { Mixture } from './mixture.ts';
import { fileHashOf, MAX_DEBTOR_SHARES, type ReadResult, type Tally } from './types.ts';

type MemberPath = NonNullable<ReadResult['pathOf']>;

const REMEDY = 'Create a consent with the values of this file, or send the file of the consent.';

/**
 * Checks the file as a whole: its hash, number of payments and total against the consent, and
 * whether its payments may be in one file together (rules, 6.3 to 6.14). Payments with faults of
 * their own count too. These faults are listed before those of single payments.
 */
export function checkWholeFile(
  upload: {
    readonly sha256: string;
    readonly read: ReadResult;
    readonly tally: Tally & { readonly mixture: Mixture };
    readonly metadata: FileMetadata;
    readonly rules: FileRules;
  },
  { priority }: FaultList,
): void {
  const { read, tally, metadata, rules } = upload;
  checkHash(upload.sha256, metadata, priority);
  // The number, the total and the mixture of payments are known only if the whole file was read.
  if (!read.complete) return;
  checkCount(read, metadata, priority);
  if (tally.payments === read.payments) checkSum(tally, metadata, priority);
  const pathOf = memberPaths(metadata, read);
  if (rules.bacsAccepted) checkInstruments(tally.mixture, pathOf, priority);
  checkDates(tally.mixture, { ...metadata, ...rules, pathOf }, priority);
  checkDebtors(tally.mixture, pathOf, priority);
}

function checkHash(sha256: string, { fileHash }: FileMetadata, faults: FaultList): void {
  if (fileHash === undefined) return;
  const actual = fileHashOf(sha256);
  if (fileHash === actual || `${fileHash}=` === actual) return;
  const message = `The SHA-256 of the file is ${actual}, but the consent has ${fileHash}. ${REMEDY}`;
  faults.add('fieldInvalid', message, 'Data.Initiation.FileHash');
}

function checkCount(read: ReadResult, metadata: FileMetadata, faults: FaultList): void {
  const { fileType, numberOfTransactions } = metadata;
  if (read.payments === 0) {
    const message = 'The list of payments is empty. A file needs at least one payment.';
    faults.add('fieldInvalid', message, FILE_TYPES[fileType].list);
  }
  if (numberOfTransactions === undefined) return;
  if (Number(numberOfTransactions) === read.payments) return;
  const found = String(read.payments);
  const message =
    `The file has ${found} payments, but the consent has ${numberOfTransactions}. ` + REMEDY;
  faults.add('fieldInvalid', message, 'Data.Initiation.NumberOfTransactions');
}

function checkSum(tally: Tally, { fileType, controlSum }: FileMetadata, faults: FaultList): void {
  if (tally.exceedsMaximum) {
    const message =
      `The total of the payments exceeds ${displayAmount(MAX_PENCE)}. ` +
      'Split the payments into two files.';
    faults.add('fieldInvalid', message, FILE_TYPES[fileType].list);
    return;
  }
  if (controlSum === undefined) return;
  const found = formatAmount(tally.totalPence);
  if (canonicalDecimal(controlSum) === canonicalDecimal(found)) return;
  const message =
    `The total of the payments is ${found}, but the consent has ${shorten(controlSum)}. ` + REMEDY;
  faults.add('fieldInvalid', message, 'Data.Initiation.ControlSum');
}

/** Rejects a file with BACS payments and payments of other schemes (rules, 6.13). */
function checkInstruments(
  { instruments: { first, other } }: Mixture,
  pathOf: MemberPath,
  faults: FaultList,
): void {
  if (first === undefined || other === undefined) return;
  faults.add(
    'unsupportedLocalInstrument',
    `Found ${describe(other.value)} after ${describe(first.value)} in payment ` +
      `${String(first.index)}. BACS payments need a file of their own.`,
    pathOf(other.index, 'instrument'),
  );
}

function checkDates(
  mixture: Mixture,
  {
    requestedDate,
    today,
    bacsAccepted,
    pathOf,
  }: FileMetadata & FileRules & { readonly pathOf: MemberPath },
  faults: FaultList,
): void {
  // The date of each payment was checked before, so a past date here comes from the consent.
  if (requestedDate !== null && mixture.hasPastDate()) {
    const message =
      `${requestedDate} is in the past, and some payments of the file have no date of their own. ` +
      `Expected ${today} or a later day.`;
    faults.add('fieldInvalidDate', message, 'Data.Initiation.RequestedExecutionDateTime');
  }
  const isMixed = mixture.days.other !== undefined;
  if (!isMixed && !bacsAccepted) return;
  const { first, other } = isMixed ? mixture.days : mixture.bacsDays;
  if (first === undefined || other === undefined) return;
  faults.add(
    'fieldInvalidDate',
    `This payment is ${dayText(other.value)}, but payment ${String(first.index)} is ` +
      `${dayText(first.value)}. ` +
      (isMixed
        ? 'A file may contain same-day payments or future-dated ones, but not both.'
        : 'All BACS payments of a file need the same execution date.'),
    pathOf(other.index, 'date'),
  );
}

function dayText(date: string | null): string {
  return date === null ? 'same-day' : `for ${date}`;
}

function checkDebtors({ tooManyDebtors }: Mixture, pathOf: MemberPath, faults: FaultList): void {
  if (tooManyDebtors === null) return;
  faults.add(
    'fieldInvalid',
    `With this payment the file debits more than ${String(MAX_DEBTOR_SHARES)} accounts, ` +
      'counted once for each scheme and day. Split the payments into two files.',
    pathOf(tooManyDebtors, 'debtor'),
  );
}

/** Returns a function that writes the path of a member of a payment. */
function memberPaths({ fileType }: FileMetadata, { pathOf }: ReadResult): MemberPath {
  const { members } = FILE_TYPES[fileType];
  return pathOf ?? ((index, member) => `${paymentPath(fileType, index)}.${members[member]}`);
}
