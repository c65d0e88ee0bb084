import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { PlaceOfPayment } from '../../domain/ports/customer-store.ts';
import { priceOf } from '../../domain/pricing/pricing.ts';
import type { FileFacts, FilePayment } from '../../domain/records/payment.ts';
import type { Account, Consent, DuplicateFile } from '../../domain/records/records.ts';
import {
  formatAccount,
  dayOfInstant,
  formatMoney,
  formatPounds,
} from '../../domain/messages/format.ts';
import type { Review } from '../../families/common/review.ts';
import { familyNamed } from '../../families/index.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import {
  accountProblems,
  debtorAccounts,
  namedDebtors,
  selfPaymentProblem,
  selfPayments,
  settleDebtorAccount,
} from './debtor-accounts.ts';
import { approverProblems, mandateProblems } from './approval-rules.ts';
import { requiredFor, sharesOf } from '../payments/mandates.ts';
import { debitedAccounts, inWords, type Deciding } from './consent-summary.ts';
import { withContract } from '../payments/exchange-contracts.ts';
import type { EngineParts } from '../dependencies.ts';
import {
  MAKE_SURE,
  newAccountWarning,
  newsLine,
  reviewFile,
  type ReviewedFile,
} from '../files/review-file.ts';

/** From this sum on the customer is asked to make sure whose account it goes to. */
const LARGE_PENCE: Pence = 100_000_00;

type ReviewParts = Pick<
  EngineParts,
  | 'store'
  | 'workers'
  | 'holidays'
  | 'rates'
  | 'contracts'
  | 'settings'
  | 'paymentSource'
  | 'observe'
>;

/** A consent that is decided about, or the payment under it. */
interface ToReview extends Deciding {
  /** The uploaded file; undefined for a consent without one. */
  readonly file: FileFacts | undefined;
  /** Which place it has among the customer's payments; null before it was submitted. */
  readonly place: PlaceOfPayment | null;
}

/** All that a customer reads before deciding. */
export interface ConsentReview {
  readonly review: Review;
  /** The accounts that are debited. */
  readonly accounts: readonly Account[];
  /** Of a consent with a file: what is known of it, and its largest payments, largest first. */
  readonly file: ReviewedFile | null;
  /** What the customer should look at twice, in words. */
  readonly warnings: readonly string[];
  /** Accounts that have too little today, in words: only for who signed in with both factors. */
  readonly shortfalls: readonly string[];
  /** How many users of the customer must approve it in all. */
  readonly approvals: number;
}

/** What to choose from where a consent names no account: those that the bank would not refuse. */
export interface AccountChoice {
  readonly eligible: readonly Account[];
  /** Why the other accounts of the customer are not offered, in words. */
  readonly problems: readonly string[];
  /** What the TPP is told where none is offered, if that is not that access was denied. */
  readonly error: ApprovalProblem['error'];
}

/** The accounts that the customer chooses from; null where the consent or its file names all. */
export async function choiceOfAccount(
  parts: Pick<ReviewParts, 'store' | 'workers' | 'paymentSource' | 'rates' | 'contracts'>,
  { consent, user }: Pick<Deciding, 'consent' | 'user'>,
  now: Instant,
): Promise<AccountChoice | null> {
  const { store, workers } = parts;
  const file = await store.findFile(consent.id);
  const named = namedDebtors(file);
  if (!(settleDebtorAccount(consent, null, named) instanceof Refusal)) return null;
  const accounts = await store.accountsOf(user.customerId);
  const byNumber = new Map(accounts.map((account) => [account.number, account]));
  const own = await selfPayments(workers, consent, file, [...byNumber.keys()]);
  const paymentInstruction = await instructionOf(parts, { consent, user }, now);
  const judged = accounts.map((account) => ({
    account,
    problems: own.has(account.number)
      ? [selfPaymentProblem(account.number)]
      : [
          ...accountProblems(user, [account.number], byNumber),
          ...mandateProblems(
            parts,
            { consent, paymentInstruction, file, account: account.number, user },
            [account],
            now,
          ),
        ],
  }));
  return {
    eligible: judged.filter(({ problems }) => problems.length === 0).map(({ account }) => account),
    problems: judged.flatMap(({ problems }) => problems.map(({ message }) => message)),
    error: errorOf(judged.flatMap(({ problems }) => problems)),
  };
}

/**
 * What a TPP is told whose consent nobody can approve as it asks: with one approval alone where
 * more are needed. Undefined where there is another reason, or none.
 */
export async function errorForTpp(
  parts: EngineParts,
  { consent, user }: Pick<Deciding, 'consent' | 'user'>,
  now: Instant,
): Promise<ApprovalProblem['error']> {
  const choice = await choiceOfAccount(parts, { consent, user }, now);
  if (choice !== null) return choice.eligible.length === 0 ? choice.error : undefined;
  const file = await parts.store.findFile(consent.id);
  const account = consent.debtorAccount;
  const numbers = debtorAccounts(namedDebtors(file), account);
  return errorOf(await approverProblems(parts, { consent, file, numbers, account, user }, now));
}

function errorOf(problems: readonly ApprovalProblem[]): ApprovalProblem['error'] {
  return problems.find(({ error }) => error !== undefined)?.error;
}

/** Whether a consent is one for a file, and none was ever taken for it. */
export async function isWithoutFile(
  { store }: Pick<EngineParts, 'store'>,
  { id, family }: Consent,
): Promise<boolean> {
  const isForFile = familyNamed(family).firstStatus === 'AwaitingUpload';
  return isForFile && (await store.findFile(id)) === undefined;
}

/** What would happen if the customer approved now, and what to look at twice. */
export async function reviewConsent(
  parts: ReviewParts,
  deciding: Deciding,
  now: Instant,
): Promise<ConsentReview> {
  const file = await parts.store.findFile(deciding.consent.id);
  return reviewWith(parts, { ...deciding, file, place: null }, now);
}

/** The same where the file was found already, also once the payment was submitted. */
export async function reviewWith(
  parts: ReviewParts,
  { consent, user, chosenAccount, file: facts, place }: ToReview,
  now: Instant,
): Promise<ConsentReview> {
  const { store } = parts;
  const settled = consent.debtorAccount ?? chosenAccount;
  const accounts = await debitedAccounts(store, facts, settled, user);
  const family = familyNamed(consent.family);
  const paymentInstruction = await instructionOf(parts, { consent, user }, now);
  const first = firstPaymentOf(parts, paymentInstruction, now);
  const costs = costsOf(facts, first, settled);
  const file =
    facts === undefined ? null : await reviewFile(parts, { consent, user, place }, facts);
  const duplicates =
    file === null ? [] : await store.duplicateFiles(consent.id, user.customerId, now);
  const [largest] = file === null ? [first] : file.largest.map(inPounds);
  const toPay = { paymentInstruction, file: facts, account: settled };
  const review = inWords(parts, { consent, file: facts }, { now });
  return {
    review: file === null ? review : { ...review, lines: [...review.lines, newsLine(file)] },
    accounts,
    file,
    approvals: requiredFor(sharesOf(parts, toPay, now), accounts),
    warnings: [
      ...duplicates.slice(0, 1).map(duplicateWarning),
      ...largeWarning(largest ?? null),
      ...(file === null ? [] : newAccountWarning(file)),
    ],
    shortfalls: accounts.flatMap((account) => {
      const cost = costs.get(account.number) ?? 0;
      return balanceWarning(account, cost, family.tellsCost ? null : formatPounds(cost));
    }),
  };
}

/** A payment as the customer reads of it, and what it comes to. */
interface Weighed {
  /** In the currency that the TPP asks for. */
  readonly inWords: string;
  readonly amountPence: Pence;
}

function inPounds({ amountPence }: Pick<FilePayment, 'amountPence'>): Weighed {
  return { inWords: formatPounds(amountPence), amountPence };
}

/** Returns the payable of a consent, with the contract of its agreed rate where the bank has it. */
function instructionOf(
  parts: Pick<ReviewParts, 'store' | 'paymentSource' | 'contracts'>,
  { consent, user: { customerId } }: Pick<Deciding, 'consent' | 'user'>,
  now: Instant,
): Promise<PaymentInstruction> {
  const parties = { clientId: consent.clientId, consentId: consent.id, customerId };
  return withContract(parts, parts.paymentSource.ofConsent(consent), parties, now);
}

/** The first payment of a consent, and all that it would take today; null where none is known. */
function firstPaymentOf(
  { holidays, rates }: ReviewParts,
  paymentInstruction: PaymentInstruction,
  now: Instant,
): (Weighed & { readonly costPence: Pence }) | null {
  if (paymentInstruction.kind !== 'order') return null;
  const { order } = paymentInstruction;
  const first = order.nextPayment(null, holidays);
  if (first === null) return null;
  const { amountPence, chargePence } = priceOf(order, first.amount, rates, now);
  const inWords = formatMoney(first.amount, order.currency);
  return { inWords, amountPence, costPence: amountPence + chargePence };
}

/**
 * What would be taken from each account, charges included, as far as one can tell today.
 *
 * @param settled the account for payments that name none
 */
function costsOf(
  facts: FileFacts | undefined,
  first: { readonly costPence: Pence } | null,
  settled: AccountNumber | null,
): ReadonlyMap<AccountNumber, Pence> {
  const costs = new Map<AccountNumber, Pence>();
  const add = (account: AccountNumber | null, pence: Pence): void => {
    const debited = account ?? settled;
    if (debited !== null) costs.set(debited, (costs.get(debited) ?? 0) + pence);
  };
  for (const { debtors } of facts?.groups ?? []) {
    for (const { account, totalPence } of debtors) add(account, totalPence);
  }
  if (first !== null) add(null, first.costPence);
  return costs;
}

function duplicateWarning({ status, statusUpdatedAt }: DuplicateFile): string {
  const day = dayOfInstant(statusUpdatedAt);
  return status === 'AwaitingAuthorisation'
    ? `The same file waits for approval already, since ${day}. Approving both pays it twice.`
    : `The same file was approved before, on ${day}. Approving it again pays it again.`;
}

/** @param told the cost in words; null where it is not told yet (rules, 7.15) */
function balanceWarning(
  { number, balancePence }: Account,
  cost: Pence,
  told: string | null,
): readonly string[] {
  if (cost <= balancePence) return [];
  return [
    `Account ${formatAccount(number)} has ${formatPounds(balancePence)} now, and this takes ` +
      `${told ?? 'more'}. What is not covered on the day is not paid.`,
  ];
}

function largeWarning(payment: Weighed | null): readonly string[] {
  if (payment === null || payment.amountPence < LARGE_PENCE) return [];
  return [
    `${payment.inWords} is a large sum for one payment. ${MAKE_SURE} that the payee and the ` +
      'account are right.',
  ];
}
