import { z } from 'zod';
import { SterlingAmount, text } from '../../contract/fields.ts';
import { answerOf, ConsentId } from './shared.ts';

/* The schemas of the confirmation of funds (OpenAPI 3.1.9). */

const time = z.string().meta({ format: 'date-time' });

/** Schema of OBWriteFundsConfirmationResponse1. */
export const FundsAnswer = answerOf(
  z.strictObject({
    FundsAvailableResult: z.strictObject({
      FundsAvailableDateTime: time,
      FundsAvailable: z.boolean(),
    }),
  }),
);

/**
 * The schema of OBVRPFundsConfirmationRequest. Its objects allow unknown fields, as in the OpenAPI
 * description.
 */
export const AmountRequest = z.looseObject({
  Data: z.looseObject({
    ConsentId,
    Reference: text(35),
    InstructedAmount: SterlingAmount.loose(),
  }),
});

/** Schema of OBVRPFundsConfirmationResponse. */
export const AmountAnswer = z.object({
  Data: z.object({
    FundsConfirmationId: text(40),
    ConsentId,
    CreationDateTime: time,
    Reference: text(35),
    FundsAvailableResult: z.object({
      FundsAvailableDateTime: time,
      FundsAvailable: z.enum(['Available', 'NotAvailable']),
    }),
    InstructedAmount: SterlingAmount,
  }),
});
