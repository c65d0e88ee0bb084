import { z } from 'zod';
import { hasHidden } from '../kernel/hidden.ts';
import { parseAmount } from '../kernel/money.ts';
import { parseInstant } from '../kernel/time.ts';
import { readUkAccount } from './accounts.ts';

/**
 * The members that the objects of the contract share (OpenAPI 3.1.9). Closed objects of the
 * contract are strict here. Checks that answer with another code than Field.Invalid name it.
 */

/** How many characters (code points, as JSON Schema counts) a text has. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** Text of 1 to `max` characters, none of them hidden (docs/decisions, 52). */
export function text(max: number): z.ZodType<string> {
  return z
    .string(`Expected text of 1 to ${String(max)} characters.`)
    .refine(
      (value) => value !== '' && (value.length <= max || characterCount(value) <= max),
      `Expected 1 to ${String(max)} characters.`,
    )
    .refine(
      (value) => !hasHidden(value),
      'Control characters, invisible ones and marks of direction are not allowed.',
    )
    .meta({ minLength: 1, maxLength: max });
}

/** ISO 8601 date-time with a time zone. */
export const DateTime = z
  .string('Expected a date-time with a time zone.')
  .refine((value) => parseInstant(value) !== undefined, {
    error: 'Expected a date-time with a time zone, such as 2026-12-01T09:00:00Z.',
    params: { code: 'fieldInvalidDate' },
  })
  .meta({ format: 'date-time' });

const accountMembers = {
  SchemeName: text(40),
  Identification: text(256),
  SecondaryIdentification: text(34).optional(),
};

interface UkAccount {
  SchemeName: string;
  Identification: string;
}

/** An account in the United Kingdom: the only kind that domestic payments can reach. */
function checkUkAccount(context: z.core.ParsePayload<UkAccount>): void {
  const { SchemeName, Identification } = context.value;
  const read = readUkAccount(SchemeName, Identification);
  if (!('fault' in read)) return;
  const problem = ACCOUNT_PROBLEMS[read.fault];
  context.issues.push({
    code: 'custom',
    input: context.value,
    path: [problem.member],
    message: problem.message,
    params: { code: problem.code },
  });
}

const ACCOUNT_PROBLEMS = {
  scheme: {
    member: 'SchemeName',
    code: 'unsupportedScheme',
    message: 'Expected UK.OBIE.SortCodeAccountNumber or UK.OBIE.IBAN.',
  },
  identification: {
    member: 'Identification',
    code: 'fieldInvalid',
    message: 'Expected 14 digits (sort code and account number) or a valid IBAN.',
  },
  country: {
    member: 'Identification',
    code: 'unsupportedAccountIdentifier',
    message: 'A domestic payment needs an account in the United Kingdom (IBAN of GB).',
  },
} as const;

export const DebtorAccount = z
  .strictObject({ ...accountMembers, Name: text(350).optional() })
  .check(checkUkAccount);

export const CreditorAccount = z
  .strictObject({ ...accountMembers, Name: text(350) })
  .check(checkUkAccount);

const AMOUNT_PATTERN = '^\\d{1,13}$|^\\d{1,13}\\.\\d{1,5}$';

/** An amount in pounds: more than zero, at most two fraction digits (rules, 10.6). */
export const SterlingAmount = z.strictObject({
  Amount: z
    .string('Expected an amount as text, such as "10.50".')
    .refine((value) => (parseAmount(value) ?? 0) > 0, {
      error: 'Expected more than zero, with at most 13 digits before and 2 after the point.',
    })
    .meta({ pattern: AMOUNT_PATTERN }),
  Currency: z
    .string('Expected GBP.')
    .regex(/^[A-Z]{3}$/, 'Expected three capital letters.')
    .refine((value) => !/^[A-Z]{3}$/.test(value) || value === 'GBP', {
      error: 'Domestic payments are in GBP.',
      params: { code: 'unsupportedCurrency' },
    }),
});

export const PostalAddress = z.strictObject({
  AddressType: z
    .enum([
      'Business',
      'Correspondence',
      'DeliveryTo',
      'MailTo',
      'POBox',
      'Postal',
      'Residential',
      'Statement',
    ])
    .optional(),
  Department: text(70).optional(),
  SubDepartment: text(70).optional(),
  StreetName: text(70).optional(),
  BuildingNumber: text(16).optional(),
  PostCode: text(16).optional(),
  TownName: text(35).optional(),
  CountrySubDivision: text(35).optional(),
  Country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Expected two capital letters (ISO 3166-1 alpha-2).')
    .optional(),
  AddressLine: z
    .array(text(70))
    .refine((lines) => lines.length <= 7, 'Expected at most 7 lines.')
    .meta({ maxItems: 7 })
    .optional(),
});

export const RemittanceInformation = z.strictObject({
  Unstructured: text(140).optional(),
  Reference: text(35).optional(),
});

/** The contract leaves this object open. */
export const SupplementaryData = z.record(z.string(), z.unknown());
