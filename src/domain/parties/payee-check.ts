import type { Instant } from '../../shared/time.ts';

/** The kind of customer who holds an account. */
export type HolderKind = 'personal' | 'business';

/** A payee whose name is compared with the name of the account. */
export interface PayeeQuestion {
  readonly name: string;
  /** Sort code and account number (14 digits), or an account number that cannot be checked. */
  readonly account: string;
  /** The payee's part of a shared account, for example a roll number. Empty if there is none. */
  readonly secondary: string;
  /** The kind of account that the payer expects. Null if it is not known. */
  readonly kind: HolderKind | null;
  readonly currency: string;
}

/**
 * The reason why a name cannot be checked.
 *
 * - `accountNotFound`: the payee's bank has no such account.
 * - `optedOut`: the account does not take part in the check.
 * - `notReachable`, `timedOut`: the service or the payee's bank gave no usable answer in time.
 * - `notSupported`: an account abroad or in another currency. It is not asked about.
 */
export type UncheckedReason =
  'accountNotFound' | 'optedOut' | 'notReachable' | 'timedOut' | 'notSupported';

/** The result of comparing a payee's name with the name of the account. */
export type PayeeAnswer =
  /** `kind`: the kind of the account. Null if the answer does not contain it. */
  | { readonly outcome: 'match'; readonly kind: HolderKind | null }
  /** The name is similar, or the account is of another kind than expected. */
  | {
      readonly outcome: 'closeMatch';
      /** The name of the account. */
      readonly actualName: string;
      readonly kind: HolderKind | null;
    }
  | { readonly outcome: 'noMatch' }
  | { readonly outcome: 'cannotBeChecked'; readonly reason: UncheckedReason };

/** A question and its answer. */
export interface CheckedPayee {
  readonly question: PayeeQuestion;
  readonly answer: PayeeAnswer;
}

/** The name checks that a customer sees before an approval. They are evidence afterwards. */
export interface PayeeCheck {
  readonly askedAt: Instant;
  readonly payees: readonly CheckedPayee[];
  /** False if a file has more new payees than were checked. */
  readonly isComplete: boolean;
}

/** Returns true if the name may be checked later, because the cause is temporary. */
export function isOutage({ answer }: CheckedPayee): boolean {
  if (answer.outcome !== 'cannotBeChecked') return false;
  return answer.reason === 'notReachable' || answer.reason === 'timedOut';
}

/** Counts the outcomes of a check for the audit log, for example `match 17, noMatch 1`. */
export function countOutcomes({ payees }: PayeeCheck): string {
  const outcomes = ['match', 'closeMatch', 'noMatch', 'cannotBeChecked'] as const;
  return outcomes
    .map((one) => [one, payees.filter(({ answer }) => answer.outcome === one).length] as const)
    .flatMap(([outcome, count]) => (count === 0 ? [] : [`${outcome} ${String(count)}`]))
    .join(', ');
}
