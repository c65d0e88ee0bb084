import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import {
  DIFFERENCES,
  ENTRY_PROBLEMS,
  type Difference,
  type EntryProblem,
  type StoredStatement,
} from '../../domain/schemes/reconciliation.ts';
import type { ListedTotals } from '../../ops/commands/settlement.ts';
import { formatAmount, type MinorUnits } from '../../shared/money.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';

/*
 * The reports of the settlement accounts for people.
 */

/** Returns the lines about a statement. */
export function formatStatement(statement: StoredStatement): string {
  const { id, exchange, account, currency, sequence, from, to, opening, closing } = statement;
  const lines = [
    `${printable(account)} number ${String(sequence)}: ${printable(id)}`,
    `    received ${formatLondon(statement.receivedAt)} through ${exchange}`,
    `    entries ${String(statement.entries)}, from ${amountOf(opening, currency)} to ` +
      amountOf(closing, currency),
  ];
  if (from !== null && to !== null) lines.push(`    period ${from} to ${to}`);
  const { break: found } = statement;
  if (found !== null) lines.push(`    ${found.toUpperCase()}: ${DIFFERENCES[found]}`);
  return lines.join('\n');
}

/** Returns the lines about a difference. */
export function formatDifference(difference: Difference): string {
  const { name, kind, instrument, account, paymentId, since, currency, detail } = difference;
  const side = ({ credits, minor }: Difference['expected']): string =>
    `${counted(credits, 'credit')}, ${amountOf(minor, currency)}`;
  const lines = [`${name}: ${kind}, since ${formatLondon(since)}`, `    ${DIFFERENCES[kind]}`];
  if (kind !== 'gap' && kind !== 'opening') {
    lines.push(`    expected: ${side(difference.expected)}`);
    lines.push(`    reported: ${side(difference.reported)}`);
  }
  if (instrument !== null) lines.push(`    scheme: ${instrument}`);
  if (account !== null) lines.push(`    account: ${printable(account)}`);
  if (paymentId !== null) lines.push(`    payment: ${paymentId}`);
  if (detail !== null) lines.push(`    ${detailOf(difference, detail)}`);
  return lines.join('\n');
}

function detailOf({ kind }: Difference, detail: string): string {
  if (kind === 'gap' || kind === 'opening') return `statement: ${printable(detail)}`;
  if (kind !== 'unexpected') return `return: ${printable(detail)}`;
  const [problem = '', direction = '', ...reference] = detail.split(' ');
  const meaning = Object.hasOwn(ENTRY_PROBLEMS, problem)
    ? ENTRY_PROBLEMS[problem as EntryProblem]
    : problem;
  return `entry: ${direction} ${printable(reference.join(' '))}. ${meaning}`;
}

/** Returns the lines about the sums of a scheme and a settlement date. */
export function formatTotals(totals: ListedTotals): string {
  const { settlementDate, instrument, currency, messages } = totals;
  const sums = (['handedOver', 'accepted', 'rejected', 'reported', 'resolved'] as const).map(
    (name) => `${NAMES[name]} ${amountOf(totals[name], currency)}`,
  );
  const { accepted, reported, resolved } = totals;
  const rest = accepted - reported - resolved;
  const name = rest > 0 && !totals.isDue ? 'not on the account yet:' : 'DIFFERENCE';
  const end = rest === 0 ? 'equal' : `${name} ${amountOf(rest, currency)}`;
  return (
    `${settlementDate} ${instrument}: ${counted(messages, 'message')}, ${end}\n` +
    `    ${sums.join(', ')}`
  );
}

const NAMES = {
  handedOver: 'written',
  accepted: 'accepted',
  rejected: 'rejected',
  reported: 'on the account',
  resolved: 'resolved',
} as const;

function amountOf(minor: MinorUnits, currency: string): string {
  const sign = minor < 0 ? '-' : '';
  return `${sign}${formatAmount(Math.abs(minor), fractionDigitsOf(currency))} ${currency}`;
}
