import { z } from 'zod';
import { executionDateProblem, executionDays } from '../domain/calendar.ts';
import { valueAt } from '../domain/faults.ts';
import { DateTime, text } from '../domain/fields.ts';
import type { FaultList } from '../kernel/errors.ts';
import { pathText } from '../kernel/text.ts';
import { londonDate, parseInstant } from '../kernel/time.ts';
import type { RuleContext } from './family.ts';

/** The parts of requests that several families have (OpenAPI 3.1.9). */

export const Authorisation = z.strictObject({
  AuthorisationType: z.enum(['Any', 'Single'], 'Expected Any or Single.'),
  CompletionDateTime: DateTime.optional(),
});

/** The contract leaves this object open. */
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

/** The members that every answer about a consent begins with. */
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

/** An answer: its data, with the addresses and the page count of the standard. */
export function answerOf(data: z.ZodType): z.ZodType {
  const address = z.string().meta({ format: 'uri' });
  return z.strictObject({
    Data: data,
    Links: z.strictObject({
      Self: address,
      First: address.optional(),
      Prev: address.optional(),
      Next: address.optional(),
      Last: address.optional(),
    }),
    Meta: z.strictObject({ TotalPages: z.int32() }),
  });
}

/** One payment of a file (OpenAPI 3.1.9, OBWritePaymentDetails1). */
const PaymentStatus = z.strictObject({
  PaymentTransactionId: text(210),
  Status: z.string(),
  StatusUpdateDateTime: z.string().meta({ format: 'date-time' }),
  StatusDetail: z.strictObject({
    LocalInstrument: z.string(),
    /** The scheme's own word: an ISO 20022 status or reason code. */
    Status: text(128),
    StatusReason: z.string().optional(),
    StatusReasonDescription: text(256),
  }),
});

export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const PaymentDetails = answerOf(z.strictObject({ PaymentStatus: z.array(PaymentStatus) }));

const EXECUTION_DATE = ['Data', 'Initiation', 'RequestedExecutionDateTime'];

/** Adds a fault when the day asked for is over in London, or beyond the horizon. */
export function checkExecutionDate(body: unknown, context: RuleContext, faults: FaultList): void {
  const written = valueAt(body, EXECUTION_DATE);
  const instant = typeof written === 'string' ? parseInstant(written) : undefined;
  if (instant === undefined) return;
  const days = executionDays(londonDate(context.now), context.horizonDays);
  const problem = executionDateProblem(londonDate(instant), days);
  if (problem !== undefined) faults.add('fieldInvalidDate', problem, pathText(EXECUTION_DATE));
}
