import type { MinorUnits } from '../../shared/money.ts';

/*
 * The state of a credit that was handed over to a scheme, and how answers change it. Answers arrive
 * in any order, late and repeatedly, so each is compared with the stored state.
 */

/** The states of a credit that was handed over. `open`: the scheme has not answered it. */
export const CREDIT_STATES = ['open', 'pending', 'accepted', 'rejected'] as const;

export type CreditState = (typeof CREDIT_STATES)[number];

/** The number of credits of a message in each state. */
export type CreditStateCounts = Readonly<Record<CreditState, number>>;

/** The sums of the credits of a message in each state, in minor units of its currency. */
export type CreditStateSums = Readonly<Record<CreditState, MinorUnits>>;

/** The meaning of an answer. `progress`: it decides nothing yet. */
export type AnswerMeaning = 'progress' | Exclude<CreditState, 'open'>;

/** Reasons for which an answer to a credit contradicts an earlier one. */
export type Contradiction = 'rejectedAfterAcceptance' | 'acceptedAfterRejection';

/** The effect of an answer: a new state, no change, or a contradiction for the operator. */
export type AnswerEffect =
  | { readonly kind: 'change'; readonly to: CreditState }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction };

const TRANSACTION_STATUSES: Readonly<Record<string, AnswerMeaning>> = {
  RCVD: 'progress',
  ACTC: 'progress',
  ACCP: 'progress',
  ACFC: 'progress',
  ACSP: 'progress',
  ACWC: 'progress',
  ACPD: 'progress',
  PRES: 'progress',
  PDNG: 'pending',
  ACWP: 'pending',
  BLCK: 'pending',
  ACSC: 'accepted',
  ACCC: 'accepted',
  RJCT: 'rejected',
  CANC: 'rejected',
};

const GROUP_STATUSES: Readonly<Record<string, AnswerMeaning>> = {
  RCVD: 'progress',
  ACTC: 'progress',
  ACCP: 'progress',
  ACSP: 'progress',
  ACWC: 'progress',
  PART: 'progress',
  PDNG: 'progress',
  ACSC: 'accepted',
  ACCC: 'accepted',
  RJCT: 'rejected',
};

const UNCHANGED: AnswerEffect = { kind: 'unchanged' };

/**
 * Returns the meaning of a transaction status (ISO 20022, ExternalPaymentTransactionStatus1Code).
 * Returns undefined for an unknown code.
 */
export function meaningOfStatus(status: string): AnswerMeaning | undefined {
  return Object.hasOwn(TRANSACTION_STATUSES, status) ? TRANSACTION_STATUSES[status] : undefined;
}

/**
 * Returns the meaning of a group status for the credits that have no answer of their own (ISO
 * 20022, ExternalPaymentGroupStatus1Code). Returns undefined for an unknown code.
 */
export function meaningOfGroupStatus(status: string): AnswerMeaning | undefined {
  return Object.hasOwn(GROUP_STATUSES, status) ? GROUP_STATUSES[status] : undefined;
}

/**
 * Decides the effect of an answer on a credit. A repeated answer changes nothing. A progress report
 * or `pending` after the final answer was overtaken by it. An acceptance after a rejection, or the
 * reverse, is a contradiction, and no money moves.
 */
export function effectOf(state: CreditState, meaning: AnswerMeaning): AnswerEffect {
  if (meaning === 'progress' || meaning === state) return UNCHANGED;
  if (state === 'open' || (state === 'pending' && meaning !== 'pending')) {
    return { kind: 'change', to: meaning };
  }
  if (meaning === 'pending') return UNCHANGED;
  const contradiction =
    meaning === 'rejected' ? 'rejectedAfterAcceptance' : 'acceptedAfterRejection';
  return { kind: 'contradiction', contradiction };
}
