import { accountText, formatMoney, formatScheme } from '../../domain/messages/format.ts';
import {
  DAMAGED_SEARCH,
  type FoundByOperator,
  type MatchedPayment,
} from '../../domain/records/operator-search.ts';
import type { RebuiltIndex } from '../../ops/commands/payments.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { request } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Finds payments of the running service. */
export async function find(
  context: CliContext,
  text: string,
  { limit, ...days }: { from?: string; to?: string; limit?: string },
): Promise<FoundByOperator> {
  const body = { text, ...days, ...(limit !== undefined && { limit: Number(limit) }) };
  const check = 'npx pisctl find <text>';
  const found = await request<FoundByOperator>(context, 'POST /payments/find', check, body);
  for (const payment of found.payments) context.print(formatPayment(payment));
  context.print(summaryOf(found));
  return found;
}

/** Removes the search index, so that the running service builds it again. */
export async function rebuild(context: CliContext): Promise<RebuiltIndex> {
  const check = 'npx pisctl find <text>';
  const result = await request<RebuiltIndex>(context, 'POST /search/rebuild', check);
  context.print(
    `${counted(result.removed, 'segment')} removed. The service builds the index again. Until then, ` +
      'a search does not find all payments and says so.',
  );
  return result;
}

/** Returns the lines about a payment. */
function formatPayment(payment: MatchedPayment): string {
  const { paymentId, consentId, row, amount, at, status, instrument, debtorAccount } = payment;
  const sum = amount === null ? '' : ` ${formatMoney(amount.minor, amount.currency)}`;
  const lines = [
    [`${formatLondon(at)} ${sum} ${payeeOf(payment)}: ${status}`],
    [
      `payment ${paymentId ?? 'not submitted'}`,
      `consent ${consentId}`,
      row === null ? null : `row ${String(row)} of its file`,
    ],
    [
      textOf('reference', payment.reference),
      textOf('end-to-end id', payment.endToEndIdentification),
      textOf('instruction id', payment.instructionIdentification),
    ],
    [
      instrument === null ? null : `by ${formatScheme(instrument)}`,
      debtorAccount === null ? null : `from ${printable(accountText(debtorAccount))}`,
      `through ${payment.clientId}`,
    ],
  ];
  const texts = lines.map((parts) => parts.filter((part) => part !== null).join(', '));
  return texts.filter((text) => text !== '').join('\n    ');
}

function payeeOf({
  creditorName,
  creditorAccount,
  payments,
  paymentTypeText,
}: MatchedPayment): string {
  if (creditorName === null) return `${paymentTypeText}, ${counted(payments, 'payment')}`;
  return `to ${printable(creditorName)}, ${printable(accountText(creditorAccount ?? ''))}`;
}

function textOf(name: string, text: string | null): string | null {
  return text === null ? null : `${name} "${printable(text)}"`;
}

function summaryOf(found: FoundByOperator): string {
  const { payments, isComplete, isDamaged, indexedTo, notIndexed } = found;
  const count = payments.length === 0 ? 'No payment found.' : `${String(payments.length)} found.`;
  if (isComplete) return count;
  if (isDamaged) return `${count} ${DAMAGED_SEARCH}`;
  const upTo = indexedTo === null ? 'is empty' : `ends at ${formatLondon(indexedTo)}`;
  const missing = `The search index ${upTo}. Audit entries that it lacks: ${notIndexed.toLocaleString('en-GB')}.`;
  return `${count} There may be more: narrow the days, or raise --limit. ${missing}`;
}
