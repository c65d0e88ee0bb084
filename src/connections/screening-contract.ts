import { z } from 'zod';
import { MAX_SCREENED } from '../domain/ports/screening.ts';
import { CASE_DECISIONS } from '../domain/records/screening.ts';

/** The messages of docs/integration/screening-openapi.json. */

const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);
const Text = z.string().max(350);
const Time = z.iso.datetime();
const Code = z.string().min(1).max(64);

const ScreeningItem = z.strictObject({
  id: Id.meta({ description: 'The same payment always has the same id' }),
  instrument: z.string().max(40).meta({ description: 'For example UK.OBIE.FPS' }),
  amountMinor: z.int().positive().meta({ description: 'Amount in minor units of the currency' }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  debtorAccount: z.string().max(34).meta({ description: 'Sort code and account number' }),
  creditorName: Text,
  creditorAccount: z.string().max(256).meta({ description: '14 digits for a British account' }),
  creditorCountry: z.string().regex(/^[A-Z]{2}$/),
  reference: Text,
  requestedDate: z.iso.date().nullable(),
  payeeAnswer: z
    .enum(['match', 'closeMatch', 'noMatch', 'cannotBeChecked'])
    .nullable()
    .meta({ description: 'Result of the name check that the customer saw. Null without a check' }),
  payeeNews: z
    .enum(['newPayee', 'newAccount'])
    .nullable()
    .meta({ description: 'The customer has not paid this name before, or not at this account' }),
});

const Context = z.strictObject({
  paymentId: Id,
  family: z.string().max(64).meta({ description: 'For example domestic-payments' }),
  clientId: z.string().max(256),
  organisationId: z.string().max(256).nullable().meta({ description: 'Organisation of the TPP' }),
  customerId: z.string().max(256),
  receivedAt: Time.meta({ description: 'Time of the payment order' }),
  approvals: z.array(
    z.strictObject({
      userId: z.string(),
      at: Time,
      factor: z.enum(['code', 'passkey', 'provider']).nullable(),
      address: z.string().nullable().meta({ description: 'Network address of the user' }),
    }),
  ),
  risk: z.unknown().meta({ description: 'The Risk object of the request. Null without one' }),
  velocity: z
    .strictObject({ submissions: z.int().min(0), totalPence: z.int().min(0) })
    .meta({ description: 'Other submissions of the customer in the last 24 hours, at most 1,000' }),
});

export const ScreeningRequest = z.strictObject({
  deadlineMs: z.int().min(50).max(60_000).meta({
    description: 'Time in milliseconds after which the answer is not used',
  }),
  context: Context,
  items: z.array(ScreeningItem).min(1).max(MAX_SCREENED),
});

export type ScreeningRequest = z.infer<typeof ScreeningRequest>;

const Reason = {
  id: Id,
  class: z.enum(['fraud', 'sanctions', 'other']),
  reasons: z.array(Code).max(10).default([]).meta({ description: 'Codes of the bank' }),
  caseId: Id.optional().meta({ description: "Id of the case in the bank's own system" }),
  tellPayer: z
    .enum(['reasons', 'delay', 'nothing'])
    .default('nothing')
    .meta({ description: 'What the customer may learn' }),
};

const Result = z.discriminatedUnion('decision', [
  z.object({ id: Id, decision: z.literal('accept') }),
  z.object({ decision: z.literal('hold'), ...Reason }),
  z.object({ decision: z.literal('reject'), ...Reason }),
]);

export type ScreeningResult = z.infer<typeof Result>;

export const ScreeningResponse = z.object({
  results: z.array(Result).max(MAX_SCREENED).meta({
    description: 'A decision for each item, in any order. Otherwise the answer is not used.',
  }),
});

export const CaseDecisionsResponse = z.object({
  decisions: z
    .array(
      z.object({
        id: Id.meta({ description: 'The id of the screened payment' }),
        decision: z.enum(CASE_DECISIONS),
        by: z.array(Code).min(1).max(2).meta({ description: 'The persons who decided' }),
      }),
    )
    .max(1000),
  next: z.string().min(1).max(256).meta({ description: 'Position after these decisions' }),
  hasMore: z.boolean(),
});
