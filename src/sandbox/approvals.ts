import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import { addZodFaults } from '../contract/faults.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import { multiAuthorisationStatus } from '../families/common/multi-authorisation.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import { customerOf, type DecisionParts } from './decision.ts';

/** What a further approver decides, as somebody who plays that user sends it. */
export const FurtherDecision = z.strictObject({
  user: z.string(),
  decision: z.enum(['approve', 'reject'], 'Expected approve or reject.'),
});

interface FurtherParts extends Pick<DecisionParts, 'store' | 'engine'> {
  /** Does what is due, once it is told that there is something. */
  readonly runner: { readonly wake: () => void };
}

/**
 * `POST /sandbox/payments/{PaymentId}/approvals`: what another user of the customer would decide on
 * the bank's pages about a payment that needs several approvals, with the same checks.
 */
export async function decideFurther(
  { store, engine, runner }: FurtherParts,
  paymentId: string,
  body: unknown,
  grant: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const payment = await engine.findPaymentOfTpp(paymentId, { ...grant, now: act.at });
  if (payment instanceof Refusal) return payment;
  const faults = new FaultList();
  const read = FurtherDecision.safeParse(body);
  if (!read.success) {
    addZodFaults(faults, read.error, body);
    return faults.refusal();
  }
  const user = await customerOf(store, read.data.user);
  if (user instanceof Refusal) return user;
  const { decision } = read.data;
  const taken = await engine.approvePayment(
    payment,
    { user, decision, factor: null, dynamicLinkingHash: null },
    // The TPP only brings what the customer's user decides.
    { ...act, by: { ...act.by, kind: 'customer', id: user.id } },
  );
  if (taken instanceof Refusal) return taken;
  runner.wake();
  const { received, required } = taken;
  return { status: 200, body: { status: multiAuthorisationStatus(taken), received, required } };
}
