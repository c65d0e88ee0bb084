import { setImmediate as nextTurn } from 'node:timers/promises';
import { timedOut } from '../../../domain/lifecycle/payment-approvals.ts';
import type { Payment } from '../../../domain/records/records.ts';
import type {
  RefusedApprover,
  WaitingApproval,
  WaitingApprovals,
} from '../../../domain/records/waiting-approval.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import { approverProblems } from '../../consents/approval-rules.ts';
import { debtorAccounts, namedDebtors } from '../../consents/debtor-accounts.ts';
import { fileOf, summaryOf } from '../../customers/payment-summary.ts';
import type { UseCaseParts } from '../../dependencies.ts';

/** Maximum number of payments in the list. */
const MAX_PAYMENTS = 200;

/** Maximum number of users of a customer that are checked for a payment. */
const MAX_USERS = 50;

/**
 * Lists the payments that wait for further approvals, with the users who can approve them. The
 * rules are those of the approval itself (rules, 5.17), so a blocked user of a customer is found
 * before the user tries.
 */
export async function listWaitingApprovals(
  parts: UseCaseParts,
  now: Instant,
): Promise<WaitingApprovals> {
  const { store } = parts;
  const found = await store.paymentsToApprove(MAX_PAYMENTS + 1);
  const shown = found.slice(0, MAX_PAYMENTS);
  const waiting = shown.filter(({ approval }) => timedOut(approval, now) === undefined);
  const ids = waiting.map(({ id }) => id);
  const users = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { paymentId, userId } of await store.approvalCandidates(ids, MAX_USERS)) {
    users.get(paymentId)?.push(userId);
  }
  const listed: WaitingApproval[] = [];
  for (const payment of waiting) {
    listed.push(await waitingOf(parts, payment, users.get(payment.id) ?? [], now));
    // Other requests run between two payments.
    await nextTurn();
  }
  return { listed, hasMore: found.length > MAX_PAYMENTS };
}

async function waitingOf(
  parts: UseCaseParts,
  payment: Payment,
  userIds: readonly string[],
  now: Instant,
): Promise<WaitingApproval> {
  const { store } = parts;
  const { id, consentId, family, clientId, customerId, createdAt } = payment;
  const approval = expectDefined(payment.approval ?? undefined, 'the approvals of the payment');
  const consent = expectDefined(await store.findConsent(consentId), consentId);
  const file = await fileOf(parts, payment);
  const account = payment.debtorAccount ?? consent.debtorAccount;
  const numbers = debtorAccounts(namedDebtors(file), account);
  const approvers: string[] = [];
  const refused: RefusedApprover[] = [];
  for (const userId of userIds) {
    const user = expectDefined(await store.findUser(userId), `user ${userId}`);
    const toApprove = { consent, file, numbers, account, user, required: approval.required };
    const [problem] = await approverProblems(parts, toApprove, now);
    if (problem === undefined) approvers.push(userId);
    else refused.push({ userId, problem: forOperators(problem.message) });
  }
  return {
    id,
    consentId,
    family,
    clientId,
    customerId,
    createdAt,
    approval,
    approvers,
    refused,
    organisationId: (await store.findSoftwareOf(clientId))?.organisation.id ?? null,
    amount: summaryOf(parts, payment, file).amount,
    isBlocked: approvers.length < approval.required - approval.received,
  };
}

/** Returns a message for a user who approves in the words of operators. */
function forOperators(message: string): string {
  return message
    .replaceAll('your company’s', 'the company’s')
    .replaceAll('your limit', 'the user’s limit');
}
