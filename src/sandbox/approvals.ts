import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import { addZodFaults } from '../contract/faults.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import { multiAuthorisationStatus } from '../families/common/multi-authorisation.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import { customerOf, type DecisionParts } from './decision.ts';

/**
 * The request body with the decision of another approver. The caller sends it in place of that
 * user.
 */
export const FurtherDecision = z.strictObject({
  user: z.string(),
  decision: z.enum(['approve', 'reject'], 'Expected approve or reject.'),
});

interface FurtherParts extends Pick<DecisionParts, 'store' | 'useCases'> {
  /** The runner of due work. `wake` makes it look for due work at once. */
  readonly runner: { readonly wake: () => void };
}

/**
 * Handles `POST /sandbox/payments/{PaymentId}/approvals`. It approves or rejects a payment that
 * requires several approvals, as another user of the customer could do on the bank's pages. The
 * same checks apply.
 */
export async function decideFurther(
  { store, useCases, runner }: FurtherParts,
  paymentId: string,
  body: unknown,
  grant: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const payment = await useCases.findPaymentOfTpp(paymentId, { ...grant, now: act.at });
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
  const outcome = await useCases.approvePayment(
    payment,
    { user, decision, factor: null, dynamicLinkingHash: null },
    // The audit log contains the customer's user as the actor, because the TPP only transmits the
    // decision.
    { ...act, by: { ...act.by, kind: 'customer', id: user.id } },
  );
  if (outcome instanceof Refusal) return outcome;
  runner.wake();
  const { received, required } = outcome;
  return { status: 200, body: { status: multiAuthorisationStatus(outcome), received, required } };
}
