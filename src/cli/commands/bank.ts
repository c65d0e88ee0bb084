import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import type { WaitingApprovals } from '../../domain/records/waiting-approval.ts';
import { formatPounds } from '../../domain/messages/format.ts';
import { formatPayeeAnswer } from '../../domain/messages/payee-text.ts';
import { piecesOf } from '../../domain/messages/rich-text.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { reveal } from '../../shared/unsafe-unicode.ts';
import type { ApprovalsReport, CustomerList, PasskeyReport } from '../../ops/commands/bank.ts';
import { request, type Route } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';
import { formatWaiting } from '../reports/overviews.ts';
import { CONSENT_STATUSES, formatPaymentType } from '../../domain/messages/operator-text.ts';
import type { CustomerReport, CustomerUserReport } from '../../domain/records/customer-report.ts';

/** Lists a user's passkeys. */
export function passkeys(context: CliContext, user: string): Promise<readonly PasskeyReport[]> {
  return printPasskeys(context, user, 'GET', '');
}

/** Removes all passkeys of a user. */
export function removePasskeys(
  context: CliContext,
  user: string,
): Promise<readonly PasskeyReport[]> {
  return printPasskeys(context, user, 'DELETE', 'Removed: ');
}

async function printPasskeys(
  context: CliContext,
  user: string,
  method: 'GET' | 'DELETE',
  prefix: string,
): Promise<readonly PasskeyReport[]> {
  const route = `${method} /users/${encodeURIComponent(user)}/passkeys` as const;
  const found = await ask<readonly PasskeyReport[]>(context, route);
  for (const passkey of found) context.print(prefix + formatPasskey(passkey));
  if (found.length === 0) context.print(`${user} has no passkey.`);
  return found;
}

/** Shows customers by their id, the id of a user, or an account number. */
export async function customer(context: CliContext, search: string): Promise<CustomerList> {
  const found = await ask<CustomerList>(context, 'POST /customers/find', { search });
  for (const one of found.found) for (const line of formatCustomer(one)) context.print(line);
  return found;
}

/** Lists the accounts that need more than one approval. */
export async function mandates(context: CliContext): Promise<readonly MandatedAccount[]> {
  const accounts = await ask<readonly MandatedAccount[]>(context, 'GET /mandates');
  for (const account of accounts) context.print(formatMandate(account));
  if (accounts.length === 0) context.print('Every account needs only one approval.');
  return accounts;
}

interface ApprovalsOptions {
  readonly waiting?: boolean;
}

/**
 * Shows who approved a payment and how many approvals are missing, or lists the payments that wait
 * for approvals.
 */
export async function approvals(
  context: CliContext,
  first: string | ApprovalsOptions,
  second: ApprovalsOptions = {},
): Promise<ApprovalsReport | WaitingApprovals> {
  const [payment, { waiting = false }] =
    typeof first === 'string' ? [first, second] : [undefined, first];
  if (waiting !== (payment === undefined)) {
    throw new CliError('Name a payment, or use --waiting for all payments that wait.');
  }
  return payment === undefined ? listWaiting(context) : showApprovals(context, payment);
}

async function listWaiting(context: CliContext): Promise<WaitingApprovals> {
  const found = await ask<WaitingApprovals>(context, 'GET /approvals');
  for (const one of found.listed) context.print(formatWaiting(one));
  const count = found.listed.length === 0 ? 'None.' : `${String(found.listed.length)} listed.`;
  context.print(found.hasMore ? `${count} More payments wait, with later deadlines.` : count);
  return found;
}

async function showApprovals(context: CliContext, payment: string): Promise<ApprovalsReport> {
  const route = `GET /payments/${encodeURIComponent(payment)}/approvals` as const;
  const report = await ask<ApprovalsReport>(context, route);
  for (const approval of report.approvals) {
    context.print(formatApproval(approval));
    for (const line of payeeLines(approval)) context.print(line);
  }
  const { needed } = report;
  context.print(needed === null ? 'One approval is sufficient.' : formatStatus(needed));
  return report;
}

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, 'npx pisctl bank mandates', body);
}

function formatPasskey({ id, name, createdAt, lastUsedAt }: PasskeyReport): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatLondon(lastUsedAt)}`;
  return `${id}  ${name}, added ${formatLondon(createdAt)}, ${used}`;
}

function formatMandate({ number, customerName, mandate }: MandatedAccount): string {
  const tiers = mandate.map(
    ({ fromPence, approvals }) =>
      `    ${counted(approvals, 'approval')} from ${formatPounds(fromPence)}`,
  );
  return [`${number}  ${customerName}`, ...tiers].join('\n');
}

function formatApproval({ userId, decision, at, address, factor }: Approval): string {
  const what = decision === 'approve' ? 'approved' : 'rejected';
  const where = address === null ? '' : ` from ${address}`;
  const how = factor === null ? '' : `, with a ${factor}`;
  return `${userId} ${what} ${formatLondon(at)}${where}${how}`;
}

/** Returns a line for each payee whose name was checked before an approval. */
function payeeLines({ payeeCheck }: Approval): readonly string[] {
  if (payeeCheck === null) return [];
  return payeeCheck.payees.map(({ question: { name, account }, answer }) => {
    const text = piecesOf(formatPayeeAnswer(answer))
      .map((piece) => (typeof piece === 'string' ? piece : piece.userText))
      .join('');
    return `    ${formatLondon(payeeCheck.askedAt)}  ${account} ${reveal(name)}: ${text}`;
  });
}

function formatStatus({ status, required, received, approveBy }: PaymentApproval): string {
  const counted = `${String(received)} of ${String(required)}`;
  switch (status) {
    case 'waiting':
      return `${counted} approvals, pending until ${formatLondon(approveBy)}.`;
    case 'approved':
      return `${counted} approvals, complete.`;
    case 'rejected':
      return `${counted} approvals, rejected or cancelled.`;
    case 'expired':
      return `${counted} approvals, expired at ${formatLondon(approveBy)}.`;
  }
}

/** Returns the lines about a customer for the terminal. */
function formatCustomer(customer: CustomerReport): readonly string[] {
  const { id, name, segment, companyLimitPence, users, accounts, permissions } = customer;
  return [
    `${id}  ${printable(name)} (${segment}), limit of a file: ${limit(companyLimitPence)}`,
    ...users.map(formatUser),
    ...accounts.flatMap(({ number, kind, state, mandate }) => [
      `    account ${number} (${kind}, ${state})`,
      ...mandate.map(({ fromPence, approvals }) => {
        return `        ${counted(approvals, 'approval')} from ${formatPounds(fromPence)}`;
      }),
    ]),
    ...permissions.map(({ id: consentId, status, clientId, grantedBy, createdAt }) => {
      return (
        `    permission ${consentId} (${CONSENT_STATUSES[status]}) of ${clientId}, given by ${grantedBy}, ` +
        `created ${formatLondon(createdAt)}`
      );
    }),
    ...customer.payments.map(({ id: paymentId, family, status, createdAt }) => {
      return `    payment ${paymentId} (${formatPaymentType(family)}) ${status}, submitted ${formatLondon(createdAt)}`;
    }),
    ...(customer.isShortened ? ['    There is more than is listed.'] : []),
  ];
}

function formatUser(user: CustomerUserReport): string {
  const { id, mayUploadFiles, userLimitPence, lockedUntil, passkeys, lastSignInAt } = user;
  const locked = lockedUntil === null ? '' : `, LOCKED OUT until ${formatLondon(lockedUntil)}`;
  const signedIn = lastSignInAt === null ? 'never' : formatLondon(lastSignInAt);
  return (
    `    user ${id}: ${mayUploadFiles ? 'may approve files' : 'no files'}, ` +
    `limit ${limit(userLimitPence)}, ${counted(passkeys, 'passkey')}, ` +
    `last attempt to sign in ${signedIn}${locked}`
  );
}

function limit(pence: number | null): string {
  return pence === null ? 'none' : formatPounds(pence);
}
