import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import { lapseAfter, lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { NewApproval } from '../../domain/ports/approval-store.ts';
import type { IssuedAccess } from '../../domain/ports/consents.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FileFacts, ReasonCode } from '../../domain/records/payment.ts';
import type { Consent, Rejection, User } from '../../domain/records/records.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { approverProblems } from './approval-rules.ts';
import {
  debtorAccounts,
  debtorOf,
  namedDebtors,
  selfPaymentProblem,
  selfPayments,
  settleDebtorAccount,
  type RequestedDebtor,
} from './debtor-accounts.ts';
import { consentNow } from './find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';

export interface Decision extends Pick<
  NewApproval,
  'factor' | 'dynamicLinkingHash' | 'payeeCheck'
> {
  readonly user: User;
  readonly chosenAccount: AccountNumber | null;
  /** Access that the TPP gets if the customer approves. Null if the customer rejects. */
  readonly approval: IssuedAccess | null;
}

export type DecisionResult =
  | { readonly status: 'Authorised' }
  /** A refusal. `error` is the OAuth error for the TPP if it is not `access_denied`. */
  | {
      readonly status: 'Rejected';
      readonly reason: string;
      readonly error?: ApprovalProblem['error'];
    };

/** Reason that a TPP reads if the customer rejected the consent. */
export const REJECTED_BY_CUSTOMER = 'The customer rejected the payment.';

const NOT_OWN = 'An account to debit does not belong to your company or to you any more.';

/**
 * Authorises or rejects a consent as the customer decided. If the bank must refuse the approval,
 * rejects the consent.
 */
export async function decideConsent(
  parts: UseCaseParts,
  consent: Consent,
  decision: Decision,
  act: Act,
): Promise<DecisionResult | Refusal> {
  const { store, observe } = parts;
  if (consent.status !== 'AwaitingAuthorisation') return notAwaitingDecision(consent);
  const { user, approval } = decision;
  if (approval === null) {
    const rejection = { refusedBy: 'customer', refusal: REJECTED_BY_CUSTOMER } as const;
    return rejectConsent(parts, consent, undefined, rejection, act);
  }
  const { named, settled, problems } = await examine(parts, consent, decision, act.at);
  if (problems.length > 0) return rejectForProblems(parts, consent, problems, act);
  // Check this last: if the bank would refuse the customer anyway, the customer need not choose an
  // account.
  if (settled instanceof Refusal) return settled;
  const { consumesConsent } = familyNamed(consent.family);
  const approved = {
    debtorAccount: debtorOf(named, settled.account),
    userId: user.id,
    factor: decision.factor,
    dynamicLinkingHash: decision.dynamicLinkingHash,
    payeeCheck: decision.payeeCheck ?? null,
    lapsesAt: consumesConsent ? lapseAfter(parts.settings.consentUseDays, act.at) : null,
  };
  if (!(await store.authoriseConsent(consent.id, approved, approval, act))) {
    return notAuthorised(parts, consent, act);
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: true, reason: undefined });
  return { status: 'Authorised' };
}

/**
 * Rejects a consent before the customer sees it, if the bank must refuse the approval. If the
 * customer may approve it, returns undefined and changes nothing.
 *
 * @param context the user, and the account if it was chosen
 */
export async function refuseConsent(
  parts: UseCaseParts,
  consent: Consent,
  context: Pick<Decision, 'user' | 'chosenAccount'>,
  act: Act,
): Promise<DecisionResult | Refusal | undefined> {
  if (consent.status !== 'AwaitingAuthorisation') return notAwaitingDecision(consent);
  const { problems } = await examine(parts, consent, context, act.at);
  return problems.length === 0 ? undefined : rejectForProblems(parts, consent, problems, act);
}

/** Returns the accounts of an approval and all reasons for which the bank must refuse it. */
async function examine(
  parts: UseCaseParts,
  consent: Consent,
  { user, chosenAccount }: Pick<Decision, 'user' | 'chosenAccount'>,
  now: Instant,
) {
  const file = await parts.store.findFile(consent.id);
  const requested = namedDebtors(file);
  const settled = settleDebtorAccount(consent, chosenAccount, requested);
  const account = settled instanceof Refusal ? null : settled.account;
  const numbers = debtorAccounts(requested, account);
  const problems = [
    ...(await approverProblems(parts, { consent, file, numbers, account, user }, now)),
    ...(await selfPaymentProblems(parts, consent, file, { named: requested, account })),
  ];
  return { named: requested, settled, problems };
}

/**
 * Returns a problem if a payment would go from an account to itself. If the consent to a file names
 * the debtor account, that account was already compared with the payees during the upload.
 */
async function selfPaymentProblems(
  { workers }: UseCaseParts,
  consent: Consent,
  file: FileFacts | undefined,
  debited: { readonly named: readonly RequestedDebtor[]; readonly account: AccountNumber | null },
): Promise<readonly ApprovalProblem[]> {
  const { named, account } = debited;
  if (account === null || !named.includes(null)) return [];
  if (file !== undefined && consent.debtorAccount !== null) return [];
  const payees = await selfPayments(workers, consent, file, [account]);
  return payees.has(account) ? [selfPaymentProblem(account)] : [];
}

/**
 * Rejects a consent. The reason code is that of the first problem, and the message lists all
 * problems.
 */
function rejectForProblems(
  parts: UseCaseParts,
  consent: Consent,
  problems: readonly ApprovalProblem[],
  act: Act,
): Promise<DecisionResult | Refusal> {
  const refusal = problems.map((problem) => problem.message).join(' ');
  const error = problems.find((problem) => problem.error !== undefined)?.error;
  const [first] = problems;
  return rejectConsent(parts, consent, first?.reason, { refusedBy: 'bank', refusal }, act, error);
}

/** Rejects a consent. `reason` is undefined if the customer rejected it. */
async function rejectConsent(
  { store, observe }: UseCaseParts,
  consent: Consent,
  reason: ReasonCode | undefined,
  rejection: Rejection,
  act: Act,
  error?: ApprovalProblem['error'],
): Promise<DecisionResult | Refusal> {
  if (!(await store.rejectConsent(consent.id, 'AwaitingAuthorisation', rejection, act))) {
    return decidedMeanwhile({ store }, consent, act.at);
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: false, reason });
  return {
    status: 'Rejected',
    reason: rejection.refusal,
    ...(error === undefined ? {} : { error }),
  };
}

/**
 * Rejects a consent that still awaits its decision. The store refused to authorise it, because one
 * of its accounts, or the user, was just transferred to another customer (rules, 6.19).
 */
async function notAuthorised(
  parts: UseCaseParts,
  consent: Consent,
  act: Act,
): Promise<DecisionResult | Refusal> {
  const found = expectDefined(await parts.store.findConsent(consent.id), consent.id);
  const now = await consentNow(parts, found, act.at);
  if (now.status !== 'AwaitingAuthorisation') return notAwaitingDecision(now);
  return rejectForProblems(parts, now, [{ reason: 'AG01', message: NOT_OWN }], act);
}

/** Returns the refusal of a decision if the consent has changed since the customer read it. */
async function decidedMeanwhile(
  { store }: Pick<UseCaseParts, 'store'>,
  { id }: Consent,
  now: Instant,
): Promise<Refusal> {
  return notAwaitingDecision(
    await consentNow({ store }, expectDefined(await store.findConsent(id), id), now),
  );
}

function notAwaitingDecision(consent: Consent): Refusal {
  const message = `The consent has status ${consent.status}, so it cannot be authorised.`;
  const why = lapseRefusal(consent);
  return refuse(400, 'invalidConsentStatus', [message, ...(why === null ? [] : [why])].join(' '));
}
