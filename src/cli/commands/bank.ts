import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import { formatPayeeAnswer } from '../../domain/messages/payee-text.ts';
import { piecesOf } from '../../domain/messages/rich-text.ts';
import { formatAmount } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { formatInstant } from '../../shared/time.ts';
import { reveal } from '../../shared/unsafe-unicode.ts';
import type { ApprovalsReport, PasskeyReport } from '../../ops/commands/bank.ts';
import { request, type Route } from '../control-client.ts';
import { CHECK, printProposal } from './action-proposals.ts';
import type { CliContext } from '../program.ts';

/** Proposes to let a locked-out user sign in again. */
export async function unlock(
  context: CliContext,
  user: string,
  { reason }: { reason: string },
): Promise<ActionProposal> {
  const route = `POST /users/${encodeURIComponent(user)}/unlock` as const;
  const proposal = await request<ActionProposal>(context, route, CHECK, { reason });
  printProposal(context, proposal);
  return proposal;
}

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

/** Lists the accounts that need more than one approval. */
export async function mandates(context: CliContext): Promise<readonly MandatedAccount[]> {
  const accounts = await ask<readonly MandatedAccount[]>(context, 'GET /mandates');
  for (const account of accounts) context.print(formatMandate(account));
  if (accounts.length === 0) context.print('Every account needs only one approval.');
  return accounts;
}

/** Shows who approved a payment and how many approvals are missing. */
export async function approvals(context: CliContext, payment: string): Promise<ApprovalsReport> {
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

function ask<Result>(context: CliContext, route: Route): Promise<Result> {
  return request<Result>(context, route, 'npx pisctl bank mandates');
}

function formatPasskey({ id, name, createdAt, lastUsedAt }: PasskeyReport): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatInstant(lastUsedAt)}`;
  return `${id}  ${name}, added ${formatInstant(createdAt)}, ${used}`;
}

function formatMandate({ number, customerName, mandate }: MandatedAccount): string {
  const tiers = mandate.map(
    ({ fromPence, approvals }) =>
      `    ${counted(approvals, 'approval')} from ${formatAmount(fromPence)}`,
  );
  return [`${number}  ${customerName}`, ...tiers].join('\n');
}

function formatApproval({ userId, decision, at, address, factor }: Approval): string {
  const what = decision === 'approve' ? 'approved' : 'rejected';
  const where = address === null ? '' : ` from ${address}`;
  const how = factor === null ? '' : `, with a ${factor}`;
  return `${userId} ${what} ${formatInstant(at)}${where}${how}`;
}

/** Returns a line for each payee whose name was checked before an approval. */
function payeeLines({ payeeCheck }: Approval): readonly string[] {
  if (payeeCheck === null) return [];
  return payeeCheck.payees.map(({ question: { name, account }, answer }) => {
    const text = piecesOf(formatPayeeAnswer(answer))
      .map((piece) => (typeof piece === 'string' ? piece : piece.userText))
      .join('');
    return `    ${formatInstant(payeeCheck.askedAt)}  ${account} ${reveal(name)}: ${text}`;
  });
}

function formatStatus({ status, required, received, approveBy }: PaymentApproval): string {
  const counted = `${String(received)} of ${String(required)}`;
  switch (status) {
    case 'waiting':
      return `${counted} approvals, pending until ${formatInstant(approveBy)}.`;
    case 'approved':
      return `${counted} approvals, complete.`;
    case 'rejected':
      return `${counted} approvals, rejected or cancelled.`;
    case 'expired':
      return `${counted} approvals, expired at ${formatInstant(approveBy)}.`;
  }
}
