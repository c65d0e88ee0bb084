import { z } from 'zod';

/** The messages of docs/integration/payee-confirmation-openapi.json. */

/** Maximum number of payees in a request. */
const MAX_PAYEES = 100;

const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
const Name = z.string().min(1).max(350);
const Kind = z.enum(['personal', 'business']);

const Item = z.strictObject({
  id: Id,
  name: Name.meta({ description: 'Name of the payee, as the payer wrote it' }),
  account: z
    .string()
    .regex(/^\d{14}$/)
    .meta({ description: 'Sort code and account number' }),
  secondaryIdentification: z
    .string()
    .max(34)
    .optional()
    .meta({ description: 'Part of a shared account, for example a roll number' }),
  accountType: Kind.optional().meta({ description: 'Kind of account that the payer expects' }),
  currency: z.literal('GBP'),
});

export const PayeeRequest = z.strictObject({
  deadlineMs: z.int().min(50).max(10_000).meta({
    description: 'Time in milliseconds after which the answer is not used',
  }),
  items: z.array(Item).min(1).max(MAX_PAYEES),
});

export type PayeeRequest = z.infer<typeof PayeeRequest>;

const Result = z.discriminatedUnion('answer', [
  z.object({ id: Id, answer: z.literal('match'), accountType: Kind.optional() }),
  z.object({
    id: Id,
    answer: z.literal('closeMatch'),
    actualName: Name.meta({ description: 'Name of the account' }),
    accountType: Kind.optional(),
  }),
  z.object({ id: Id, answer: z.literal('noMatch') }),
  z.object({
    id: Id,
    answer: z.literal('cannotBeChecked'),
    reason: z.enum(['accountNotFound', 'optedOut', 'notReachable', 'timedOut']),
  }),
]);

export const PayeeResponse = z.object({
  results: z.array(Result).max(MAX_PAYEES).meta({
    description: 'Answers in any order. A payee without an answer counts as not reachable.',
  }),
});

export type PayeeResult = z.infer<typeof Result>;
