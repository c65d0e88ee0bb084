import type { Pence } from '../../shared/money.ts';
import type { User } from '../records/records.ts';
import { formatPounds } from '../messages/format.ts';
import type { ApprovalProblem } from './approval.ts';

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
