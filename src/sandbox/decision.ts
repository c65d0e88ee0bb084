import { z } from 'zod';
import type { TokenOffice } from '../auth/tokens.ts';
import { addZodFaults } from '../domain/faults.ts';
import type { Store } from '../domain/store.ts';
import type { Grant } from '../domain/records.ts';
import { findConsent } from '../engine/consents.ts';
import { FaultList, Refusal, refuse } from '../kernel/errors.ts';
import type { Instant } from '../kernel/time.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { SandboxAnswer } from './token.ts';

const Decision = z.strictObject({
  user: z.string(),
  decision: z.enum(['approve', 'reject'], 'Expected approve or reject.'),
  debtorAccount: z
    .string()
    .regex(/^\d{14}$/, 'Expected 14 digits: sort code and account number.')
    .optional(),
});

export interface DecisionParts {
  readonly store: Store;
  readonly tokens: TokenOffice;
  readonly pipeline: Pipeline;
}

/**
 * `POST /sandbox/consents/{ConsentId}/decision`: what the customer would decide on the bank's
 * pages, with the same checks.
 */
export async function decide(
  { store, tokens, pipeline }: DecisionParts,
  consentId: string,
  body: unknown,
  grant: Grant,
  now: Instant,
): Promise<SandboxAnswer | Refusal> {
  const consent = await findConsent(store, consentId, { clientId: grant.clientId, now });
  if (consent instanceof Refusal) return consent;

  const faults = new FaultList();
  const read = Decision.safeParse(body);
  if (!read.success) {
    addZodFaults(faults, read.error, body);
    return faults.refusal();
  }
  const { user: userId, decision, debtorAccount } = read.data;
  const user = await store.findUser(userId);
  if (user === undefined) {
    const message = 'There is no such customer in the sandbox.';
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  const issued = tokens.mintForCustomer(consent, now);
  const decided = await pipeline.decideConsent(
    consent,
    {
      user,
      approve: decision === 'approve',
      chosenAccount: debtorAccount ?? null,
      token: issued.kept,
    },
    now,
  );
  if (decided instanceof Refusal) return decided;
  return {
    status: 200,
    body:
      decided.status === 'Authorised'
        ? {
            status: decided.status,
            access_token: issued.token,
            token_type: 'Bearer',
            expires_in: issued.expiresInSeconds,
          }
        : {
            status: decided.status,
            error: 'access_denied',
            error_description: decided.reason,
          },
  };
}
