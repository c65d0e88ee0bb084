import type { FileFacts } from '../../domain/records/payment.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import {
  formatCount,
  lowerFirst,
  formatPounds,
  formatScheme,
} from '../../domain/messages/format.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { LocalDate } from '../../shared/time.ts';
import { dayOfExecution, formatExecution, promiseOf } from '../common/review-when.ts';
import { ultimateLines } from '../common/review-single.ts';
import { linesOf, userTextIf, type Review, type ReviewContext } from '../common/review.ts';

/**
 * Maximum number of payment groups that the summary lists. The summary contains only the number of
 * the others.
 */
const MAX_GROUPS = 12;

/**
 * Returns the summary of a file with the number of payments, the total, the execution dates, and
 * the statement entries.
 */
export function reviewFile(
  reference: string | undefined,
  parties: Parameters<typeof ultimateLines>[0],
  context: ReviewContext,
): Review {
  const file = expectDefined(context.file, 'the file of the consent');
  const payments = formatCount(file.payments, 'payment');
  return {
    kind: 'a payment file',
    headline: `${payments}, ${formatPounds(file.totalPence)} in all`,
    lines: linesOf(
      userTextIf('File reference', reference),
      ...ultimateLines(parties),
      { label: 'Payments', value: payments },
      { label: 'Total', value: formatPounds(file.totalPence) },
      { label: 'When and how', value: formatGroups(file, context) },
      { label: 'On your statement', value: formatStatement(file) },
      { label: 'Our charge', value: 'None' },
    ),
    promise: promiseOfFile(file, context),
  };
}

function formatGroups({ groups }: FileFacts, context: ReviewContext): readonly string[] {
  const listed = groups.slice(0, MAX_GROUPS).map(({ instrument, date, payments, totalPence }) => {
    const what = `${formatCount(payments, 'payment')} by ${formatScheme(instrument)}`;
    const day = formatLeaves(formatExecution(instrument, date, context), date);
    return `${what}, ${formatPounds(totalPence)}: ${day}`;
  });
  const unlisted = groups.length - MAX_GROUPS;
  if (unlisted <= 0) return listed;
  return [...listed, `And ${formatCount(unlisted, 'other group')} of payments.`];
}

function formatLeaves(day: string, date: LocalDate | null): string {
  return date === null ? lowerFirst(day) : day;
}

/**
 * Returns the words after "If you approve, ". They contain the execution date if all groups have
 * the same one. Otherwise they refer to the dates in the lines.
 */
function promiseOfFile({ groups }: FileFacts, context: ReviewContext): Review['promise'] {
  const days = new Set(
    groups.map(({ instrument, date }) => dayOfExecution(instrument, date, context)),
  );
  const [first] = groups;
  if (days.size === 1 && first !== undefined) {
    return promiseOf(first.instrument, first.date, context);
  }
  return (provider) =>
    richText`we’ll take this on when you return to ${provider}, and pay on the days above.`;
}

/**
 * Explains the entries on the account statement without the terms BULK and BATCH (rules, 6.20,
 * 6.21).
 */
function formatStatement(file: FileFacts): readonly RichText[] {
  const { classification, groups, debitReference, payments } = file;
  if (classification.kind === 'BATCH') {
    return [`${formatCount(payments, 'debit')}, one for each payment.`];
  }
  const debits = groups.reduce((count, { debtors }) => count + debtors.length, 0);
  const shown = debitReference === '' ? [] : [richText`It reads “${userText(debitReference)}”.`];
  return debits === 1
    ? [
        `One debit of ${formatPounds(file.totalPence)} for the whole file.`,
        ...shown,
        'A payment that is turned down comes back as a credit of its own.',
      ]
    : [`${formatCount(debits, 'debit')}, one for each account, scheme and day.`, ...shown];
}
