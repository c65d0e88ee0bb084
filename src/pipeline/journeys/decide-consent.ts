import type { AccountNumber } from '../../domain/accounts.ts';
import type { ApprovalProblem } from '../../domain/approval.ts';
import type { FileFacts, ReasonCode } from '../../domain/payment.ts';
import type { Consent, User } from '../../domain/records.ts';
import type { NewToken } from '../../domain/store.ts';
import { familyNamed } from '../../families/index.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal, refuse } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  accountProblems,
  debtorAccounts,
  debtorOf,
  namedDebtors,
  settleDebtorAccount,
} from '../limits.ts';
import type { JourneyParts } from './parts.ts';

export interface Decision {
  readonly user: User;
  readonly approve: boolean;
  readonly chosenAccount: AccountNumber | null;
  /** The token to keep with the approval. */
  readonly token: NewToken;
}

export type Decided =
  { readonly status: 'Authorised' } | { readonly status: 'Rejected'; readonly reason: string };

/** limits → authorise: the customer's journey. */
export async function decideConsent(
  parts: JourneyParts,
  consent: Consent,
  decision: Decision,
  now: Instant,
): Promise<Decided | Refusal> {
  const { store, observe } = parts;
  if (consent.status !== 'AwaitingAuthorisation') return nothingToDecide(consent);
  if (!decision.approve) {
    return rejectConsent(parts, consent, undefined, 'The customer rejected the payment.', now);
  }
  const file = await store.findFile(consent.id);
  const named = namedDebtors(file);
  const settled = settleDebtorAccount(consent, decision.chosenAccount, named);
  const account = settled instanceof Refusal ? null : settled.account;
  const numbers = debtorAccounts(named, account);
  const problems = await problemsOf(parts, consent, file, numbers, decision.user, now);
  const [first] = problems;
  if (first !== undefined) {
    const message = problems.map((problem) => problem.message).join(' ');
    return rejectConsent(parts, consent, first.reason, message, now);
  }
  // Only a customer whom the bank would not refuse anyway is asked for an account.
  if (settled instanceof Refusal) return settled;
  const { user, token } = decision;
  const debtor = debtorOf(named, account);
  if (!(await store.authoriseConsent(consent.id, debtor, user.id, token, now))) {
    return nothingToDecide(present(await store.findConsent(consent.id), 'the consent'));
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: true, reason: undefined });
  return { status: 'Authorised' };
}

/** All that the bank must refuse the approval for; the first problem gives the reason. */
async function problemsOf(
  { store, rates }: JourneyParts,
  consent: Consent,
  file: FileFacts | undefined,
  numbers: readonly AccountNumber[],
  user: User,
  now: Instant,
): Promise<readonly ApprovalProblem[]> {
  const found = await Promise.all(numbers.map((number) => store.findAccount(number)));
  const existing = found.filter((account) => account !== undefined);
  const accounts = new Map(existing.map((account) => [account.number, account]));
  const filePence = file?.totalPence ?? null;
  const approval = { user, data: consent.data, filePence, rates, now };
  return [
    ...familyNamed(consent.family).refusals(approval),
    ...accountProblems(user, numbers, accounts),
  ];
}

/** `reason`: why the bank must refuse; undefined when the customer does. */
async function rejectConsent(
  { store, observe }: JourneyParts,
  consent: Consent,
  reason: ReasonCode | undefined,
  message: string,
  now: Instant,
): Promise<Decided | Refusal> {
  if (!(await store.rejectConsent(consent.id, 'AwaitingAuthorisation', message, now))) {
    return nothingToDecide(present(await store.findConsent(consent.id), 'the consent'));
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: false, reason });
  return { status: 'Rejected', reason: message };
}

function nothingToDecide({ status }: Consent): Refusal {
  return refuse(400, 'invalidConsentStatus', `The consent is ${status}; nothing is to decide.`);
}
