import { z } from 'zod';
import { SterlingAmount, text } from '../../contract/fields.ts';
import { answerOf, ConsentId } from './shared.ts';

/** What TPPs ask about funds, and what they are answered (OpenAPI 3.1.9). */

const time = z.string().meta({ format: 'date-time' });

/** OBWriteFundsConfirmationResponse1. */
export const FundsAnswer = answerOf(
  z.strictObject({
    FundsAvailableResult: z.strictObject({
      FundsAvailableDateTime: time,
      FundsAvailable: z.boolean(),
    }),
  }),
);

/** OBVRPFundsConfirmationRequest; the contract leaves its objects open. */
export const AmountRequest = z.looseObject({
  Data: z.looseObject({
    ConsentId,
    Reference: text(35),
    InstructedAmount: SterlingAmount.loose(),
  }),
});

/** OBVRPFundsConfirmationResponse. */
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
