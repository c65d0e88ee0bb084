import { z } from 'zod';
import { describe } from '../contract/faults.ts';
import type { Act } from '../domain/records/audit.ts';
import type { User } from '../domain/records/records.ts';
import { multiAuthorisationStatus } from '../families/common/multi-authorisation.ts';
import type { AccountChoice } from '../use-cases/index.ts';
import { Refusal, refuse } from '../shared/errors.ts';
import { parseBody, type ActionParts, type SandboxAction } from './action.ts';

/** The request body with the user whose consent or payment the caller ends. */
export const Ending = z.strictObject({ user: z.string() });

/**
 * The request body with the decision of another approver. The caller sends it in place of that
 * user.
 */
export const FurtherDecision = Ending.extend({
  decision: z.enum(['approve', 'reject'], 'Expected approve or reject.'),
});

/** The request body with the customer's decision. The caller sends it in place of the customer. */
export const Decision = FurtherDecision.extend({
  debtorAccount: z
    .string()
    .regex(/^\d{14}$/, 'Expected 14 digits: sort code and account number.')
    .optional(),
  /**
   * The SHA-256 thumbprint of the TPP's certificate in base64url (RFC 8705, section 3.1). The token
   * is then bound to it, for use on the mTLS listener.
   */
  certificate: z
    .string()
    .regex(/^[\w-]{43}$/, 'Expected the SHA-256 thumbprint of a certificate in base64url.')
    .optional(),
});

/** Maximum number of accounts that an error message lists. */
const MAX_ACCOUNTS_LISTED = 10;

/**
 * Reads a request body. Returns the user that it names, with the actor and the time for the audit
 * log. The actor is this user, because the TPP only transmits the request. Returns a refusal if the
 * sandbox has no such user.
 */
async function readForUser<Schema extends z.ZodType<{ user: string }>>(
  { store }: ActionParts,
  schema: Schema,
  body: unknown,
  act: Act,
): Promise<{ data: z.output<Schema>; user: User; act: Act } | Refusal> {
  const data = parseBody(schema, body);
  if (data instanceof Refusal) return data;
  const user = await store.findUser(data.user);
  if (user !== undefined) {
    return { data, user, act: { ...act, by: { ...act.by, kind: 'customer', id: user.id } } };
  }
  const message = `Found ${describe(data.user)}. The sandbox has no such user.`;
  return refuse(400, 'fieldInvalid', message, { path: 'user' });
}

/**
 * Handles `POST /sandbox/consents/{ConsentId}/decision`. It approves or rejects a consent, as the
 * customer could do on the bank's pages. The same checks apply.
 */
export const decide: SandboxAction = async (parts, consentId, body, { clientId }, tppAct) => {
  const { tokens, useCases } = parts;
  const consent = await useCases.findConsent(consentId, { clientId, now: tppAct.at });
  if (consent instanceof Refusal) return consent;
  const request = await readForUser(parts, Decision, body, tppAct);
  if (request instanceof Refusal) return request;
  const { data, user, act } = request;
  const issued = tokens.mintForCustomer(consent, act.at, data.certificate ?? null);
  const decision = {
    user,
    chosenAccount: data.debtorAccount ?? null,
    approval: data.decision === 'approve' ? { token: issued.record } : null,
    // The sandbox verifies no second factor.
    factor: null,
    dynamicLinkingHash: null,
  };
  const decided = await useCases.decideConsent(consent, decision, act);
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
};

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

/**
 * Handles `POST /sandbox/payments/{PaymentId}/approvals`. It approves or rejects a payment that
 * requires several approvals, as another user of the customer could do on the bank's pages. The
 * same checks apply.
 */
export const decideFurther: SandboxAction = async (parts, paymentId, body, grant, tppAct) => {
  const { useCases, runner } = parts;
  const payment = await useCases.findPaymentOfTpp(paymentId, { ...grant, now: tppAct.at });
  if (payment instanceof Refusal) return payment;
  const request = await readForUser(parts, FurtherDecision, body, tppAct);
  if (request instanceof Refusal) return request;
  const { data, user, act } = request;
  const decision = { user, decision: data.decision, factor: null, dynamicLinkingHash: null };
  const outcome = await useCases.approvePayment(payment, decision, act);
  if (outcome instanceof Refusal) return outcome;
  runner.wake();
  const { received, required } = outcome;
  return { status: 200, body: { status: multiAuthorisationStatus(outcome), received, required } };
};

/**
 * Handles `POST /sandbox/consents/{ConsentId}/revocation`. It revokes a consent, as the customer
 * could do on the bank's pages.
 */
export const withdraw: SandboxAction = async (parts, consentId, body, { clientId }, act) => {
  const { useCases } = parts;
  const consent = await useCases.findConsent(consentId, { clientId, now: act.at });
  if (consent instanceof Refusal) return consent;
  const request = await readForUser(parts, Ending, body, act);
  if (request instanceof Refusal) return request;
  switch (await useCases.withdrawConsent(consentId, request.user, request.act)) {
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
};

/**
 * Handles `POST /sandbox/payments/{PaymentId}/cancellation`. It cancels the parts of a payment that
 * have not been executed.
 */
export const cancel: SandboxAction = async (parts, paymentId, body, { clientId }, act) => {
  const { useCases } = parts;
  const payment = await useCases.findPaymentOfTpp(paymentId, { clientId, now: act.at });
  if (payment instanceof Refusal) return payment;
  const request = await readForUser(parts, Ending, body, act);
  if (request instanceof Refusal) return request;
  const outcome = await useCases.cancelPayment(paymentId, request.user, request.act);
  if (outcome instanceof Refusal) return outcome;
  if (outcome === 'cancelled') return { status: 200, body: { status: 'Cancelled' } };
  if (outcome === 'none') {
    const message = 'This customer has approved no payment with this ID.';
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  return refuse(400, 'fieldInvalid', TOO_LATE[outcome]);
};

const TOO_LATE = {
  underWay: 'The payment is being executed, so it can no longer be cancelled.',
  final: 'The payment has ended, so there is nothing to cancel.',
} as const;
