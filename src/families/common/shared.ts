import { z } from 'zod';
import { valueAt } from '../../contract/faults.ts';
import { DateTime, listOf, text } from '../../contract/fields.ts';
import { checkSchemeLimit } from '../../contract/scheme-limits.ts';
import { executionDateProblem, executionDays } from '../../domain/calendar/calendar.ts';
import type { Approval, ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { ConsentStatus } from '../../domain/lifecycle/lifecycle.ts';
import { storedUkAccount, type AccountNumber } from '../../domain/parties/accounts.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FaultList } from '../../shared/errors.ts';
import { memberString } from '../../shared/json/json.ts';
import { pathText } from '../../shared/text.ts';
import { formatInstant, londonDate, parseInstant, type LocalDate } from '../../shared/time.ts';
import type { RuleContext } from './family.ts';
import type { ConsentView, HeldAccount, Members } from './view.ts';

/* The schemas and rules that several families share (OpenAPI 3.1.9). */

export const Authorisation = z.strictObject({
  AuthorisationType: z.enum(['Any', 'Single'], 'Expected Any or Single.'),
  CompletionDateTime: DateTime.optional(),
});

/** The schema of SCASupportData. It allows unknown fields, as in the OpenAPI description. */
export const ScaSupportData = z.looseObject({
  RequestedSCAExemptionType: z
    .enum([
      'BillPayment',
      'ContactlessTravel',
      'EcommerceGoods',
      'EcommerceServices',
      'Kiosk',
      'Parking',
      'PartyToParty',
    ])
    .optional(),
  AppliedAuthenticationApproach: z.enum(['CA', 'SCA']).optional(),
  ReferencePaymentOrderId: text(40).optional(),
});

export const ConsentId = text(128);

export const ReadRefundAccount = z.enum(['No', 'Yes'], 'Expected Yes or No.');

/** The statuses of a consent that allows one payment (rules, 5.1). */
export const CONSENT_STATUSES = [
  'AwaitingAuthorisation',
  'Authorised',
  'Consumed',
  'Rejected',
] as const satisfies readonly ConsentStatus[];

/** The schema of `Risk` (OBRisk1). It does not allow unknown fields. */
export const Risk = z.strictObject({
  PaymentContextCode: z
    .enum(['BillPayment', 'EcommerceGoods', 'EcommerceServices', 'Other', 'PartyToParty'])
    .optional(),
  MerchantCategoryCode: text(4)
    .refine((value) => value.length >= 3, 'Expected 3 or 4 characters.')
    .optional(),
  MerchantCustomerIdentification: text(70).optional(),
  DeliveryAddress: z
    .strictObject({
      AddressLine: listOf(text(70), { max: 2 }, 'Expected at most 2 lines.').optional(),
      StreetName: text(70).optional(),
      BuildingNumber: text(16).optional(),
      PostCode: text(16).optional(),
      TownName: text(35),
      CountrySubDivision: text(35).optional(),
      Country: z.string().regex(/^[A-Z]{2}$/, 'Expected two capital letters (ISO 3166-1 alpha-2).'),
    })
    .optional(),
});

/** The first fields in every response about a consent or a payment. */
export const ConsentHeader = {
  ConsentId,
  CreationDateTime: z.string().meta({ format: 'date-time' }),
  StatusUpdateDateTime: z.string().meta({ format: 'date-time' }),
};

export const Debtor = z.object({
  SchemeName: z.string(),
  Identification: z.string(),
  Name: z.string().optional(),
});

const address = z.string().meta({ format: 'uri' });

export const Links = z.strictObject({
  Self: address,
  First: address.optional(),
  Prev: address.optional(),
  Next: address.optional(),
  Last: address.optional(),
});

export const Meta = z.strictObject({ TotalPages: z.int32() });

/**
 * Returns the schema of a response with `Data`, `Links`, `Meta` and, if `risk` is given, `Risk`.
 */
export function answerOf(data: z.ZodType, risk?: z.ZodType): z.ZodType {
  return z.strictObject({
    Data: data,
    ...(risk === undefined ? {} : { Risk: risk }),
    Links,
    Meta,
  });
}

/**
 * The schema of the status of one payment in a payment resource (OpenAPI 3.1.9,
 * OBWritePaymentDetails1).
 */
const PaymentStatus = z.strictObject({
  PaymentTransactionId: text(210),
  Status: z.string(),
  StatusUpdateDateTime: z.string().meta({ format: 'date-time' }),
  StatusDetail: z.strictObject({
    LocalInstrument: z.string(),
    /** A status or reason code of the payment scheme (ISO 20022). */
    Status: text(128),
    StatusReason: z.string().optional(),
    StatusReasonDescription: text(256),
  }),
});

export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const PaymentDetails = answerOf(z.strictObject({ PaymentStatus: z.array(PaymentStatus) }));

const EXECUTION_DATE = ['Data', 'Initiation', 'RequestedExecutionDateTime'];

/**
 * Adds a fault if the execution date is in the past in London, or if it is later than the
 * configured maximum allows (rules, 11.6).
 *
 * @param path path of the execution date in the body
 */
export function checkExecutionDate(
  body: unknown,
  context: RuleContext,
  faults: FaultList,
  path: readonly string[] = EXECUTION_DATE,
): void {
  const written = valueAt(body, path);
  const instant = typeof written === 'string' ? parseInstant(written) : undefined;
  if (instant === undefined) return;
  const days = executionDays(londonDate(context.now), context.maxDaysAhead);
  const problem = executionDateProblem(londonDate(instant), days);
  if (problem !== undefined) faults.add('fieldInvalidDate', problem, pathText(path));
}

/** Adds a fault if the payment exceeds the maximum amount of its scheme (rules, 10.11). */
export function checkLimitOfScheme(body: unknown, context: RuleContext, faults: FaultList): void {
  const path = ['Data', 'Initiation'];
  checkSchemeLimit(valueAt(body, path), pathText(path), context, faults);
}

const COMPLETION = ['Data', 'Authorisation', 'CompletionDateTime'];

/** Adds a fault if `Data.Authorisation.CompletionDateTime` has passed (OpenAPI 3.1.9). */
export function checkAuthorisation(body: unknown, context: RuleContext, faults: FaultList): void {
  const written = valueAt(body, COMPLETION);
  const instant = typeof written === 'string' ? parseInstant(written) : undefined;
  if (instant === undefined || instant > context.now) return;
  faults.add(
    'fieldInvalidDate',
    `${String(written)} is in the past. Expected a later time.`,
    pathText(COMPLETION),
  );
}

/** Returns a problem if the customer approves the consent after its CompletionDateTime. */
export function completionProblems({ data, now }: Approval): readonly ApprovalProblem[] {
  const written = memberString(data, ['Authorisation', 'CompletionDateTime']);
  const instant = written === undefined ? undefined : parseInstant(written);
  if (instant === undefined || instant > now) return [];
  const message = `This had to be authorised by ${formatInstant(instant)}.`;
  return [{ reason: 'NARR', message }];
}

/**
 * Returns the account number of a DebtorAccount or CreditorAccount that was validated as a UK
 * account.
 */
export function ukAccount(account: AccountFields): AccountNumber {
  const number = storedUkAccount(account.SchemeName, account.Identification);
  return expectDefined(number, 'the account, which was validated with the request');
}

export interface AccountFields {
  readonly SchemeName: string;
  readonly Identification: string;
}

/** Returns the day in London of a valid date-time. */
export function dayOf(dateTime: string): LocalDate {
  return londonDate(expectDefined(parseInstant(dateTime), dateTime));
}

const SORT_CODE_ACCOUNT = 'UK.OBIE.SortCodeAccountNumber';

/** Returns the debtor's account in the form of an account for refunds (rules, 5.8). */
export function refundAccount({ number, holderName }: HeldAccount): Members {
  return { SchemeName: SORT_CODE_ACCOUNT, Identification: number, Name: holderName };
}

/** Returns the field `Debtor` with the account to debit, if it is known (rules, 5.6). */
export function debtorMember({ debtorAccount }: Pick<ConsentView, 'debtorAccount'>): Members {
  if (debtorAccount === null) return {};
  return { Debtor: { SchemeName: SORT_CODE_ACCOUNT, Identification: debtorAccount.number } };
}
