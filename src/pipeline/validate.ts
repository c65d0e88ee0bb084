import { addZodFaults } from '../contract/faults.ts';
import { checkFileInstrument } from '../contract/file-instrument.ts';
import { FILE_FORMS, type FileForm } from '../contract/file-forms.ts';
import type { FileInitiation } from '../contract/initiation.ts';
import { addSelfPayment, ukAccountAt } from '../contract/self-payment.ts';
import { checkSchemeLimit } from '../contract/scheme-limits.ts';
import { executionDateProblem, executionDays } from '../domain/calendar/calendar.ts';
import { storedUkAccount, type AccountNumber } from '../domain/parties/accounts.ts';
import {
  ALL_FILE_TYPES,
  FILE_TYPES,
  paymentPath,
  type FileType,
} from '../domain/records/file-types.ts';
import type { FileFacts, FileMetadata, FilePayment, FileRules } from '../domain/records/payment.ts';
import {
  INSTRUMENTS,
  instrumentCalled,
  FILE_INSTRUMENTS,
  SCHEMES,
  type FileInstrument,
} from '../domain/schemes/schemes.ts';
import { expectDefined } from '../shared/assert.ts';
import type { FaultList } from '../shared/errors.ts';
import { parseAmount } from '../shared/money.ts';
import { londonDate, parseInstant, type LocalDate } from '../shared/time.ts';
import type { Mixture } from './mixture.ts';
import type { CheckPayment } from './types.ts';

const INSTRUMENT_OF: ReadonlyMap<unknown, FileInstrument> = new Map(
  FILE_INSTRUMENTS.map((instrument) => [SCHEMES[instrument].localInstrument, instrument]),
);

/**
 * The check of the payments in an upload. It also records if a payment names today's date
 * explicitly.
 */
type UploadCheck = CheckPayment & { readonly namesToday: () => boolean };

/** The members of a payment that are checked beyond the schema. They may be invalid. */
type UncheckedMembers = Partial<Record<keyof FileInitiation, unknown>>;

/** The members of a valid payment that all file types have. */
type CheckedMembers = Omit<FileInitiation, 'RemittanceInformation'> & {
  readonly RemittanceInformation?: object | undefined;
};

/**
 * Returns the check of one payment of an upload: its shape, accounts, amount, scheme and date
 * (rules, 6.13 to 6.15). It reports all faults of a payment. It adds to `mixture` as much of the
 * payment as it could read, even of an invalid one.
 */
export function uploadCheck(
  metadata: FileMetadata,
  rules: FileRules,
  mixture?: Mixture,
): UploadCheck {
  const { today, maxDaysAhead } = rules;
  const { fileType } = metadata;
  const dateOf = londonDates();
  const form = FILE_FORMS[fileType];
  let isFirstMismatch = true;
  let namesToday = false;
  const days = executionDays(today, maxDaysAhead);

  /** Checks the payment's own date and returns true if it is valid or absent. */
  const checkDate = (value: unknown, path: string, faults: FaultList): boolean => {
    const date = dateOf(value);
    const problem = date === undefined ? undefined : executionDateProblem(date, days);
    if (problem !== undefined) faults.add('fieldInvalidDate', problem, path);
    return problem === undefined;
  };

  const requestedDateOf = ({
    RequestedExecutionDateTime: own,
  }: UncheckedMembers): LocalDate | null | undefined =>
    own === undefined ? metadata.requestedDate : dateOf(own);

  const check = (value: unknown, index: number, faults: FaultList): FilePayment | undefined => {
    const before = faults.total;
    const path = paymentPath(fileType, index);
    const parsed = form.payment.safeParse(value);
    if (!parsed.success) {
      if (isFirstMismatch) addOtherType(fileType, value, index, faults);
      isFirstMismatch = false;
      addZodFaults(faults, parsed.error, value, path);
    }
    const members: UncheckedMembers = isObject(value) ? value : {};
    checkFileInstrument(members.LocalInstrument, `${path}.LocalInstrument`, rules, faults);
    checkSchemeLimit(value, path, rules, faults);
    const debtor =
      members.DebtorAccount === undefined
        ? metadata.debtorAccount
        : ukAccountAt(value, ['DebtorAccount']);
    addSelfPayment(debtor, value, path, faults);
    const ownDate = members.RequestedExecutionDateTime;
    const isValidDate = checkDate(ownDate, `${path}.RequestedExecutionDateTime`, faults);

    const requestedDate = requestedDateOf(members);
    const date = requestedDate === today ? null : requestedDate;
    if (mixture !== undefined && isObject(value)) {
      const known = instrumentCalled(members.LocalInstrument, INSTRUMENTS);
      const instrument = known && SCHEMES[known].localInstrument;
      // An invalid date does not show which date was meant, so the mixture ignores it.
      mixture.add({ index, instrument, date: isValidDate ? date : undefined, debtor });
    }
    if (!parsed.success || faults.total > before) return undefined;
    if (requestedDate === today) namesToday = true;
    const { debtorAccount } = metadata;
    return filePayment(parsed.data as CheckedMembers, form, index, {
      date: date ?? null,
      debtor: debtorAccount,
    });
  };
  return Object.assign(check, { fileType, limits: rules, namesToday: () => namesToday });
}

/** Adds a fault if an invalid payment is valid in another file type of the same layout. */
function addOtherType(type: FileType, value: unknown, index: number, faults: FaultList): void {
  const other = ALL_FILE_TYPES.find(
    (name) =>
      name !== type &&
      FILE_TYPES[name].list === FILE_TYPES[type].list &&
      FILE_FORMS[name].payment.safeParse(value).success,
  );
  if (other === undefined) return;
  const message =
    `Payment ${String(index)} is written as in ${other}, but the consent has ${type}. Create a ` +
    `consent with that FileType (${FILE_TYPES[other].versions.join(', ')}), or write the payments ` +
    'as the FileType of the consent requires.';
  faults.priority.add('fieldInvalid', message, 'Data.Initiation.FileType');
}

function isObject(value: unknown): value is UncheckedMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a check for a stored file, which was accepted before: it only converts each value to a
 * payment. A payment without a DebtorAccount gets no debtor, because the consent has the account.
 */
export function storedFileCheck(facts: FileFacts): CheckPayment {
  const form = FILE_FORMS[facts.fileType];
  const dateOf = londonDates();
  const sameDay = facts.groups.every((group) => group.date === null);
  const check = (value: unknown, index: number): FilePayment => {
    const initiation = value as CheckedMembers;
    const date = dateOf(initiation.RequestedExecutionDateTime) ?? facts.requestedDate;
    return filePayment(initiation, form, index, { date: sameDay ? null : date, debtor: null });
  };
  return Object.assign(check, { fileType: facts.fileType });
}

function filePayment(
  initiation: CheckedMembers,
  { remittanceOf }: FileForm,
  index: number,
  defaults: { readonly date: LocalDate | null; readonly debtor: AccountNumber | null },
): FilePayment {
  const { DebtorAccount, CreditorAccount, RemittanceInformation } = initiation;
  const remittance = RemittanceInformation && remittanceOf(RemittanceInformation);
  return {
    index,
    instrument: expectDefined(INSTRUMENT_OF.get(initiation.LocalInstrument), 'the instrument'),
    date: defaults.date,
    amountPence: expectDefined(parseAmount(initiation.InstructedAmount.Amount), 'the amount'),
    debtor: DebtorAccount === undefined ? defaults.debtor : accountNumber(DebtorAccount),
    creditor: accountNumber(CreditorAccount),
    creditorName: CreditorAccount.Name,
    instructionIdentification: initiation.InstructionIdentification,
    endToEndIdentification: initiation.EndToEndIdentification,
    reference: remittance?.Reference ?? '',
    unstructured: remittance?.Unstructured ?? '',
  };
}

function accountNumber(account: { SchemeName: string; Identification: string }): AccountNumber {
  const number = storedUkAccount(account.SchemeName, account.Identification);
  return expectDefined(number, 'an account that was checked');
}

/**
 * Returns a function that converts a date-time to the day in London, or to undefined if it is not
 * one. Payments of a file often share their date and the conversion is expensive, so it caches the
 * last result.
 */
function londonDates(): (value: unknown) => LocalDate | undefined {
  let lastText: unknown;
  let lastDate: LocalDate | undefined;
  return (value) => {
    if (value !== lastText) {
      const instant = typeof value === 'string' ? parseInstant(value) : undefined;
      lastDate = instant === undefined ? undefined : londonDate(instant);
      lastText = value;
    }
    return lastDate;
  };
}
