import type { AccountNumber } from '../domain/accounts.ts';
import type { FileFacts } from '../domain/payment.ts';
import type { Consent } from '../domain/records.ts';
import { refuse, type Refusal } from '../kernel/errors.ts';

/**
 * The account for payments that name none: the consent's, or the one the customer chose. A choice
 * where the consent names another, or none where one is needed, is the caller's fault, not the
 * bank's decision.
 */
export function settleDebtorAccount(
  consent: Consent,
  chosen: AccountNumber | null,
  file: FileFacts,
): { account: AccountNumber | null } | Refusal {
  const named = consent.debtorAccount;
  if (named !== null && chosen !== null && chosen !== named) {
    const message = 'The consent names the account; the customer cannot choose another.';
    return refuse(400, 'fieldUnexpected', message, 'debtorAccount');
  }
  const account = named ?? chosen;
  if (account === null && leavesAccountOpen(file)) {
    const message = 'The consent names no account to debit: the customer must choose one.';
    return refuse(400, 'fieldMissing', message, 'debtorAccount');
  }
  return { account };
}

function leavesAccountOpen(file: FileFacts): boolean {
  return file.groups.some((group) => group.debtors.some((share) => share.account === null));
}
