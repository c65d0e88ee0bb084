import { dataFolder } from '../../config/data-folder.ts';
import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatInstant } from '../../shared/time.ts';
import type { ApprovalsReport, PasskeyReport, UnlockResult } from '../../ops/commands/bank.ts';
import { request, type Route } from '../control-client.ts';
import { usageError, parseArguments, type Commands, type Program } from '../program.ts';

const USAGE = `npm run bank -- unlock <user>          lets a locked-out user sign in again immediately
npm run bank -- passkeys <user>        lists a user's passkeys and when each was last used
npm run bank -- remove-passkeys <user> removes all passkeys of a user, who can still use codes
npm run bank -- mandates               lists the accounts that need more than one approval
npm run bank -- approvals <payment>    shows who approved a payment, when and from where, and how
                                       many approvals are missing`;

const COMMANDS: Commands = {
  unlock: ['<user>'],
  passkeys: ['<user>'],
  'remove-passkeys': ['<user>'],
  mandates: [],
  approvals: ['<payment>'],
};

/** `npm run bank`: shows and changes data of the bank's customers in the running service. */
export const bank: Program = async (args, { dataDirectory, print }) => {
  const { positionals } = parseArguments(args, {}, USAGE);
  const [command, named, ...rest] = positionals;
  if (rest.length > 0) throw usageError(positionals, COMMANDS, USAGE);
  const { control } = dataFolder(dataDirectory);
  const ask = <Result>(route: Route) => request<Result>(control, route, 'npm run bank -- mandates');
  const user = encodeURIComponent(named ?? '');
  if (command === 'unlock' && named !== undefined) {
    const { wasLocked } = await ask<UnlockResult>(`POST /users/${user}/unlock`);
    print(wasLocked ? `${named} can sign in again.` : `${named} was not locked out.`);
  } else if (command === 'passkeys' && named !== undefined) {
    const passkeys = await ask<readonly PasskeyReport[]>(`GET /users/${user}/passkeys`);
    for (const passkey of passkeys) print(formatPasskey(passkey));
    if (passkeys.length === 0) print(`${named} has no passkey.`);
  } else if (command === 'remove-passkeys' && named !== undefined) {
    const passkeys = await ask<readonly PasskeyReport[]>(`DELETE /users/${user}/passkeys`);
    for (const passkey of passkeys) print(`Removed: ${formatPasskey(passkey)}`);
    if (passkeys.length === 0) print(`${named} has no passkey.`);
  } else if (command === 'mandates' && named === undefined) {
    const accounts = await ask<readonly MandatedAccount[]>('GET /mandates');
    for (const account of accounts) print(formatMandate(account));
    if (accounts.length === 0) print('Every account needs only one approval.');
  } else if (command === 'approvals' && named !== undefined) {
    const { approvals, needed } = await ask<ApprovalsReport>(`GET /payments/${user}/approvals`);
    for (const approval of approvals) print(formatApproval(approval));
    print(needed === null ? 'One approval is sufficient.' : formatStatus(needed));
  } else throw usageError(positionals, COMMANDS, USAGE);
};

function formatPasskey({ id, name, createdAt, lastUsedAt }: PasskeyReport): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatInstant(lastUsedAt)}`;
  return `${id}  ${name}, added ${formatInstant(createdAt)}, ${used}`;
}

function formatMandate({ number, customerName, mandate }: MandatedAccount): string {
  const tiers = mandate.map(
    ({ fromPence, approvals }) =>
      `    ${String(approvals)} approvals from ${formatAmount(fromPence)}`,
  );
  return [`${number}  ${customerName}`, ...tiers].join('\n');
}

function formatApproval({ userId, decision, at, address, factor }: Approval): string {
  const what = decision === 'approve' ? 'approved' : 'rejected';
  const where = address === null ? '' : ` from ${address}`;
  const how = factor === null ? '' : `, with a ${factor}`;
  return `${userId} ${what} ${formatInstant(at)}${where}${how}`;
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
