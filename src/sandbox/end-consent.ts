import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import { addZodFaults } from '../contract/faults.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant, User } from '../domain/records/records.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';
import { customerOf, type DecisionParts } from './decision.ts';

/** Who ends something at the bank, as somebody who plays that user says it. */
export const Ending = z.strictObject({ user: z.string() });

type Parts = Pick<DecisionParts, 'store' | 'engine'>;

/** `POST /sandbox/consents/{ConsentId}/revocation`: a permission ends, as on the bank’s pages. */
export async function withdraw(
  parts: Parts,
  consentId: string,
  body: unknown,
  { clientId }: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const consent = await parts.engine.findConsent(consentId, { clientId, now: act.at });
  if (consent instanceof Refusal) return consent;
  const asked = await whoEnds(parts, body, act);
  if (asked instanceof Refusal) return asked;
  switch (await parts.engine.withdrawConsent(consentId, asked.user, asked.act)) {
    case 'revoked':
      return { status: 200, body: { status: 'Revoked' } };
    case 'over':
      return refuse(400, 'invalidConsentStatus', 'The consent is not in force any more.');
    case 'none':
      return refuse(400, 'fieldInvalid', 'This customer permitted nothing of that id.', {
        path: 'user',
      });
  }
}

/** `POST /sandbox/payments/{PaymentId}/cancellation`: what still waits is not made. */
export async function cancel(
  parts: Parts,
  paymentId: string,
  body: unknown,
  { clientId }: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const payment = await parts.engine.findPaymentOfTpp(paymentId, { clientId, now: act.at });
  if (payment instanceof Refusal) return payment;
  const asked = await whoEnds(parts, body, act);
  if (asked instanceof Refusal) return asked;
  const outcome = await parts.engine.cancelPayment(paymentId, asked.user, asked.act);
  if (outcome instanceof Refusal) return outcome;
  if (outcome === 'cancelled') return { status: 200, body: { status: 'Cancelled' } };
  if (outcome === 'none') {
    const message = 'This customer approved no payment of that id.';
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  return refuse(400, 'fieldInvalid', TOO_LATE[outcome]);
}

const TOO_LATE = {
  underWay: 'The payment is being executed: it cannot be cancelled any more.',
  final: 'Nothing is to come of the payment any more.',
} as const;

/** The user who is played, and what is done by that user: the TPP only brings it. */
async function whoEnds(
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
