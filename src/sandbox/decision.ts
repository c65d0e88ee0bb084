import { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import type { TokenService } from '../auth/tokens.ts';
import { addZodFaults, describe } from '../contract/faults.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant, User } from '../domain/records/records.ts';
import type { AccountChoice, Engine } from '../use-cases/index.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';

/** What the customer decides, as somebody who plays the customer sends it. */
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
  readonly engine: Engine;
}

/** Most accounts that a message lists. */
const MAX_ACCOUNTS_LISTED = 10;

/**
 * `POST /sandbox/consents/{ConsentId}/decision`: what the customer would decide on the bank's
 * pages, with the same checks.
 */
export async function decide(
  { store, tokens, engine }: DecisionParts,
  consentId: string,
  body: unknown,
  grant: Grant,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const { clientId } = grant;
  const consent = await engine.findConsent(consentId, { clientId, now: act.at });
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
  const decided = await engine.decideConsent(
    consent,
    {
      user,
      chosenAccount: debtorAccount ?? null,
      approval: decision === 'approve' ? { token: issued.kept } : null,
      // Whoever plays the customer proves nothing.
      ...{ factor: null, dynamicLinkingHash: null },
    },
    // The TPP only brings what the customer decides.
    { ...act, by: { ...act.by, kind: 'customer', id: user.id } },
  );
  if (decided instanceof Refusal) {
    const choice = await engine.choiceOfAccount({ consent, user }, act.at);
    const isAsked = choice !== null && decided.faults.some(({ path }) => path === 'debtorAccount');
    return isAsked ? askForAccount(choice) : decided;
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

/** Who is played; refused where the sandbox has nobody of that name. */
export async function customerOf(
  store: Pick<Store, 'findUser'>,
  userId: string,
): Promise<User | Refusal> {
  const user = await store.findUser(userId);
  if (user !== undefined) return user;
  const message = `Found ${describe(userId)}. There is no such customer in the sandbox.`;
  return refuse(400, 'fieldInvalid', message, { path: 'user' });
}

/** The consent leaves the account to the customer: whoever decides has to name one. */
function askForAccount({ eligible, problems }: AccountChoice): Refusal {
  const numbers = eligible.slice(0, MAX_ACCOUNTS_LISTED).map(({ number }) => number);
  const expected =
    numbers.length === 0
      ? `The customer has none that can be debited. ${problems.join(' ')} Ask another user.`
      : `Expected one of ${numbers.join(', ')}.`;
  const message = `debtorAccount is needed, because the consent names no account. ${expected}`;
  return refuse(400, 'fieldMissing', message, { path: 'debtorAccount' });
}
