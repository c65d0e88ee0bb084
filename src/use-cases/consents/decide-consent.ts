import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import { lapseAfter, whyLapsed } from '../../domain/lifecycle/lapse.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { NewApproval } from '../../domain/ports/approval-store.ts';
import type { IssuedAccess } from '../../domain/ports/store.ts';
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
import type { EngineParts } from '../dependencies.ts';

export interface Decision extends Pick<NewApproval, 'factor' | 'dynamicLinkingHash'> {
  readonly user: User;
  readonly chosenAccount: AccountNumber | null;
  /** What the TPP gets by the customer's approval; null: the customer rejects. */
  readonly approval: IssuedAccess | null;
}

export type Decided =
  | { readonly status: 'Authorised' }
  /** `error`: what the TPP is told in OAuth's terms, where that is not that access was denied. */
  | {
      readonly status: 'Rejected';
      readonly reason: string;
      readonly error?: ApprovalProblem['error'];
    };

/** The refusal of a consent that the customer rejected, in words for the TPP. */
export const REJECTED_BY_CUSTOMER = 'The customer rejected the payment.';

const NOT_OWN = 'An account to debit does not belong to your company or to you any more.';

/** limits → authorise: the customer's journey. */
export async function decideConsent(
  parts: EngineParts,
  consent: Consent,
  decision: Decision,
  act: Act,
): Promise<Decided | Refusal> {
  const { store, observe } = parts;
  if (consent.status !== 'AwaitingAuthorisation') return nothingToDecide(consent);
  const { user, approval } = decision;
  if (approval === null) {
    const rejection = { refusedBy: 'customer', refusal: REJECTED_BY_CUSTOMER } as const;
    return rejectConsent(parts, consent, undefined, rejection, act);
  }
  const { named, settled, problems } = await examine(parts, consent, decision, act.at);
  if (problems.length > 0) return rejectForProblems(parts, consent, problems, act);
  // Only a customer whom the bank would not refuse anyway is asked for an account.
  if (settled instanceof Refusal) return settled;
  const { consumesConsent } = familyNamed(consent.family);
  const approved = {
    debtorAccount: debtorOf(named, settled.account),
    ...{
      userId: user.id,
      factor: decision.factor,
      dynamicLinkingHash: decision.dynamicLinkingHash,
    },
    lapsesAt: consumesConsent ? lapseAfter(parts.settings.consentUseDays, act.at) : null,
  };
  if (!(await store.authoriseConsent(consent.id, approved, approval, act))) {
    return notAuthorised(parts, consent, act);
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: true, reason: undefined });
  return { status: 'Authorised' };
}

/**
 * What the bank would refuse an approval for, it refuses before the customer reads on: rejects the
 * consent. Undefined, and nothing changes, where the customer may approve.
 *
 * @param asked the account as far as it is chosen: null before that
 */
export async function refuseConsent(
  parts: EngineParts,
  consent: Consent,
  asked: Pick<Decision, 'user' | 'chosenAccount'>,
  act: Act,
): Promise<Decided | Refusal | undefined> {
  if (consent.status !== 'AwaitingAuthorisation') return nothingToDecide(consent);
  const { problems } = await examine(parts, consent, asked, act.at);
  return problems.length === 0 ? undefined : rejectForProblems(parts, consent, problems, act);
}

/** The accounts of an approval, and all that the bank must refuse it for. */
async function examine(
  parts: EngineParts,
  consent: Consent,
  { user, chosenAccount }: Pick<Decision, 'user' | 'chosenAccount'>,
  now: Instant,
) {
  const file = await parts.store.findFile(consent.id);
  const named = namedDebtors(file);
  const settled = settleDebtorAccount(consent, chosenAccount, named);
  const account = settled instanceof Refusal ? null : settled.account;
  const numbers = debtorAccounts(named, account);
  const problems = [
    ...(await approverProblems(parts, { consent, file, numbers, account, user }, now)),
    ...(await selfPaymentProblems(parts, consent, file, { named, account })),
  ];
  return { named, settled, problems };
}

/** No payment goes from an account to itself. What the TPP named was looked at when it did. */
async function selfPaymentProblems(
  { workers }: EngineParts,
  consent: Consent,
  file: FileFacts | undefined,
  debited: { readonly named: readonly RequestedDebtor[]; readonly account: AccountNumber | null },
): Promise<readonly ApprovalProblem[]> {
  const { named, account } = debited;
  if (account === null || !named.includes(null)) return [];
  if (file !== undefined && consent.debtorAccount !== null) return [];
  const own = await selfPayments(workers, consent, file, [account]);
  return own.has(account) ? [selfPaymentProblem(account)] : [];
}

/** The first problem gives the reason, all of them the words. */
function rejectForProblems(
  parts: EngineParts,
  consent: Consent,
  problems: readonly ApprovalProblem[],
  act: Act,
): Promise<Decided | Refusal> {
  const refusal = problems.map((problem) => problem.message).join(' ');
  const error = problems.find((problem) => problem.error !== undefined)?.error;
  const [first] = problems;
  return rejectConsent(parts, consent, first?.reason, { refusedBy: 'bank', refusal }, act, error);
}

/** `reason`: why the bank must refuse; undefined when the customer does. */
async function rejectConsent(
  { store, observe }: EngineParts,
  consent: Consent,
  reason: ReasonCode | undefined,
  rejection: Rejection,
  act: Act,
  error?: ApprovalProblem['error'],
): Promise<Decided | Refusal> {
  if (!(await store.rejectConsent(consent.id, 'AwaitingAuthorisation', rejection, act))) {
    return decidedMeanwhile({ store }, consent, act.at);
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: false, reason });
  const told = error === undefined ? {} : { error };
  return { status: 'Rejected', reason: rejection.refusal, ...told };
}

/**
 * Rejects a consent that still awaits its decision after the store refused to authorise it: one of
 * its accounts, or the user, was transferred to another customer meanwhile (rules, 6.19).
 */
async function notAuthorised(
  parts: EngineParts,
  consent: Consent,
  act: Act,
): Promise<Decided | Refusal> {
  const found = expectDefined(await parts.store.findConsent(consent.id), consent.id);
  const now = await consentNow(parts, found, act.at);
  if (now.status !== 'AwaitingAuthorisation') return nothingToDecide(now);
  return rejectForProblems(parts, now, [{ reason: 'AG01', message: NOT_OWN }], act);
}

/** What is told when a consent has moved since it was looked at. */
async function decidedMeanwhile(
  { store }: Pick<EngineParts, 'store'>,
  { id }: Consent,
  now: Instant,
): Promise<Refusal> {
  return nothingToDecide(
    await consentNow({ store }, expectDefined(await store.findConsent(id), id), now),
  );
}

function nothingToDecide(consent: Consent): Refusal {
  const message = `The consent is ${consent.status}; nothing is to decide.`;
  const why = whyLapsed(consent);
  return refuse(400, 'invalidConsentStatus', [message, ...(why === null ? [] : [why])].join(' '));
}
