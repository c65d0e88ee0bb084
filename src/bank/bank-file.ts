import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { BankData } from '../domain/seed.ts';
import { text } from '../domain/fields.ts';
import { readAs } from '../domain/problems.ts';
import type { NewCredential } from '../domain/sign-in-store.ts';
import { parseAmount } from '../kernel/money.ts';

const id = z.string().regex(/^[\w.@-]{1,64}$/, 'Expected 1 to 64 letters, digits or . @ _ -');

/** A sum in pounds with its pence, `25000000.00`; kept as pence. */
const pounds = z.string().transform((written, context) => {
  const pence = parseAmount(written);
  if (pence !== undefined) return pence;
  context.addIssue('Expected an amount such as "250.00"');
  return z.NEVER;
});

const limit = pounds.nullable().default(null);

/** The bank's file (docs/operations.md): unknown members are refused, for somebody means them. */
const BankFile = z
  .strictObject({
    sortCodes: z.array(z.string().regex(/^\d{6}$/, 'Expected 6 digits')).min(1),
    customers: z.array(
      z.strictObject({
        id,
        name: text(140),
        segment: z.enum(['corporate', 'small business', 'retail']),
        companyLimit: limit,
      }),
    ),
    users: z.array(
      z.strictObject({
        id,
        customerId: id,
        mayUploadFiles: z.boolean(),
        userLimit: limit,
        passwordHash: z.string().startsWith('$scrypt$', 'Expected what npm run password writes'),
        totpSecret: z
          .string()
          .regex(/^[A-Z2-7]{16,128}$/, 'Expected base32, at least 16 characters'),
      }),
    ),
    accounts: z.array(
      z.strictObject({
        number: z.string().regex(/^\d{14}$/, 'Expected sort code and account number: 14 digits'),
        customerId: id,
        kind: z.enum(['current', 'deposit']),
        closed: z.boolean().default(false),
        opening: pounds,
      }),
    ),
  })
  .superRefine(({ sortCodes, customers, users, accounts }, context) => {
    const known = new Set(customers.map((customer) => customer.id));
    for (const [part, rows] of Object.entries({ users, accounts })) {
      for (const [place, { customerId }] of rows.entries()) {
        if (known.has(customerId)) continue;
        const path = [part, place, 'customerId'];
        context.addIssue({ code: 'custom', path, message: `No customer has the id ${customerId}` });
      }
    }
    for (const [place, { number }] of accounts.entries()) {
      if (sortCodes.includes(number.slice(0, 6))) continue;
      const path = ['accounts', place, 'number'];
      context.addIssue({ code: 'custom', path, message: 'Not of one of the sort codes' });
    }
  });

/** A bank as its file describes it. */
export interface DescribedBank {
  readonly sortCodes: readonly string[];
  readonly data: BankData;
  readonly credentials: readonly NewCredential[];
}

/** Reads the bank's file; throws with everything that is wrong with it. */
export function readBankFile(path: string): DescribedBank {
  const written = readFileSync(path, 'utf8');
  const { sortCodes, customers, users, accounts } = readAs(BankFile, written, path);
  return {
    sortCodes,
    data: {
      customers: customers.map(({ companyLimit, ...customer }) => ({
        ...customer,
        companyLimitPence: companyLimit,
      })),
      users: users.map(({ id: userId, customerId, mayUploadFiles, userLimit }) => ({
        id: userId,
        customerId,
        mayUploadFiles,
        userLimitPence: userLimit,
      })),
      accounts: accounts.map(({ opening, ...account }) => ({ ...account, openingPence: opening })),
    },
    credentials: users.map(({ id: userId, passwordHash, totpSecret }) => ({
      userId,
      passwordHash,
      totpSecret,
    })),
  };
}
