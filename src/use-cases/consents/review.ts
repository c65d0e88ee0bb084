import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import { priceOf } from '../../domain/pricing/pricing.ts';
import type { FileFacts, FilePayment } from '../../domain/records/payment.ts';
import type { Account, Consent } from '../../domain/records/records.ts';
import { formatMoney, formatPounds } from '../../domain/messages/format.ts';
import { payeeWarnings } from '../../domain/messages/payee-text.ts';
import type { RichText } from '../../domain/messages/rich-text.ts';
import type { PayeeCheck } from '../../domain/parties/payee-check.ts';
import { checkPayees } from './payee-check.ts';
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
import {
  debitedAccounts,
  describeWith,
  withPayeeCheck,
  type DecisionContext,
} from './consent-summary.ts';
import { withBalances } from '../core-banking/with-balances.ts';
import { withContract } from '../payments/exchange-contracts.ts';
import type { UseCaseParts } from '../dependencies.ts';
import {
  balanceWarning,
  duplicateWarning,
  largeWarning,
  type PricedPayment,
} from './review-warnings.ts';
import {
  cutTextsWarning,
  newAccountWarning,
  newsLine,
  reviewFile,
  type ReviewedFile,
} from '../files/review-file.ts';

type ReviewParts = Pick<
  UseCaseParts,
  | 'store'
  | 'coreBanking'
  | 'workers'
  | 'holidays'
  | 'rates'
  | 'contracts'
  | 'settings'
  | 'paymentSource'
  | 'observe'
  | 'payeeConfirmation'
>;

/** A consent that the customer reviews, or the payment under it. */
interface ToReview extends DecisionContext {
  /** Data about the uploaded file. Undefined for a consent without a file. */
  readonly file: FileFacts | undefined;
  /** Position of the payment in the list of the customer's payments. Null before its submission. */
  readonly position: PaymentPosition | null;
  /** False if the user has nothing left to decide. Names of payees are then not checked. */
  readonly isOpen: boolean;
  /** True to check names again that could not be checked, after a short time. */
  readonly retry: boolean;
}

/** Everything that a customer sees before deciding. */
export interface ConsentReview {
  readonly review: Review;
  /** The debited accounts that belong to the customer. */
  readonly accounts: readonly Account[];
  /** The file with its largest payments, largest first. Null for a consent without a file. */
  readonly file: ReviewedFile | null;
  /** Warnings about things that the customer should check carefully. */
  readonly warnings: readonly RichText[];
  /**
   * Messages about accounts with too little money today. Shown only to users who signed in with
   * both factors.
   */
  readonly shortfalls: readonly string[];
  /** The name checks of payees, which the review contains. Null if there are none. */
  readonly payeeCheck: PayeeCheck | null;
  /** Number of the customer's users who must approve. */
  readonly approvals: number;
}

/**
 * The accounts that the customer can choose if the consent names none. Contains only accounts that
 * the bank would accept.
 */
export interface AccountChoice {
  readonly eligible: readonly Account[];
  /** Messages that explain why other accounts of the customer are not offered. */
  readonly problems: readonly string[];
  /** OAuth error for the TPP if no account is offered. Undefined if it is `access_denied`. */
  readonly error: ApprovalProblem['error'];
}

/**
 * Returns the accounts that the customer can choose from. Null if the consent or its file names all
 * accounts.
 */
export async function choiceOfAccount(
  parts: Pick<ReviewParts, 'store' | 'workers' | 'paymentSource' | 'rates' | 'contracts'>,
  { consent, user }: Pick<DecisionContext, 'consent' | 'user'>,
  now: Instant,
): Promise<AccountChoice | null> {
  const { store, workers } = parts;
  const file = await store.findFile(consent.id);
  const requested = namedDebtors(file);
  if (!(settleDebtorAccount(consent, null, requested) instanceof Refusal)) return null;
  const accounts = await store.accountsOf(user.customerId);
  const byNumber = new Map(accounts.map((account) => [account.number, account]));
  const payees = await selfPayments(workers, consent, file, [...byNumber.keys()]);
  const paymentInstruction = await instructionOf(parts, { consent, user }, now);
  const assessed = accounts.map((account) => ({
    account,
    problems: payees.has(account.number)
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
    eligible: assessed
      .filter(({ problems }) => problems.length === 0)
      .map(({ account }) => account),
    problems: assessed.flatMap(({ problems }) => problems.map(({ message }) => message)),
    error: errorOf(assessed.flatMap(({ problems }) => problems)),
  };
}

/**
 * Returns the OAuth error for a consent that asks for a single approval although its accounts
 * require more. Returns undefined if the consent can be approved, or if another reason prevents it.
 */
export async function errorForTpp(
  parts: UseCaseParts,
  { consent, user }: Pick<DecisionContext, 'consent' | 'user'>,
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

/** Returns true if the consent needs a file and no file was accepted for it. */
export async function isWithoutFile(
  { store }: Pick<UseCaseParts, 'store'>,
  { id, family }: Consent,
): Promise<boolean> {
  const isForFile = familyNamed(family).firstStatus === 'AwaitingUpload';
  return isForFile && (await store.findFile(id)) === undefined;
}

/** Returns what would happen if the user approved now, with warnings. */
export async function reviewConsent(
  parts: ReviewParts,
  context: DecisionContext,
  now: Instant,
): Promise<ConsentReview> {
  const file = await parts.store.findFile(context.consent.id);
  return reviewWith(parts, { ...context, file, position: null, isOpen: true, retry: true }, now);
}

/**
 * Reviews a consent like `reviewConsent`, with a file that the caller has already looked up. Also
 * used after the payment was submitted.
 */
export async function reviewWith(
  parts: ReviewParts,
  { consent, user, chosenAccount, file: facts, position, isOpen, retry }: ToReview,
  now: Instant,
): Promise<ConsentReview> {
  const { store } = parts;
  const settled = consent.debtorAccount ?? chosenAccount;
  const accounts = await withBalances(parts, await debitedAccounts(store, facts, settled, user));
  const family = familyNamed(consent.family);
  const paymentInstruction = await instructionOf(parts, { consent, user }, now);
  const first = firstPaymentOf(parts, paymentInstruction, now);
  const costs = costsOf(facts, first, settled);
  const file =
    facts === undefined ? null : await reviewFile(parts, { consent, user, position }, facts);
  const duplicates =
    file === null ? [] : await store.duplicateFiles(consent.id, user.customerId, now);
  const [largest] = file === null ? [first] : file.largest.map(inPounds);
  const toPay = { paymentInstruction, file: facts, account: settled };
  const toCheck = { consent, user, file: facts, position };
  const payeeCheck = isOpen ? await checkPayees(parts, toCheck, now, { retry }) : null;
  const described = describeWith(parts, { consent, file: facts }, { now });
  const review = withPayeeCheck(described, payeeCheck, file !== null);
  return {
    review: file === null ? review : { ...review, lines: [...review.lines, newsLine(file)] },
    payeeCheck,
    accounts,
    file,
    approvals: requiredFor(sharesOf(parts, toPay, now), accounts),
    warnings: [
      ...(payeeCheck === null ? [] : payeeWarnings(payeeCheck, file !== null)),
      ...duplicates.slice(0, 1).map(duplicateWarning),
      ...largeWarning(largest ?? null),
      ...(file === null ? [] : [...newAccountWarning(file), ...cutTextsWarning(file)]),
    ],
    shortfalls: accounts.flatMap((account) => {
      const cost = costs.get(account.number) ?? 0;
      return balanceWarning(account, cost, family.showsCost ? null : formatPounds(cost));
    }),
  };
}

function inPounds({ amountPence }: Pick<FilePayment, 'amountPence'>): PricedPayment {
  return { formatted: formatPounds(amountPence), amountPence };
}

/**
 * Returns the payment instruction of a consent. If the bank has a contract for the agreed exchange
 * rate, adds it.
 */
function instructionOf(
  parts: Pick<ReviewParts, 'store' | 'paymentSource' | 'contracts'>,
  { consent, user: { customerId } }: Pick<DecisionContext, 'consent' | 'user'>,
  now: Instant,
): Promise<PaymentInstruction> {
  const parties = { clientId: consent.clientId, consentId: consent.id, customerId };
  return withContract(parts, parts.paymentSource.ofConsent(consent), parties, now);
}

/**
 * Returns the first payment of a consent and its total cost at today's exchange rates. Null if they
 * are not known.
 */
function firstPaymentOf(
  { holidays, rates }: ReviewParts,
  paymentInstruction: PaymentInstruction,
  now: Instant,
): (PricedPayment & { readonly costPence: Pence }) | null {
  if (paymentInstruction.kind !== 'order') return null;
  const { order } = paymentInstruction;
  const first = order.nextPayment(null, holidays);
  if (first === null) return null;
  const { amountPence, chargePence } = priceOf(order, first.amount, rates, now);
  const formatted = formatMoney(first.amount, order.currency);
  return { formatted, amountPence, costPence: amountPence + chargePence };
}

/**
 * Returns the amount debited from each account, including charges, at today's exchange rates.
 *
 * @param settled account that is debited for payments that name no debtor account
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
