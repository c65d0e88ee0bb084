import { z } from 'zod';
import { readUkAccount, UK_ACCOUNT_FORMS, type AccountFault } from '../domain/parties/accounts.ts';
import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { parseAmount } from '../shared/money.ts';
import { parseInstant } from '../shared/time.ts';

/*
 * Schemas of the fields that several requests of the OpenAPI 3.1.9 description share. An object
 * that is closed in the description is strict here. A check that reports another code than
 * Field.Invalid sets it in `params.code`.
 */

/** Returns the length of a string in characters (code points, as JSON Schema counts). */
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

/** Excludes control characters. The pattern is portable to all JSON Schema implementations. */
const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Schema of a string of 1 to `max` characters, none of them invisible (docs/decisions, 52). */
export function text(max: number): z.ZodType<string> {
  return z
    .string(`Expected text of 1 to ${String(max)} characters.`)
    .refine(
      (value) => value !== '' && (value.length <= max || characterCount(value) <= max),
      `Expected 1 to ${String(max)} characters.`,
    )
    .refine(
      (value) => !hasUnsafeUnicode(value),
      'Control characters, invisible characters and direction marks are not allowed.',
    )
    .meta({ minLength: 1, maxLength: max, pattern: NO_CONTROL });
}

/** Schema of an ISO 8601 date-time with a time zone. */
export const DateTime = z
  .string('Expected a date-time with a time zone.')
  .refine((value) => parseInstant(value) !== undefined, {
    error: 'Expected a date-time with a time zone, such as 2026-12-01T09:00:00Z.',
    params: { code: 'fieldInvalidDate' },
  })
  .meta({ format: 'date-time' });

/** Schema of a SchemeName of an account or a bank. `isTaken` returns true for accepted names. */
export function schemeName(
  isTaken: (name: string) => boolean,
  expected: string,
): z.ZodType<string> {
  return z.string(expected).refine(isTaken, {
    error: expected,
    params: { code: 'unsupportedScheme' },
  });
}

/** Schema of an array with length limits. Checks the length even if an element is invalid. */
export function listOf<Element extends z.ZodType>(
  element: Element,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number },
  expected: string,
): z.ZodArray<Element> {
  return z
    .array(element)
    .refine(({ length }) => length >= min && length <= max, {
      error: expected,
      when: ({ value }) => Array.isArray(value),
    })
    .meta({
      ...(min === 0 ? {} : { minItems: min }),
      ...(max === Infinity ? {} : { maxItems: max }),
    });
}

/**
 * Options of a refinement that runs even if some members of the object are missing or invalid.
 * By default zod skips refinements of invalid objects, so their faults would not be reported
 * together with the others (docs/decisions, 2).
 */
export const OF_ANY_OBJECT = {
  when: ({ value }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Returns true if a fault of this member has already been found. */
export function isFaulty({ issues }: z.core.ParsePayload, member: string): boolean {
  return issues.some(({ path }) => path?.[0] === member);
}

const accountMembers = {
  SchemeName: text(40),
  Identification: text(256),
  SecondaryIdentification: text(34).optional(),
};

/**
 * Adds an issue unless the members identify an account in the United Kingdom. Domestic payments
 * reach no other accounts. The members are those of the request, before validation.
 */
function checkUkAccount(
  { SchemeName, Identification }: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const fault = ukAccountFault(
    SchemeName,
    typeof Identification === 'string' ? Identification : '',
  );
  if (fault === undefined) return;
  const { member, message, code } = ACCOUNT_PROBLEMS[fault];
  if (isFaulty(context, member)) return;
  context.addIssue({ code: 'custom', path: [member], message, params: { code } });
}

/**
 * Returns the fault of an account, or undefined. If the SchemeName is absent, returns a fault
 * only for an identification that is invalid in every scheme.
 */
function ukAccountFault(schemeName: unknown, identification: string): AccountFault | undefined {
  if (schemeName === undefined) {
    const schemes = ['SortCodeAccountNumber', 'IBAN'];
    const faults = schemes.map((scheme) => ukAccountFault(scheme, identification));
    return faults.every((fault) => fault === 'identification') ? 'identification' : undefined;
  }
  if (typeof schemeName !== 'string') return undefined;
  const parsed = readUkAccount(schemeName, identification);
  return 'fault' in parsed ? parsed.fault : undefined;
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
    message: 'A domestic payment needs a UK account. An IBAN must begin with GB.',
  },
} as const;

/** JSON Schema of the rules of `checkUkAccount`, without the IBAN check digits. */
const UK_ACCOUNT = {
  anyOf: UK_ACCOUNT_FORMS.map(({ schemes, pattern }) => ({
    type: 'object',
    properties: {
      SchemeName: { type: 'string', enum: schemes },
      Identification: { type: 'string', pattern },
    },
  })),
};

/** Returns the schema of an account in the United Kingdom, with the other members of the object. */
export function ukAccountSchema<Others extends z.ZodRawShape>(others: Others) {
  return z
    .strictObject({ ...accountMembers, ...others })
    .superRefine(checkUkAccount, OF_ANY_OBJECT)
    .meta(UK_ACCOUNT);
}

export const DebtorAccount = ukAccountSchema({ Name: text(350).optional() });

export const CreditorAccount = ukAccountSchema({ Name: text(350) });

/** An amount above zero with at most two of the five fraction digits that the standard allows. */
const STERLING_PATTERN = '^(?!0+(\\.0+)?$)\\d{1,13}(\\.\\d{1,2})?$';

/** Schema of an amount in pounds: above zero, with at most two fraction digits (rules, 10.6). */
export const SterlingAmount = z.strictObject({
  Amount: z
    .string('Expected an amount as text, such as "10.50".')
    .refine((value) => (parseAmount(value) ?? 0) > 0, {
      error: 'Expected more than zero, with at most 13 digits before and 2 after the point.',
    })
    .meta({ pattern: STERLING_PATTERN }),
  Currency: z
    .string('Expected GBP.')
    .regex(/^[A-Z]{3}$/, 'Expected three capital letters.')
    .refine((value) => !/^[A-Z]{3}$/.test(value) || value === 'GBP', {
      error: 'Domestic payments are in GBP.',
      params: { code: 'unsupportedCurrency' },
    })
    .meta({ const: 'GBP' }),
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
  AddressLine: listOf(text(70), { max: 7 }, 'Expected at most 7 lines.').optional(),
});

export const RemittanceInformation = z.strictObject({
  Unstructured: text(140).optional(),
  Reference: text(35).optional(),
});

/** Schema of SupplementaryData, which the OpenAPI description leaves open. */
export const SupplementaryData = z.record(z.string(), z.unknown());
