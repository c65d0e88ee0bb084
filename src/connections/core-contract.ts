/*
 * The messages of the API of a core banking system. docs/integration/core-banking-openapi.json is
 * generated from these schemas.
 */
import { z } from 'zod';

/** Maximum number of operations, or of accounts, in a request. */
export const MAX_ITEMS = 1000;
/** Maximum length of a reference or of the name of a counterparty, in UTF-16 code units. */
export const MAX_TEXT = 140;
/** Maximum number of changes or entries in an answer. */
const MAX_PAGE = 10_000;

const text = (max: number) => z.string().min(1).max(max);

const OperationId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,100}$/)
  .describe('Chosen by the service. It identifies the operation for ever.');
const Account = z
  .string()
  .regex(/^\d{14}$/)
  .describe('Sort code and account number, 14 digits.');
const Amount = z.int().min(1).describe('Amount in pence.');
const Day = z.iso.date().describe('Booking day in London, YYYY-MM-DD.');
const Cursor = text(200).describe('A position. Only the core interprets it.');
const PartyId = z.string().regex(/^[\w.@-]{1,64}$/);

const moving = {
  id: OperationId,
  account: Account,
  amountPence: Amount,
  reference: z.string().max(MAX_TEXT).describe('For the statement of the account.'),
  counterparty: z.string().max(MAX_TEXT).describe('Name of the other party, for the statement.'),
};
const ofHold = { id: OperationId, holdId: OperationId.describe('The id of the hold.') };

const Operation = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hold'),
    ...moving,
    customerId: PartyId.describe('The customer that pays. Refuse the account of another customer.'),
  }),
  z.strictObject({ type: z.literal('post'), ...ofHold }),
  z.strictObject({ type: z.literal('release'), ...ofHold }),
  z.strictObject({ type: z.literal('credit'), ...moving }),
]);

/** The reasons for which the core refuses an operation. */
const RefusalReason = z.enum([
  ...(['insufficientFunds', 'accountClosed', 'accountBlocked', 'accountUnknown'] as const),
  ...(['notPermitted', 'limitExceeded', 'holdReleased', 'holdPosted', 'holdExpired'] as const),
  ...(['holdUnknown', 'idReused', 'other'] as const),
]);

const Result = z.discriminatedUnion('outcome', [
  z.strictObject({
    id: OperationId,
    outcome: z.literal('done'),
    bookedOn: Day.nullable().describe(
      'Null for a hold or a release. The day for a post or a credit.',
    ),
  }),
  z.strictObject({
    id: OperationId,
    outcome: z.literal('refused'),
    reason: RefusalReason,
    detail: z.string().max(500).describe('An explanation for operators.'),
  }),
  z.strictObject({ id: OperationId, outcome: z.literal('notDone') }),
]);

const Customer = z.strictObject({
  id: PartyId,
  name: text(140),
  segment: z.enum(['corporate', 'small business', 'retail']),
  companyLimitPence: Amount.nullable().describe('Largest payment. Null if there is no limit.'),
  address: z
    .strictObject({
      street: text(70).optional(),
      building: text(16).optional(),
      postCode: text(16).optional(),
      town: text(35),
      country: z.string().regex(/^[A-Z]{2}$/),
    })
    .nullable(),
});

const User = z.strictObject({
  id: PartyId,
  customerId: PartyId,
  mayUploadFiles: z.boolean(),
  userLimitPence: Amount.nullable().describe('Largest payment. Null if there is no limit.'),
  subject: text(255)
    .nullable()
    .describe('`sub` of the user at the OpenID Provider of the bank. Null: equal to `id`.'),
});

const BankAccount = z.strictObject({
  number: Account,
  customerId: PartyId,
  kind: z.enum(['current', 'deposit']),
  closed: z.boolean(),
  blocked: z.boolean().optional().describe('True: credited, but not debited. Default: false.'),
  mandate: z
    .array(z.strictObject({ fromPence: Amount, approvals: z.int().min(1).max(9) }))
    .describe('Number of approvals from an amount on. Empty if one approval is enough.'),
});

const Change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), customer: Customer }),
  z.strictObject({ kind: z.literal('user'), user: User }),
  z.strictObject({ kind: z.literal('account'), account: BankAccount }),
]);

const EntryType = z.enum(['post', 'credit']);
const Total = z.strictObject({ type: EntryType, count: z.int().min(0), sumPence: z.int().min(0) });
const Entry = z.strictObject({
  id: OperationId,
  type: EntryType,
  account: Account,
  amountPence: Amount,
});

/** The messages by their names in the API description. */
export const CORE_MESSAGES = {
  OperationsRequest: z.strictObject({ operations: z.array(Operation).min(1).max(MAX_ITEMS) }),
  OperationsAnswer: z.strictObject({ results: z.array(Result).max(MAX_ITEMS) }),
  FundsRequest: z.strictObject({ account: Account, amountPence: Amount }),
  FundsAnswer: z.strictObject({ fundsAvailable: z.boolean() }),
  AccountsRequest: z.strictObject({ accounts: z.array(Account).min(1).max(MAX_ITEMS) }),
  AccountsAnswer: z.strictObject({
    accounts: z
      .array(
        z.strictObject({
          account: Account,
          availablePence: z.int().describe('Amount that debits can take. It may be negative.'),
        }),
      )
      .max(MAX_ITEMS),
  }),
  HoldsAnswer: z.strictObject({
    holds: z
      .array(
        z.strictObject({
          id: OperationId,
          account: Account,
          amountPence: Amount,
          placedAt: z.iso.datetime().describe('Time of the hold, RFC 3339 in UTC.'),
        }),
      )
      .max(MAX_PAGE),
    next: Cursor.nullable().describe('Cursor of the next page. Null on the last page.'),
  }),
  ChangesAnswer: z.strictObject({
    changes: z.array(Change).max(MAX_PAGE),
    cursor: Cursor.describe('The position after these changes.'),
    hasMore: z.boolean().describe('True if there are more changes already.'),
  }),
  TotalsAnswer: z.strictObject({
    date: Day,
    isFinal: z.boolean().describe('True if the core books nothing more on this day.'),
    totals: z.array(Total).max(EntryType.options.length),
  }),
  EntriesAnswer: z.strictObject({
    entries: z.array(Entry).max(MAX_PAGE),
    next: Cursor.nullable().describe('Cursor of the next page. Null on the last page.'),
  }),
  Problem: z.object({
    type: z.string().optional(),
    title: z.string().optional(),
    status: z.int().optional(),
    detail: z.string().optional(),
  }),
} as const;

/** Named parts of the messages. */
export const CORE_PARTS = {
  Operation,
  Result,
  RefusalReason,
  Change,
  Customer,
  User,
  Account: BankAccount,
  Total,
  Entry,
} as const;

export type CoreRefusal = z.infer<typeof RefusalReason>;
export type WireResult = z.infer<typeof Result>;
export type WireOperation = z.infer<typeof Operation>;
export type WireChange = z.infer<typeof Change>;
