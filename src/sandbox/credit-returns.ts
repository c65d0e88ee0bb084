import { z } from 'zod';
import { Refusal } from '../shared/errors.ts';
import { RETURN_REASONS } from '../use-cases/index.ts';
import { parseBody, type SandboxAction } from './action.ts';

/**
 * The request body that returns a credit. `index` is the number at the end of its
 * PaymentTransactionId in payment-details.
 */
export const Return = z.strictObject({
  index: z.int().min(0),
  reason: z.enum(RETURN_REASONS),
});

/**
 * Handles `POST /sandbox/payments/{PaymentId}/returns`. It returns a credit that the scheme
 * accepted, as the creditor's bank could do days later.
 */
export const returnPayment: SandboxAction = async (
  { useCases },
  paymentId,
  body,
  { clientId },
  act,
) => {
  const payment = await useCases.findPaymentOfTpp(paymentId, { clientId, now: act.at });
  if (payment instanceof Refusal) return payment;
  const request = parseBody(Return, body);
  if (request instanceof Refusal) return request;
  // The TPP only transmits the return in place of the creditor's bank.
  const by = { ...act.by, kind: 'service', id: 'schemes' } as const;
  const returned = await useCases.returnCredit(payment, request, { ...act, by });
  return returned instanceof Refusal ? returned : { status: 200, body: { status: 'Returned' } };
};
