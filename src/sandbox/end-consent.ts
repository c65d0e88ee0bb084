import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import { addZodFaults } from '../contract/faults.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant, User } from '../domain/records/records.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';
import { customerOf, type DecisionParts } from './decision.ts';

/** The request body with the user whose consent or payment the caller ends. */
export const Ending = z.strictObject({ user: z.string() });

type Parts = Pick<DecisionParts, 'store' | 'useCases'>;

/**
 * Handles `POST /sandbox/consents/{ConsentId}/revocation`. It revokes a consent, as the customer
 * could do on the bank's pages.
 */
export async function withdraw(
  parts: Parts,
  consentId: string,
  body: unknown,
  { clientId }: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const consent = await parts.useCases.findConsent(consentId, { clientId, now: act.at });
  if (consent instanceof Refusal) return consent;
  const request = await readEnding(parts, body, act);
  if (request instanceof Refusal) return request;
  switch (await parts.useCases.withdrawConsent(consentId, request.user, request.act)) {
    case 'revoked':
      return { status: 200, body: { status: 'Revoked' } };
    case 'over':
      return refuse(
        400,
        'invalidConsentStatus',
        'The consent is no longer in force, so it cannot be revoked.',
      );
    case 'none':
      return refuse(400, 'fieldInvalid', 'This customer has granted no consent with this ID.', {
        path: 'user',
      });
  }
}

/**
 * Handles `POST /sandbox/payments/{PaymentId}/cancellation`. It cancels the parts of a payment that
 * have not been executed.
 */
export async function cancel(
  parts: Parts,
  paymentId: string,
  body: unknown,
  { clientId }: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const payment = await parts.useCases.findPaymentOfTpp(paymentId, { clientId, now: act.at });
  if (payment instanceof Refusal) return payment;
  const request = await readEnding(parts, body, act);
  if (request instanceof Refusal) return request;
  const outcome = await parts.useCases.cancelPayment(paymentId, request.user, request.act);
  if (outcome instanceof Refusal) return outcome;
  if (outcome === 'cancelled') return { status: 200, body: { status: 'Cancelled' } };
  if (outcome === 'none') {
    const message = 'This customer has approved no payment with this ID.';
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  return refuse(400, 'fieldInvalid', TOO_LATE[outcome]);
}

const TOO_LATE = {
  underWay: 'The payment is being executed, so it can no longer be cancelled.',
  final: 'The payment has ended, so there is nothing to cancel.',
} as const;

/**
 * Returns the user that the request body names, with the actor and the time for the audit log. The
 * actor is this user, because the TPP only transmits the request.
 */
async function readEnding(
  { store }: Pick<Parts, 'store'>,
  body: unknown,
  act: Act,
): Promise<{ readonly user: User; readonly act: Act } | Refusal> {
  const read = Ending.safeParse(body);
  if (!read.success) {
    const faults = new FaultList();
    addZodFaults(faults, read.error, body);
    return faults.refusal();
  }
  const user = await customerOf(store, read.data.user);
  if (user instanceof Refusal) return user;
  return { user, act: { ...act, by: { ...act.by, kind: 'customer', id: user.id } } };
}
