import type { FileFacts } from '../../domain/records/payment.ts';
import { theirs, worded, type Words } from '../../domain/messages/rich-text.ts';
import {
  countInWords,
  goingOn,
  poundsInWords,
  schemeInWords,
} from '../../domain/messages/format.ts';
import { present } from '../../shared/assert.ts';
import type { LocalDate } from '../../shared/time.ts';
import { dayOfExecution, executionInWords, promiseOf } from '../common/review-when.ts';
import { linesOf, theirsIf, type Review, type ReviewContext } from '../common/review.ts';

/** Groups that are told one by one; the rest is counted. */
const MAX_GROUPS = 12;

/** A file of payments: what it comes to, when it is paid, and what the statement will show. */
export function reviewFile(reference: string | undefined, context: ReviewContext): Review {
  const file = present(context.file, 'the file of the consent');
  const payments = countInWords(file.payments, 'payment');
  return {
    kind: 'a payment file',
    headline: `${payments}, ${poundsInWords(file.totalPence)} in all`,
    lines: linesOf(
      theirsIf('File reference', reference),
      { label: 'Payments', value: payments },
      { label: 'Total', value: poundsInWords(file.totalPence) },
      { label: 'When and how', value: groupsInWords(file, context) },
      { label: 'On your statement', value: statementInWords(file) },
      { label: 'Our charge', value: 'None' },
    ),
    promise: promiseOfFile(file, context),
  };
}

function groupsInWords({ groups }: FileFacts, context: ReviewContext): readonly string[] {
  const told = groups.slice(0, MAX_GROUPS).map(({ instrument, date, payments, totalPence }) => {
    const what = `${countInWords(payments, 'payment')} by ${schemeInWords(instrument)}`;
    const day = leavesInWords(executionInWords(instrument, date, context), date);
    return `${what}, ${poundsInWords(totalPence)}: ${day}`;
  });
  const left = groups.length - MAX_GROUPS;
  return left > 0 ? [...told, `And ${countInWords(left, 'other group')} of payments.`] : told;
}

function leavesInWords(day: string, date: LocalDate | null): string {
  return date === null ? goingOn(day) : day;
}

/** What is promised of every group, where that is the same; otherwise the lines tell each day. */
function promiseOfFile({ groups }: FileFacts, context: ReviewContext): Review['promise'] {
  const days = new Set(
    groups.map(({ instrument, date }) => dayOfExecution(instrument, date, context)),
  );
  const [first] = groups;
  if (days.size === 1 && first !== undefined) {
    return promiseOf(first.instrument, first.date, context);
  }
  return (provider) =>
    worded`we’ll take this on when you return to ${provider}, and pay on the days above.`;
}

/** What BULK and BATCH mean for the customer, who need not know the words (rules, 6.20, 6.21). */
function statementInWords(file: FileFacts): readonly Words[] {
  const { classification, groups, debitReference, payments } = file;
  if (classification.kind === 'BATCH') {
    return [`${countInWords(payments, 'debit')}, one for each payment.`];
  }
  const debits = groups.reduce((count, { debtors }) => count + debtors.length, 0);
  const shown = debitReference === '' ? [] : [worded`It reads “${theirs(debitReference)}”.`];
  return debits === 1
    ? [
        `One debit of ${poundsInWords(file.totalPence)} for the whole file.`,
        ...shown,
        'A payment that is turned down comes back as a credit of its own.',
      ]
    : [`${countInWords(debits, 'debit')}, one for each account, scheme and day.`, ...shown];
}
