import { formatPaymentType } from '../../domain/messages/operator-text.ts';
import { accountText, formatPounds, formatSignedPounds } from '../../domain/messages/format.ts';
import type { ApiMonth, GroupFigures } from '../../domain/records/api-figures.ts';
import type {
  LedgerAccountDay,
  LedgerDay,
  LedgerEntry,
  LedgerSchemeDay,
  OpenPence,
} from '../../domain/records/ledger-day.ts';
import { FILE_STATES, type ListedFile } from '../../domain/records/listed-file.ts';
import type { WaitingApproval } from '../../domain/records/waiting-approval.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatInstant, formatLondon, SECOND_MS } from '../../shared/time.ts';

/*
 * The reports of the ledger, of payment files and of approvals for people.
 */

/** Returns the lines about the API in a month: the figures of each day, then the SQL. */
export function formatApiMonth({ days, downtimes, queries }: ApiMonth): readonly string[] {
  const groupOf = ({ requests, meanMs, errorPercent }: GroupFigures): string =>
    meanMs === null
      ? 'none'
      : `${meanMs.toFixed(1)} ms (${String(requests)}, errors ${(errorPercent ?? 0).toFixed(3)} %)`;
  return [
    ...days.map((day) => {
      const { uptimePercent, plannedSeconds, unplannedSeconds, errorPercent, errors, late } = day;
      const uptime = uptimePercent === null ? 'not measured' : `${uptimePercent.toFixed(2)} %`;
      return (
        `${day.day}  uptime ${uptime}, downtime planned ${plannedSeconds.toFixed(1)} s, ` +
        `unplanned ${unplannedSeconds.toFixed(1)} s\n    PISP ${groupOf(day.payments)}, ` +
        `funds ${groupOf(day.funds)}, other ${groupOf(day.other)}, all: errors ${(errorPercent ?? 0).toFixed(3)} % ` +
        `(${String(errors)} of ${String(day.requests)}), after 30 s: ${String(late)}`
      );
    }),
    ...(days.length === 0 ? ['Nothing was measured.'] : []),
    ...downtimes.map(({ start, end, kind }) => {
      return `downtime ${formatInstant(start)}: ${((end - start) / SECOND_MS).toFixed(1)} s, ${kind}`;
    }),
    ...Object.entries(queries).map(([figure, sql]) => `${figure}:\n    ${sql}`),
  ];
}

/** Returns the lines about the ledger of a day. */
export function formatLedger(ledger: LedgerDay): readonly string[] {
  const { day, schemes, others, entries, debitPence, creditPence } = ledger;
  const isBalanced = debitPence === creditPence;
  return [
    `${day}, ${counted(entries, 'entry').replace(/entrys$/, 'entries')}`,
    ...schemes.flatMap(formatSchemeDay),
    ...others.map(formatLedgerAccount),
    `all accounts: debits ${formatPounds(debitPence)}, credits ${formatPounds(creditPence)}, ` +
      (isBalanced ? 'equal' : 'NOT EQUAL'),
  ];
}

function formatSchemeDay(scheme: LedgerSchemeDay): readonly string[] {
  const { clearing, settlement, returnedPence, open, openOfDay, differencePence } = scheme;
  const difference =
    differencePence === 0
      ? []
      : [`    DIFFERENCE of the clearing account: ${formatSignedPounds(differencePence)}`];
  return [
    formatLedgerAccount(clearing),
    `    open of this day: ${formatOpen(openOfDay)}`,
    `    open in total: ${formatOpen(open)}`,
    `    returned: ${formatPounds(returnedPence)}`,
    ...difference,
    formatLedgerAccount(settlement),
  ];
}

function formatLedgerAccount(account: LedgerAccountDay): string {
  const { debitPence, creditPence, balancePence } = account;
  const balance = balancePence === null ? '' : `, balance ${formatSignedPounds(balancePence)}`;
  return (
    `${account.account}: debits ${formatPounds(debitPence)}, ` +
    `credits ${formatPounds(creditPence)}${balance}`
  );
}

function formatOpen(open: OpenPence): string {
  return (
    `not sent ${formatPounds(open.toSendPence)}, not answered ${formatPounds(open.unansweredPence)}, ` +
    `pending ${formatPounds(open.pendingPence)}, in suspense ${formatPounds(open.parkedPence)}`
  );
}

/** Returns the lines about an entry of an account. */
export function formatEntry(entry: LedgerEntry, account: string): string {
  const { at, kind, from, to, amountPence, paymentId, batch, index, messageId } = entry;
  const side = from === account ? 'debit' : 'credit';
  const other =
    from === account ? `to ${printable(accountText(to))}` : `from ${printable(accountText(from))}`;
  const parts = [
    paymentId === null ? null : `payment ${paymentId}`,
    batch === null ? null : `batch ${String(batch)}`,
    index === null ? null : `row ${String(index + 1)}`,
    messageId === null ? null : `message ${messageId}`,
    entry.hasMoreMessages === 1 ? 'and more messages' : null,
  ].filter((part) => part !== null);
  const head = `${formatLondon(at)}  ${side} ${formatPounds(amountPence)} ${other} (${kind})`;
  return [head, ...(parts.length === 0 ? [] : [`    ${parts.join(', ')}`])].join('\n');
}

/** Returns the lines about a payment file. */
export function formatFile(file: ListedFile): string {
  const { id, clientId, createdAt, debtorAccount, state, kind, totalPence, reason } = file;
  const from =
    debtorAccount === null ? 'accounts in the file' : printable(accountText(debtorAccount));
  const status = `${FILE_STATES[state]}${reason === null ? '' : ` (${reason})`}`;
  return [
    `${formatLondon(createdAt)}  ${id}: ${status}`,
    `    ${counted(file.payments, 'payment')}, ${formatPounds(totalPence)}, ${kind}, from ${from}, through ${clientId}`,
    `    ${String(file.paid)} paid, ${String(file.failed)} failed, ${String(file.open)} open`,
  ].join('\n');
}

/** Returns the lines about a payment that waits for approvals. */
export function formatWaiting(waiting: WaitingApproval): string {
  const { id, family, amount, clientId, customerId, approval, approvers, refused } = waiting;
  const approvals = `${String(approval.received)} of ${String(approval.required)} approvals`;
  const who = approvers.length === 0 ? 'nobody' : approvers.map(printable).join(', ');
  return [
    `${id} (${formatPaymentType(family)}) of ${amount}: ${approvals}, until ${formatLondon(approval.approveBy)}`,
    `    customer ${customerId}, through ${clientId}`,
    `    can approve: ${who}`,
    ...refused.map(({ userId, problem }) => `    cannot: ${printable(userId)}. ${problem}`),
    ...(waiting.isBlocked ? ['    BLOCKED: too few users can approve it'] : []),
  ].join('\n');
}
