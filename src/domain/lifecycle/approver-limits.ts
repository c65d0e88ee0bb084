import type { Pence } from '../../shared/money.ts';
import type { User } from '../records/records.ts';
import { formatPounds } from '../messages/format.ts';
import type { ApprovalProblem } from './approval.ts';

/**
 * Why a user may not approve so much: the user's own limit and the company's, each of which must
 * cover it (rules, 5.17 and 6.19): AM14.
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
