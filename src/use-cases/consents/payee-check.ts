import type { PaymentInstruction } from '../../domain/execution/order.ts';
import {
  isOutage,
  type HolderKind,
  type PayeeAnswer,
  type PayeeCheck,
  type PayeeQuestion,
} from '../../domain/parties/payee-check.ts';
import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import { PayeeCheckFailed } from '../../domain/ports/payee-confirmation.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import { memberString } from '../../shared/json/json.ts';
import { MINUTE_MS, SECOND_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { undecidedStatuses } from '../files/file-statuses.ts';
import { previousFile, readWithPrevious } from '../files/previous-file.ts';

/** Longest time that a customer waits for the answers, in milliseconds. */
const DEADLINE_MS: Milliseconds = 2 * SECOND_MS;
/** Time for which answers are used again during a visit, in milliseconds. */
const MAX_AGE_MS: Milliseconds = 10 * MINUTE_MS;
/** Time after which names are checked again if they could not be checked, in milliseconds. */
const RETRY_MS: Milliseconds = 30 * SECOND_MS;

/** Maximum number of payees of a file that are checked (docs/decisions, 139). */
const MAX_FILE_PAYEES = 20;
/** Maximum number of payments of a file in which these payees are searched, largest first. */
const MAX_SEARCHED = 200;

/** The kind of the stored answers among the short-lived records of the store. */
const MODEL = 'PayeeCheck';

type Parts = Pick<
  UseCaseParts,
  'store' | 'workers' | 'paymentSource' | 'observe' | 'payeeConfirmation'
>;

interface ToCheck {
  readonly consent: Consent;
  readonly user: Pick<User, 'id' | 'customerId'>;
  readonly file: FileFacts | undefined;
  /** Position of the payment in the list of the customer's payments. Null before its submission. */
  readonly position: PaymentPosition | null;
}

/** The payees to check. */
type Asked = Pick<PayeeCheck, 'isComplete'> & { readonly questions: readonly PayeeQuestion[] };

/**
 * Returns the name checks that a user sees before approving a consent. They are requested once for
 * each visit. Null if the bank offers no name checks, or if the consent names no payee to check.
 *
 * @param retry true to check names again that could not be checked, after a short time
 */
export async function checkPayees(
  parts: Parts,
  toCheck: ToCheck,
  now: Instant,
  { retry = false } = {},
): Promise<PayeeCheck | null> {
  const { store, payeeConfirmation } = parts;
  if (payeeConfirmation === null) return null;
  const id = JSON.stringify([toCheck.consent.id, toCheck.user.id]);
  const stored = await store.findItem(MODEL, id);
  const known = stored && (JSON.parse(stored.payload) as PayeeCheck);
  if (known !== undefined && isUsable(known, now, retry)) return shown(known);
  const { questions, isComplete } = await payeesOf(parts, toCheck);
  const answers = await answersTo(parts, questions);
  const payees = questions.map((question, at) => ({ question, answer: answers[at] ?? NO_ANSWER }));
  const check: PayeeCheck = { askedAt: now, payees, isComplete };
  const item = { model: MODEL, id, grantId: null, clientId: null, payload: JSON.stringify(check) };
  await store.saveItem({ ...item, expiresAt: now + MAX_AGE_MS }, now);
  return shown(check);
}

function isUsable({ askedAt, payees }: PayeeCheck, now: Instant, retry: boolean): boolean {
  const isOver = now >= askedAt + (retry && payees.some(isOutage) ? RETRY_MS : MAX_AGE_MS);
  return !isOver && now >= askedAt;
}

function shown(check: PayeeCheck): PayeeCheck | null {
  return check.payees.length === 0 ? null : check;
}

const NO_ANSWER: PayeeAnswer = { outcome: 'cannotBeChecked', reason: 'notReachable' };

/** Returns the answers to questions, in their order. An outage is an answer too. */
async function answersTo(
  { payeeConfirmation, observe }: Parts,
  questions: readonly PayeeQuestion[],
): Promise<readonly PayeeAnswer[]> {
  const unsupported: PayeeAnswer = { outcome: 'cannotBeChecked', reason: 'notSupported' };
  const supported = questions.filter(isSupported);
  if (supported.length === 0) return questions.map(() => unsupported);
  try {
    const answers = (await payeeConfirmation?.confirm(supported, DEADLINE_MS)) ?? [];
    const byQuestion = new Map(supported.map((question, at) => [question, answers[at]]));
    return questions.map((question) =>
      isSupported(question) ? (byQuestion.get(question) ?? NO_ANSWER) : unsupported,
    );
  } catch (error) {
    if (!(error instanceof PayeeCheckFailed)) throw error;
    observe({ kind: 'failure', what: 'checking the names of payees', error });
    return questions.map((question) =>
      isSupported(question) ? { outcome: 'cannotBeChecked', reason: error.reason } : unsupported,
    );
  }
}

/** Returns true for a UK account and a payment in pounds. */
function isSupported({ account, currency }: PayeeQuestion): boolean {
  return currency === 'GBP' && /^\d{14}$/.test(account);
}

async function payeesOf(parts: Parts, { file, ...toCheck }: ToCheck): Promise<Asked> {
  const { consent } = toCheck;
  if (file !== undefined) return newPayees(parts, toCheck, file);
  const payee = payeeOf(parts.paymentSource.ofConsent(consent));
  if (payee === null) return { questions: [], isComplete: true };
  return { questions: [{ ...payee, kind: kindIn(consent) }], isComplete: true };
}

/** Returns the payee of a single payment or a VRP consent. Null if the consent names none. */
function payeeOf(instruction: PaymentInstruction): Omit<PayeeQuestion, 'kind'> | null {
  if (instruction.kind === 'file') return null;
  if (instruction.kind === 'none') {
    return instruction.payee === null ? null : { ...instruction.payee, currency: 'GBP' };
  }
  const { parties, creditor, currencyOfTransfer } = instruction.order;
  return {
    name: parties.creditorName,
    // Digits of an account abroad may look like those of a UK account.
    account: creditor.isBritish ? parties.creditor : `${creditor.country} ${parties.creditor}`,
    secondary: creditor.secondary,
    currency: currencyOfTransfer,
  };
}

/** Returns the kind of account that the TPP names in the Risk of the request, if it names one. */
function kindIn({ risk }: Consent): HolderKind | null {
  const accountType = risk === null ? undefined : memberString(risk, ['BeneficiaryAccountType']);
  if (accountType === undefined) return null;
  if (/^(Joint)?Personal/.test(accountType)) return 'personal';
  return /^(Business|Charity|Corporate|Government)$/.test(accountType) ? 'business' : null;
}

/**
 * Returns the payees of a file that were not in the previous file, with the largest payments first.
 * A known name with another account is a new payee here.
 */
async function newPayees(
  parts: Parts,
  { consent: { clientId }, user, position }: Omit<ToCheck, 'file'>,
  facts: FileFacts,
): Promise<Asked> {
  const previous = await previousFile(parts, { user, clientId, position });
  const largest = { text: '', sort: 'amount', skip: 0, limit: MAX_SEARCHED } as const;
  const statuses = undecidedStatuses(facts);
  const { result } = await readWithPrevious(parts, previous, (earlier) => {
    const only = earlier === null ? 'all' : 'changed';
    return parts.workers.search(facts, { ...largest, only, statuses, earlier });
  });
  const payees = new Map<string, PayeeQuestion>();
  for (const { creditorName: name, creditor: account } of result.payments) {
    const question = { name, account, secondary: '', kind: null, currency: 'GBP' };
    payees.set(JSON.stringify([name, account]), question);
  }
  return {
    questions: [...payees.values()].slice(0, MAX_FILE_PAYEES),
    isComplete: payees.size <= MAX_FILE_PAYEES && result.found <= MAX_SEARCHED,
  };
}
