import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { valueAt } from '../contract/faults.ts';
import { OF_ANY_OBJECT, text } from '../contract/fields.ts';
import { readAs, refuseRepeats } from '../contract/problems.ts';
import { passwordHashProblems } from '../domain/parties/password-hash.ts';
import { UNKNOWN_USER } from '../domain/records/audit.ts';
import { accountState } from '../domain/parties/accounts.ts';
import type { BankFile } from '../domain/records/bank-file.ts';
import { parseAmount } from '../shared/money.ts';
import { shorten } from '../shared/text.ts';
import { checkMandates } from './mandate-checks.ts';
import { checkTransfers, transfersMember, transfersOf } from './owner-transfers.ts';

const id = z.string().regex(/^[\w.@-]{1,64}$/, 'Expected 1 to 64 letters, digits or . @ _ -');

/**
 * The schema of an amount in pounds and pence, for example `25000000.00`. It is converted to pence.
 */
const pounds = z.string().transform((written, context) => {
  const pence = parseAmount(written);
  if (pence !== undefined) return pence;
  context.addIssue('Expected an amount such as "250.00"');
  return z.NEVER;
});

/**
 * The version of the bank's file. Nodes apply a file only if it is newer than the file applied
 * last.
 */
const version = z
  .int(
    'Expected "version": 1 in the first file, and a larger whole number with every change of it ' +
      '(docs/operations.md)',
  )
  .min(1);

const limit = pounds.nullable().default(null);

/**
 * The address of a customer. Messages to CHAPS, SEPA, T2 and SWIFT need at least town and country.
 */
const address = z
  .strictObject({
    street: text(70).optional(),
    building: text(16).optional(),
    postCode: text(16).optional(),
    town: text(35),
    country: z.string().regex(/^[A-Z]{2}$/, 'Expected two capital letters (ISO 3166-1 alpha-2)'),
  })
  .transform(({ street, building, postCode, town, country }) => ({
    ...(street === undefined ? {} : { StreetName: street }),
    ...(building === undefined ? {} : { BuildingNumber: building }),
    ...(postCode === undefined ? {} : { PostCode: postCode }),
    TownName: town,
    Country: country,
  }))
  .nullable()
  .default(null);

/** The number of approvals that payments from an account require, by amount (see checkMandates). */
const mandate = z
  .array(
    z.strictObject({
      from: pounds.refine((pence) => pence > 0, 'Expected an amount of more than zero'),
      approvals: z.int('Expected a whole number').min(1).max(9),
    }),
  )
  .default([]);

/** A text that each user needs if customers sign in with passwords and codes of this service. */
const secretText = z.string({
  error: ({ input }) =>
    input === undefined
      ? 'It is missing. npx pisctl password creates it. Only with PIS_SIGN_IN it can be left out.'
      : undefined,
});

const passwordHash = secretText.superRefine((written, context) => {
  for (const problem of passwordHashProblems(written)) context.addIssue(problem);
});

/** Minimum length of a TOTP secret in base32 characters, which is 128 bits (RFC 4226, R6). */
const MIN_SECRET_CHARACTERS = 26;
/** Maximum length of a TOTP secret, in base32 characters. */
const MAX_SECRET_CHARACTERS = 128;

const totpSecret = secretText.superRefine((secret, context) => {
  if (!/^[A-Z2-7]*$/.test(secret)) context.addIssue('Expected base32: A to Z and 2 to 7 only');
  const { length } = secret;
  if (length >= MIN_SECRET_CHARACTERS && length <= MAX_SECRET_CHARACTERS) return;
  const expected = `${String(MIN_SECRET_CHARACTERS)} to ${String(MAX_SECRET_CHARACTERS)}`;
  context.addIssue(`Found ${String(length)} characters. Expected ${expected}`);
});

const user = z.strictObject({
  id,
  customerId: id,
  mayUploadFiles: z.boolean(),
  userLimit: limit,
  subject: text(255).exactOptional(),
});

/** The schemas of a user: for sign-in at this service, and at the bank's OpenID Provider. */
const USERS = {
  here: user.extend({ passwordHash, totpSecret }),
  atBank: user
    .extend({ passwordHash: passwordHash.exactOptional(), totpSecret: totpSecret.exactOptional() })
    .superRefine((row, context) => {
      const missing = (['passwordHash', 'totpSecret'] as const).filter((name) => !(name in row));
      if (missing.length !== 1) return;
      const message = 'It is missing. Set passwordHash and totpSecret, or none of them';
      context.addIssue({ code: 'custom', path: missing, message });
    }),
};

/** The place where customers sign in: this service, or the bank's OpenID Provider. */
type SignInPlace = keyof typeof USERS;

/**
 * The schema of the bank's file (docs/operations.md). Unknown fields are rejected, because the
 * author of the file would expect them to have an effect.
 */
const bankFileSchema = (signIn: SignInPlace) =>
  z
    .strictObject({
      version,
      sortCodes: z.array(z.string().regex(/^\d{6}$/, 'Expected 6 digits')).min(1),
      customers: z.array(
        z.strictObject({
          id,
          name: text(140),
          segment: z.enum(['corporate', 'small business', 'retail']),
          companyLimit: limit,
          address,
        }),
      ),
      users: z.array(USERS[signIn]),
      transfers: transfersMember,
      accounts: z.array(
        z.strictObject({
          number: z.string().regex(/^\d{14}$/, 'Expected sort code and account number: 14 digits'),
          customerId: id,
          kind: z.enum(['current', 'deposit']),
          closed: z.boolean().default(false),
          blocked: z.boolean().default(false),
          opening: pounds,
          mandate,
        }),
      ),
    })
    .superRefine(checkRows, OF_ANY_OBJECT);

/** The field that must be unique in each list of the file. */
const NAMED_BY = { customers: 'id', users: 'id', accounts: 'number' } as const;

/**
 * Checks the references between the lists. Each user and account must have a customer in the file,
 * each account must have one of the bank's sort codes, and no id may be repeated. The check runs
 * even if the schema has found other problems.
 */
function checkRows(bank: unknown, context: z.core.$RefinementCtx): void {
  const rowsOf = (part: string): readonly unknown[] | undefined => {
    const rows = valueAt(bank, [part]);
    return Array.isArray(rows) ? rows : undefined;
  };
  const check = (
    part: string,
    member: string,
    problemOf: (found: string) => string | undefined,
  ): void => {
    for (const [place, row] of (rowsOf(part) ?? []).entries()) {
      const found = valueAt(row, [member]);
      const message = typeof found === 'string' ? problemOf(found) : undefined;
      if (message === undefined) continue;
      context.addIssue({ code: 'custom', path: [part, place, member], message });
    }
  };
  for (const [part, member] of Object.entries(NAMED_BY)) {
    const keys = (rowsOf(part) ?? []).map((row, place) => ({
      path: [part, place, member],
      value: valueAt(row, [member]),
    }));
    refuseRepeats(keys, context);
  }
  const customers = rowsOf('customers');
  const sortCodes = rowsOf('sortCodes');
  const known = new Set(customers?.map((customer) => valueAt(customer, ['id'])));
  const unlessCustomer = (id: string): string | undefined =>
    customers === undefined || known.has(id)
      ? undefined
      : `customers has no entry with the id ${shorten(id)}`;
  check('users', 'customerId', unlessCustomer);
  check('users', 'id', (userId) =>
    userId === UNKNOWN_USER ? 'This ID is reserved for unknown users in the audit log' : undefined,
  );
  const repeatedSubjects = repeated(
    (rowsOf('users') ?? []).map((row) => valueAt(row, ['subject']) ?? valueAt(row, ['id'])),
  );
  check('users', 'subject', (subject) =>
    repeatedSubjects.has(subject)
      ? 'Another user has this subject, or this id and no subject'
      : undefined,
  );
  check('accounts', 'customerId', unlessCustomer);
  check('accounts', 'number', (number) =>
    sortCodes?.includes(number.slice(0, 6)) === false
      ? 'Expected a number that starts with one of sortCodes'
      : undefined,
  );
  checkMandates(rowsOf('accounts') ?? [], rowsOf('users'), context);
  checkTransfers(rowsOf, context);
}

/** Returns the values that occur more than once. */
function repeated(values: readonly unknown[]): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  return new Set(values.filter((value) => seen.size === seen.add(value).size));
}

/**
 * Reads the bank's file.
 *
 * @throws Error that lists all problems, if there are any
 */
export function readBankFile(path: string, signIn: SignInPlace): BankFile {
  const bytes = readFileSync(path);
  const parsed = readAs(bankFileSchema(signIn), bytes.toString('utf8'), path);
  const { customers, users, accounts, transfers } = parsed;
  return {
    version: parsed.version,
    digest: createHash('sha256').update(bytes).digest('hex'),
    sortCodes: parsed.sortCodes,
    data: {
      transfers: transfersOf(transfers),
      customers: customers.map(({ companyLimit, ...customer }) => ({
        ...customer,
        companyLimitPence: companyLimit,
      })),
      users: users.map(({ id: userId, customerId, mayUploadFiles, userLimit, subject }) => ({
        id: userId,
        customerId,
        mayUploadFiles,
        userLimitPence: userLimit,
        subject: subject ?? null,
      })),
      accounts: accounts.map(({ opening, closed, blocked, mandate: tiers, ...account }) => ({
        ...account,
        state: accountState(closed, blocked),
        openingPence: opening,
        mandate: tiers.map(({ from, approvals }) => ({ fromPence: from, approvals })),
      })),
    },
    // Each user has credentials, because users without any were removed from the file.
    credentials: users.map(({ id: userId, passwordHash = '', totpSecret = '' }) => ({
      userId,
      passwordHash,
      totpSecret,
    })),
  };
}
