import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { MessageCredit, MessageHeader, SendingBank } from '../../domain/schemes/messages.ts';
import { bacsReferences } from '../../domain/schemes/payee-texts.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { assert } from '../../shared/assert.ts';
import type { MinorUnits, Pence } from '../../shared/money.ts';
import { addDays, londonDate, type Days, type LocalDate } from '../../shared/time.ts';
import { inPieces } from './pieces.ts';
import { SchemeTexts, type OnTextChange } from './scheme-texts.ts';
import { bacsDate, closingLabels, columnsOf, openingLabels } from './standard18-labels.ts';
import { MessageTotals } from './totals.ts';

/** Maximum amount of a credit, and of a contra, in pence: 11 columns. */
export const MAX_BACS_RECORD_PENCE: Pence = 99_999_999_999;
/** Maximum total of a file in pence: 13 columns. */
export const MAX_BACS_TOTAL_PENCE: Pence = 9_999_999_999_999;
/** Maximum number of credits in a file: 7 columns. */
export const MAX_BACS_CREDITS = 9_999_999;

/** Transaction codes of a credit and of the contra that debits its sum. */
export const CREDIT = '99';
const CONTRA = '17';

/** Length of names and references, in columns. */
const TEXT_COLUMNS = SCHEMES.BACS.texts.name;
const PENCE_COLUMNS = 11;

/**
 * Days from the file's first processing day until it expires. All its processing days must be
 * earlier.
 */
const RETENTION_DAYS: Days = 40;

/** Replaces a name that has no character of Standard 18. */
const NOT_PROVIDED = 'NOTPROVIDED';

const SERIAL = /^(?!0{6})[A-Z0-9]{6}$/;
const FILE_NUMBER = /^(?!000)\d{3}$/;
const SERVICE_USER_NUMBER = /^\d{6}$/;
const UK_ACCOUNT = /^\d{14}$/;

/** The numbers and the format of a Standard 18 file. */
export interface Standard18Submission {
  /** Serial number of the submission (VOL1), unique for the day: 6 capital letters and digits. */
  readonly serial: string;
  /** Number of the file in the submission (UHL1): `001` to `999`. */
  readonly fileNumber: string;
  /**
   * Returns the processing day of a credit. The file then has several days, with records of 106
   * columns. By default, all credits are processed on the settlement date of the header.
   */
  readonly processingDayOf?: (credit: MessageCredit) => LocalDate;
  /** Line end after each label and record. Bacs accepts both. The default is CRLF. */
  readonly lineEnd?: '\r\n' | '';
  /** Called for each text that Bacs cannot carry unchanged. */
  readonly onTextChange?: OnTextChange;
}

/** The sum that a contra debits from an originating account on a day. */
interface Contra {
  readonly account: AccountNumber;
  readonly name: string;
  readonly day: LocalDate;
  readonly pence: MinorUnits;
}

/** The columns of a record that differ between credits and contras. */
interface RecordFields {
  readonly code: typeof CREDIT | typeof CONTRA;
  readonly destination: AccountNumber;
  readonly originator: AccountNumber;
  readonly pence: MinorUnits;
  readonly originatorName: string;
  readonly reference: string;
  readonly destinationName: string;
  /** The processing day as columns. Empty in a file with one day. */
  readonly day: string;
}

/**
 * Writes a Bacs submission in Standard 18, in pieces of about 64 KiB. The n-th credit is the n-th
 * record after the label UHL1, counted from 1, which is how an input report identifies it. The
 * contras follow after all credits: one for each debtor account and day, or several if the sum
 * exceeds MAX_BACS_RECORD_PENCE.
 *
 * Throws a Bug before the end of the file if the credits do not add up to the number and the total
 * of the header, or if a number does not fit in its columns.
 */
export function writeStandard18(
  header: MessageHeader,
  credits: Iterable<MessageCredit>,
  bank: SendingBank,
  submission: Standard18Submission,
): Generator<string, void> {
  checkSubmission(header, bank, submission);
  return inPieces(lines(header, credits, bank, submission));
}

function* lines(
  header: MessageHeader,
  credits: Iterable<MessageCredit>,
  bank: SendingBank,
  submission: Standard18Submission,
): Generator<string, void> {
  const { serial, fileNumber, processingDayOf, lineEnd = '\r\n', onTextChange } = submission;
  const facts = {
    serial,
    fileNumber,
    serviceUserNumber: bank.serviceUserNumber,
    createdOn: londonDate(header.createdAt),
    expiresOn: addDays(header.settlementDate, RETENTION_DAYS),
    processingDay: header.settlementDate,
    hasSeveralDays: processingDayOf !== undefined,
  };
  for (const label of openingLabels(facts)) yield label + lineEnd;
  const totals = new MessageTotals(header);
  const contras = new Map<string, Contra>();
  for (const credit of credits) {
    totals.add(credit);
    const day = processingDayOf?.(credit) ?? header.settlementDate;
    assert(day >= facts.processingDay && day < facts.expiresOn, `${day} is not in the file's days`);
    const texts = new SchemeTexts('bacs', credit.payment.index, onTextChange);
    const name = nameOf(credit.debtor.name, 'originator name', texts);
    addToContra(contras, { account: credit.debtor.account, name, day, pence: credit.amount.minor });
    yield creditRecord(credit, name, dayColumns(day, submission), texts) + lineEnd;
  }
  totals.assertComplete();
  const debits = [...contras.values()].flatMap(splitContra);
  for (const contra of debits) {
    yield contraRecord(contra, dayColumns(contra.day, submission)) + lineEnd;
  }
  const { transactions, total } = header;
  const sums = { pence: total.minor, debits: debits.length, credits: transactions };
  for (const label of closingLabels(facts, sums)) yield label + lineEnd;
}

function checkSubmission(
  { id, instrument, transactions, total }: MessageHeader,
  { serviceUserNumber }: SendingBank,
  { serial, fileNumber }: Standard18Submission,
): void {
  assert(instrument === 'BACS', `${instrument} does not take Standard 18 files`);
  assert(total.currency === 'GBP', `Bacs does not settle in ${total.currency}`);
  assert(
    transactions > 0 && transactions <= MAX_BACS_CREDITS && total.minor <= MAX_BACS_TOTAL_PENCE,
    `message ${id} is too large for a Bacs file, or empty`,
  );
  assert(SERIAL.test(serial), `${serial} is not a serial number`);
  assert(FILE_NUMBER.test(fileNumber), `${fileNumber} is not a file number`);
  assert(SERVICE_USER_NUMBER.test(serviceUserNumber), 'the service user number has not 6 digits');
}

function creditRecord(
  { payment, creditor, debtor, amount, ...ultimate }: MessageCredit,
  originatorName: string,
  day: string,
  texts: SchemeTexts,
): string {
  assert(creditor.isBritish, `payment ${String(payment.index)}: the account is not British`);
  texts.leaveOut(ultimate.ultimateDebtor ?? '', 'ultimate debtor');
  texts.leaveOut(ultimate.ultimateCreditor ?? '', 'ultimate creditor');
  return record({
    code: CREDIT,
    destination: payment.creditor,
    originator: debtor.account,
    pence: amount.minor,
    originatorName,
    reference: referenceOf({ payment, creditor }, texts),
    destinationName: nameOf(creditor.name, 'destination name', texts),
    day,
  });
}

function contraRecord({ account, name, pence }: Contra, day: string): string {
  return record({
    code: CONTRA,
    destination: account,
    originator: account,
    pence,
    originatorName: name,
    reference: 'CONTRA',
    destinationName: name,
    day,
  });
}

function record(fields: RecordFields): string {
  const { code, destination, originator, pence, day } = fields;
  return (
    `${accountColumns(destination)}0${code}${accountColumns(originator)}    ` +
    columnsOf(pence, PENCE_COLUMNS) +
    fields.originatorName.padEnd(TEXT_COLUMNS) +
    fields.reference.padEnd(TEXT_COLUMNS) +
    fields.destinationName.padEnd(TEXT_COLUMNS) +
    day
  );
}

/** Returns sort code and account number, which are the first 14 columns of an account. */
function accountColumns(account: AccountNumber): string {
  assert(UK_ACCOUNT.test(account), 'a British account has 14 digits');
  return account;
}

function dayColumns(day: LocalDate, { processingDayOf }: Standard18Submission): string {
  return processingDayOf === undefined ? '' : bacsDate(day);
}

function nameOf(name: string, field: string, texts: SchemeTexts): string {
  const written = texts.text(name, field, TEXT_COLUMNS);
  return written === '' ? NOT_PROVIDED : written;
}

/** Returns the reference of a credit. Reports the texts that have no place. */
function referenceOf(
  { payment, creditor }: Pick<MessageCredit, 'payment' | 'creditor'>,
  texts: SchemeTexts,
): string {
  let chosen = '';
  for (const [field, value] of bacsReferences(creditor.secondary, payment)) {
    if (chosen === '') chosen = texts.text(value, field, TEXT_COLUMNS);
    else if (field !== 'end-to-end id') texts.leaveOut(value, field);
  }
  return chosen;
}

function addToContra(contras: Map<string, Contra>, part: Contra): void {
  const key = `${part.account} ${part.day}`;
  const known = contras.get(key);
  contras.set(key, known === undefined ? part : { ...known, pence: known.pence + part.pence });
}

/** Divides a contra into parts that fit in the columns of an amount. */
function splitContra(contra: Contra): readonly Contra[] {
  const parts: Contra[] = [];
  for (let left = contra.pence; left > 0; left -= MAX_BACS_RECORD_PENCE) {
    parts.push({ ...contra, pence: Math.min(left, MAX_BACS_RECORD_PENCE) });
  }
  return parts;
}
