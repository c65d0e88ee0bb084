import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { User } from '../records/records.ts';
import { formatPounds } from '../messages/format.ts';

/** The data that decides if a customer may approve a consent. */
export interface Approval {
  readonly user: User;
  /** The consent's `Data`, as the TPP sent it. */
  readonly data: string;
  /** Total amount of the uploaded file. Null for a consent without a file. */
  readonly filePence: Pence | null;
  readonly now: Instant;
}

/** The reason why the bank does not let a customer approve a consent. */
export interface ApprovalProblem {
  readonly reason: ReasonCode;
  /** Message for the customer. */
  readonly message: string;
  /** The OAuth error code that the TPP gets. Absent means `access_denied`. */
  readonly error?: 'invalid_request';
}

/**
 * Returns one AM14 problem for each limit that the amount exceeds: the user's own limit and the
 * company's (rules, 5.17 and 6.19).
 */
export function limitProblems(
  { userLimitPence, companyLimitPence }: Pick<User, 'userLimitPence' | 'companyLimitPence'>,
  pence: Pence,
  what: 'file' | 'payment',
): readonly ApprovalProblem[] {
  const limits = [
    { whose: 'your', limitPence: userLimitPence },
    { whose: 'your company’s', limitPence: companyLimitPence },
  ];
  return limits.flatMap(({ whose, limitPence }) => {
    if (limitPence === null || pence <= limitPence) return [];
    const message =
      `The ${what} comes to ${formatPounds(pence)}; ` +
      `${whose} limit for one ${what} is ${formatPounds(limitPence)}.`;
    return [{ reason: 'AM14', message }];
  });
}
