import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import type { TokenService } from '../auth/tokens.ts';
import { addZodFaults, describe } from '../contract/faults.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant, User } from '../domain/records/records.ts';
import type { AccountChoice, UseCases } from '../use-cases/index.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';

/** The request body with the customer's decision. The caller sends it in place of the customer. */
export const Decision = z.strictObject({
  user: z.string(),
  decision: z.enum(['approve', 'reject'], 'Expected approve or reject.'),
  debtorAccount: z
    .string()
    .regex(/^\d{14}$/, 'Expected 14 digits: sort code and account number.')
    .optional(),
});

export interface DecisionParts {
  readonly store: Store;
  readonly tokens: TokenService;
  readonly useCases: UseCases;
}

/** Maximum number of accounts that an error message lists. */
const MAX_ACCOUNTS_LISTED = 10;

/**
 * Handles `POST /sandbox/consents/{ConsentId}/decision`. It approves or rejects a consent, as the
 * customer could do on the bank's pages. The same checks apply.
 */
export async function decide(
  { store, tokens, useCases }: DecisionParts,
  consentId: string,
  body: unknown,
  grant: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const { clientId } = grant;
  const consent = await useCases.findConsent(consentId, { clientId, now: act.at });
  if (consent instanceof Refusal) return consent;

  const faults = new FaultList();
  const read = Decision.safeParse(body);
  if (!read.success) {
    addZodFaults(faults, read.error, body);
    return faults.refusal();
  }
  const { user: userId, decision, debtorAccount } = read.data;
  const user = await customerOf(store, userId);
  if (user instanceof Refusal) return user;
  const issued = tokens.mintForCustomer(consent, act.at);
  const decided = await useCases.decideConsent(
    consent,
    {
      user,
      chosenAccount: debtorAccount ?? null,
      approval: decision === 'approve' ? { token: issued.record } : null,
      // The sandbox verifies no second factor.
      ...{ factor: null, dynamicLinkingHash: null },
    },
    // The audit log contains the customer as the actor, because the TPP only transmits the
    // decision.
    { ...act, by: { ...act.by, kind: 'customer', id: user.id } },
  );
  if (decided instanceof Refusal) {
    const choice = await useCases.choiceOfAccount({ consent, user }, act.at);
    const isAccountMissing =
      choice !== null && decided.faults.some(({ path }) => path === 'debtorAccount');
    return isAccountMissing ? askForAccount(choice) : decided;
  }
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
            error: decided.error ?? 'access_denied',
            error_description: decided.reason,
          },
  };
}

/** Returns the user that the request names. Returns a refusal if the sandbox has no such user. */
export async function customerOf(
  store: Pick<Store, 'findUser'>,
  userId: string,
): Promise<User | Refusal> {
  const user = await store.findUser(userId);
  if (user !== undefined) return user;
  const message = `Found ${describe(userId)}. The sandbox has no such user.`;
  return refuse(400, 'fieldInvalid', message, { path: 'user' });
}

/**
 * Returns the error that asks for a debtor account. The decision must name one, because the consent
 * does not.
 */
function askForAccount({ eligible, problems }: AccountChoice): Refusal {
  const numbers = eligible.slice(0, MAX_ACCOUNTS_LISTED).map(({ number }) => number);
  const expected =
    numbers.length === 0
      ? `The customer has no account that can be debited. ${problems.join(' ')} Use another user.`
      : `Expected one of ${numbers.join(', ')}.`;
  const message = `debtorAccount is required, because the consent names no account. ${expected}`;
  return refuse(400, 'fieldMissing', message, { path: 'debtorAccount' });
}
