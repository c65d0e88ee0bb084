import { z } from 'zod';
import { describe } from '../../contract/faults.ts';
import { executionDateProblem, executionDays } from '../../domain/calendar/calendar.ts';
import { readUkAccount, type AccountNumber } from '../../domain/parties/accounts.ts';
import {
  ALL_FILE_TYPES,
  PAYMENT_FILE_3_1,
  isFileType,
  type FileType,
} from '../../domain/records/file-types.ts';
import type { FileMetadata, FileRules } from '../../domain/records/payment.ts';
import type { Consent } from '../../domain/records/records.ts';
import { FileConsentInitiation } from '../../families/file-payments/index.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import { memberString, memberText } from '../../shared/json/json.ts';
import { londonDate, parseInstant } from '../../shared/time.ts';

/**
 * Returns the metadata of the file, as the consent announces it. It is read from the original text
 * of the TPP, so that no digit is lost.
 */
export function fileMetadata(consent: Consent): FileMetadata {
  const text = (name: string): string | undefined =>
    memberString(consent.data, ['Initiation', name]);
  const numberOfTransactions = text('NumberOfTransactions');
  const controlSum = memberText(consent.data, ['Initiation', 'ControlSum']);
  const requested = text('RequestedExecutionDateTime');
  return {
    fileType: fileTypeOf(consent),
    fileHash: expectDefined(text('FileHash'), 'FileHash'),
    ...(numberOfTransactions === undefined ? {} : { numberOfTransactions }),
    ...(controlSum === undefined ? {} : { controlSum }),
    requestedDate:
      requested === undefined
        ? null
        : londonDate(expectDefined(parseInstant(requested), requested)),
    debtorAccount: consent.debtorAccount,
  };
}

/** Returns the type of the file that a consent announces. */
export function fileTypeOf({ data }: Pick<Consent, 'data'>): FileType {
  const name = memberString(data, ['Initiation', 'FileType']);
  assert(isFileType(name), `a consent has the file type ${name ?? ''}`);
  return name;
}

/** Returns the FileReference that the TPP sent, or null if it sent none. */
export function fileReference(consent: Pick<Consent, 'data'>): string | null {
  return memberString(consent.data, ['Initiation', 'FileReference']) ?? null;
}

const { shape } = FileConsentInitiation;

/**
 * Metadata that can be sent along with a file to check, because such a file has no consent. The
 * names are the same as in a consent.
 */
const ANNOUNCED = {
  FileType: z.enum(ALL_FILE_TYPES, `Expected ${ALL_FILE_TYPES.join(' or ')}.`),
  FileHash: shape.FileHash,
  NumberOfTransactions: shape.NumberOfTransactions.unwrap(),
  ControlSum: z
    .string()
    // Text in the syntax of a JSON number becomes a number. Other text stays a string, which the
    // schema rejects.
    .transform((text) => (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text))
    .pipe(shape.ControlSum.unwrap()),
  RequestedExecutionDateTime: shape.RequestedExecutionDateTime.unwrap(),
  /**
   * An account in the United Kingdom as text. It is a sort code with an account number, or an IBAN.
   */
  DebtorAccount: z
    .string()
    .refine(
      (text) => debtorOf(text) !== null,
      'Expected 14 digits (sort code and account number) or an IBAN of GB.',
    ),
} as const;

export type AnnouncedName = keyof typeof ANNOUNCED;

export const ANNOUNCED_NAMES = Object.keys(ANNOUNCED) as readonly AnnouncedName[];

/**
 * Reads the metadata sent along with a file to check. It is validated by the same rules as the
 * fields of a consent. `refuse` is called for every problem. If there was a problem, the caller
 * must not use the result.
 */
export function readAnnounced(
  textOf: (name: AnnouncedName) => string | undefined,
  { today, maxDaysAhead }: Pick<FileRules, 'today' | 'maxDaysAhead'>,
  refuse: (name: AnnouncedName, message: string) => void,
): FileMetadata {
  const announced: Partial<Record<AnnouncedName, string>> = {};
  for (const name of ANNOUNCED_NAMES) {
    const text = textOf(name);
    if (text === undefined) continue;
    announced[name] = text;
    for (const { message } of ANNOUNCED[name].safeParse(text).error?.issues ?? []) {
      refuse(name, `Found ${describe(text)}. ${message}`);
    }
  }
  const { FileType, FileHash, NumberOfTransactions, ControlSum, DebtorAccount } = announced;
  const requested = parseInstant(announced.RequestedExecutionDateTime ?? '');
  const requestedDate = requested === undefined ? null : londonDate(requested);
  const days = executionDays(today, maxDaysAhead);
  const problem = requestedDate === null ? undefined : executionDateProblem(requestedDate, days);
  if (problem !== undefined) refuse('RequestedExecutionDateTime', problem);
  return {
    fileType: isFileType(FileType) ? FileType : PAYMENT_FILE_3_1,
    ...(FileHash === undefined ? {} : { fileHash: FileHash }),
    ...(NumberOfTransactions === undefined ? {} : { numberOfTransactions: NumberOfTransactions }),
    ...(ControlSum === undefined ? {} : { controlSum: ControlSum }),
    requestedDate,
    debtorAccount: DebtorAccount === undefined ? null : debtorOf(DebtorAccount),
  };
}

function debtorOf(text: string): AccountNumber | null {
  const scheme = /^\d/.test(text) ? 'UK.OBIE.SortCodeAccountNumber' : 'UK.OBIE.IBAN';
  const parsed = readUkAccount(scheme, text);
  return 'account' in parsed ? parsed.account : null;
}
