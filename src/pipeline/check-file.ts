import type { FileMetadata, FileRules } from '../domain/records/payment.ts';
import type { FaultList } from '../kernel/errors.ts';
import { canonicalDecimal, displayAmount, formatAmount, MAX_PENCE } from '../kernel/money.ts';
import { shorten } from '../kernel/text.ts';
import {
  fileHashOf,
  MAX_DEBTOR_SHARES,
  paymentPath,
  type ReadResult,
  type Tally,
} from './types.ts';

const MEND = 'Announce what the file has, or send the file that was meant.';

/**
 * What only the whole file can tell: that the bytes, the count and the sum are those the consent
 * announced, and that the payments may stand in one file together (rules, 6.3 to 6.14).
 */
export function checkFile(
  upload: {
    readonly sha256: string;
    readonly read: ReadResult;
    readonly tally: Tally;
    readonly metadata: FileMetadata;
    readonly rules: FileRules;
  },
  faults: FaultList,
): void {
  const { read, tally, metadata, rules } = upload;
  checkHash(upload.sha256, metadata, faults);
  // Of a file that could not be read to its end nothing below is known.
  if (!read.complete) return;
  checkCount(read, metadata, faults);
  if (tally.payments === read.payments) checkSum(tally, metadata, faults);
  checkInstruments(tally, faults);
  checkDates(tally, metadata, rules, faults);
  checkDebtors(tally, faults);
}

function checkHash(sha256: string, { fileHash }: FileMetadata, faults: FaultList): void {
  if (fileHash === undefined) return;
  const actual = fileHashOf(sha256);
  if (fileHash === actual || `${fileHash}=` === actual) return;
  const message = `The file's SHA-256 is ${actual}; what was announced is ${fileHash}. ${MEND}`;
  faults.add('fieldInvalid', message, 'Data.Initiation.FileHash');
}

function checkCount(read: ReadResult, metadata: FileMetadata, faults: FaultList): void {
  const { numberOfTransactions } = metadata;
  if (read.payments === 0) {
    const message = 'The list is empty; a file holds at least one payment.';
    faults.add('fieldInvalid', message, 'Data.DomesticPayments');
  }
  if (numberOfTransactions === undefined) return;
  if (Number(numberOfTransactions) === read.payments) return;
  const found = String(read.payments);
  const message = `The file has ${found} payments; what was announced is ${numberOfTransactions}. ${MEND}`;
  faults.add('fieldInvalid', message, 'Data.Initiation.NumberOfTransactions');
}

function checkSum(tally: Tally, { controlSum }: FileMetadata, faults: FaultList): void {
  if (tally.exceedsMaximum) {
    const message = `The payments come to more than ${displayAmount(MAX_PENCE)}. Use two files.`;
    faults.add('fieldInvalid', message, 'Data.DomesticPayments');
    return;
  }
  if (controlSum === undefined) return;
  const found = formatAmount(tally.totalPence);
  if (canonicalDecimal(controlSum) === canonicalDecimal(found)) return;
  const message = `The payments come to ${found}; what was announced is ${shorten(controlSum)}. ${MEND}`;
  faults.add('fieldInvalid', message, 'Data.Initiation.ControlSum');
}

/** BACS beside anything else, which the decision on BACS files rules out (rules, 6.13). */
function checkInstruments({ groups }: Tally, faults: FaultList): void {
  const [first] = groups;
  const other = groups.find(
    (group) => (group.instrument === 'BACS') !== (first?.instrument === 'BACS'),
  );
  if (first === undefined || other === undefined) return;
  faults.add(
    'unsupportedLocalInstrument',
    `Found ${other.instrument} after ${first.instrument} in payment ${String(first.first)}. ` +
      'BACS payments need a file of their own.',
    `${paymentPath(other.first)}.LocalInstrument`,
  );
}

function checkDates(
  { groups }: Tally,
  { requestedDate }: FileMetadata,
  { today }: FileRules,
  faults: FaultList,
): void {
  // A payment's own day was checked with it, so a day in the past is the consent's.
  if (requestedDate !== null && groups.some(({ date }) => date !== null && date < today)) {
    const message =
      `${requestedDate} is in the past, and payments of the file name no other day. ` +
      `Expected ${today} or a later day.`;
    faults.add('fieldInvalidDate', message, 'Data.Initiation.RequestedExecutionDateTime');
  }
  const [first] = groups;
  if (first === undefined) return;
  const mixed = groups.find((group) => (group.date === null) !== (first.date === null));
  const bacs = first.instrument === 'BACS' ? groups : [];
  const other = mixed ?? bacs.find((group) => group.date !== first.date);
  if (other === undefined) return;
  faults.add(
    'fieldInvalidDate',
    `This payment is ${dayText(other.date)}, payment ${String(first.first)} is ` +
      `${dayText(first.date)}. ` +
      (mixed === undefined
        ? 'A BULK file has one execution date, and BACS files are BULK.'
        : 'A file holds either same-day payments or future-dated ones.'),
    `${paymentPath(other.first)}.RequestedExecutionDateTime`,
  );
}

function dayText(date: string | null): string {
  return date === null ? 'same-day' : `for ${date}`;
}

function checkDebtors({ tooManyDebtors }: Tally, faults: FaultList): void {
  if (tooManyDebtors === null) return;
  faults.add(
    'fieldInvalid',
    `With this payment the file debits more than ${String(MAX_DEBTOR_SHARES)} accounts, ` +
      'counted once for each scheme and day. Use two files.',
    `${paymentPath(tooManyDebtors)}.DebtorAccount`,
  );
}
