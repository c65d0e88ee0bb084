import { z } from 'zod';
import { readUkAccount, UK_ACCOUNT_FORMS, type AccountFault } from '../domain/parties/accounts.ts';
import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { parseAmount } from '../shared/money.ts';
import { parseInstant } from '../shared/time.ts';

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

/** As much of what hides as a pattern tells in every language that has JSON Schema. */
const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Text of 1 to `max` characters, none of them hidden (docs/decisions, 52). */
export function text(max: number): z.ZodType<string> {
  return z
    .string(`Expected text of 1 to ${String(max)} characters.`)
    .refine(
      (value) => value !== '' && (value.length <= max || characterCount(value) <= max),
      `Expected 1 to ${String(max)} characters.`,
    )
    .refine(
      (value) => !hasUnsafeUnicode(value),
      'Control characters, invisible ones and marks of direction are not allowed.',
    )
    .meta({ minLength: 1, maxLength: max, pattern: NO_CONTROL });
}

/** ISO 8601 date-time with a time zone. */
export const DateTime = z
  .string('Expected a date-time with a time zone.')
  .refine((value) => parseInstant(value) !== undefined, {
    error: 'Expected a date-time with a time zone, such as 2026-12-01T09:00:00Z.',
    params: { code: 'fieldInvalidDate' },
  })
  .meta({ format: 'date-time' });

/** The name of a scheme that identifies accounts or banks: one of those that `isTaken` takes. */
export function schemeName(
  isTaken: (name: string) => boolean,
  expected: string,
): z.ZodType<string> {
  return z.string(expected).refine(isTaken, {
    error: expected,
    params: { code: 'unsupportedScheme' },
  });
}

/** A list of so many elements; its length is judged whatever is wrong with the elements. */
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
 * For a rule about the members of an object: it is asked also where some of them are missing or
 * wrong, which would otherwise hide what the rule finds (docs/decisions, 2).
 */
export const OF_ANY_OBJECT = {
  when: ({ value }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Whether something wrong with a member of an object was found already. */
export function isFaulty({ issues }: z.core.ParsePayload, member: string): boolean {
  return issues.some(({ path }) => path?.[0] === member);
}

const accountMembers = {
  SchemeName: text(40),
  Identification: text(256),
  SecondaryIdentification: text(34).optional(),
};

/**
 * An account in the United Kingdom: the only kind that domestic payments can reach. Its members are
 * as they were sent.
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

/** What is wrong with an account; where the scheme is missing, what would be with any scheme. */
function ukAccountFault(schemeName: unknown, identification: string): AccountFault | undefined {
  if (schemeName === undefined) {
    const schemes = ['SortCodeAccountNumber', 'IBAN'];
    const faults = schemes.map((scheme) => ukAccountFault(scheme, identification));
    return faults.every((fault) => fault === 'identification') ? 'identification' : undefined;
  }
  if (typeof schemeName !== 'string') return undefined;
  const read = readUkAccount(schemeName, identification);
  return 'fault' in read ? read.fault : undefined;
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

/** What `checkUkAccount` comes to, but for the check digits. */
const UK_ACCOUNT = {
  anyOf: UK_ACCOUNT_FORMS.map(({ schemes, pattern }) => ({
    type: 'object',
    properties: {
      SchemeName: { type: 'string', enum: schemes },
      Identification: { type: 'string', pattern },
    },
  })),
};

export const DebtorAccount = z
  .strictObject({ ...accountMembers, Name: text(350).optional() })
  .superRefine(checkUkAccount, OF_ANY_OBJECT)
  .meta(UK_ACCOUNT);

export const CreditorAccount = z
  .strictObject({ ...accountMembers, Name: text(350) })
  .superRefine(checkUkAccount, OF_ANY_OBJECT)
  .meta(UK_ACCOUNT);

/** More than zero, and of the contract's five fraction digits the two that pence are. */
const STERLING_PATTERN = '^(?!0+(\\.0+)?$)\\d{1,13}(\\.\\d{1,2})?$';

/** An amount in pounds: more than zero, at most two fraction digits (rules, 10.6). */
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

/** The contract leaves this object open. */
export const SupplementaryData = z.record(z.string(), z.unknown());
