import type { Frequency } from '../../domain/calendar/frequency.ts';
import type { StandingOrder } from '../../domain/calendar/standing-order.ts';
import { positionInOrder, type Order, type OrderPayment } from '../../domain/execution/order.ts';
import { userText, richText } from '../../domain/messages/rich-text.ts';
import {
  formatCount,
  formatDay,
  formatMoney,
  formatPounds,
  formatScheme,
  lowerFirst,
} from '../../domain/messages/format.ts';
import { expectDefined } from '../../shared/assert.ts';
import { londonDate } from '../../shared/time.ts';
import { payeeLines, referenceLines, ultimateLines } from '../common/review-single.ts';
import { linesOf, type Review, type ReviewContext, type ReviewLine } from '../common/review.ts';

/** Number of payments that the summary lists, starting with the first. */
const FIRST_PAYMENTS = 4;
/**
 * Maximum number of payments for which the summary contains the date of the last one. Computing it
 * takes one step for each payment.
 */
const MAX_COUNTED = 400;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEKS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns the summary of a standing order with its dates, amounts, frequency and end. */
export function reviewStandingOrder(
  order: Order,
  schedule: StandingOrder,
  context: ReviewContext,
): Review {
  const { parties, currency } = order;
  const [first, ...more] = paymentsOf(order, FIRST_PAYMENTS, context);
  const beginning = expectDefined(first, 'the first payment');
  const amount = formatMoney(beginning.amount, currency);
  return {
    kind: 'a standing order',
    headline: richText`${amount} to ${userText(parties.creditorName)}${formatThen(schedule)}`,
    lines: linesOf(
      ...payeeLines(order),
      ...ultimateLines(order),
      ...referenceLines(order),
      { label: 'How often', value: formatFrequency(schedule.frequency) },
      {
        label: 'First payments',
        value: [beginning, ...more].map((payment) => formatPayment(payment, currency)),
      },
      { label: 'How many', value: formatNumber(schedule) },
      lastLine(order, schedule, context),
      {
        label: 'Closed days',
        value: 'A payment for a weekend or a bank holiday is made on the next working day.',
      },
      { label: 'Sent by', value: formatScheme(order.instrument) },
      { label: 'Our charge', value: 'None' },
    ),
    promise: (provider) =>
      richText`we’ll set up the standing order when you return to ${provider}.`,
  };
}

/**
 * Returns a text such as `, then £20.00 every month, on the 15th`. It is empty for a single
 * payment.
 */
function formatThen({ payments, recurringPence, frequency }: StandingOrder): string {
  if (payments === 1) return '';
  return `, then ${formatPounds(recurringPence)} ${lowerFirst(formatFrequency(frequency))}`;
}

/**
 * Returns the first payments of an order. They assume that the TPP submits the order immediately
 * after the approval.
 */
function paymentsOf(
  order: Order,
  limit: number,
  { now, holidays }: ReviewContext,
): readonly OrderPayment[] {
  const today = londonDate(now);
  const payments: OrderPayment[] = [];
  let next = order.nextPayment(null, holidays);
  while (next !== null && payments.length < limit) {
    const position = positionInOrder(next, today);
    // Only the first payment can have a date in the past. It is then made at once.
    payments.push({ ...next, date: position.date < today ? today : position.date });
    next = order.nextPayment(position, holidays);
  }
  return payments;
}

function formatPayment({ date, amount }: OrderPayment, currency: string): string {
  const day = formatDay(expectDefined(date, 'the day of a payment'));
  return `${formatMoney(amount, currency)} on ${day}`;
}

function formatNumber({ payments, final }: StandingOrder): string {
  if (payments !== null) return `${formatCount(payments, 'payment')} in all`;
  return final === null ? 'No end: it goes on until you cancel it' : 'Until the last one';
}

/**
 * Returns the line about the last payment. It contains the date if the order names it or it is
 * quickly computed, otherwise only the amount.
 */
function lastLine(
  order: Order,
  { payments, final, finalPence }: StandingOrder,
  context: ReviewContext,
): ReviewLine | null {
  const label = 'Last payment';
  if (final !== null) {
    return { label, value: `${formatPounds(finalPence)} on ${formatDay(final)}` };
  }
  if (payments === null || payments <= 1) return null;
  if (payments > MAX_COUNTED) return { label, value: formatPounds(finalPence) };
  const last = paymentsOf(order, payments, context).at(-1);
  return { label, value: formatPayment(expectDefined(last, 'the last payment'), order.currency) };
}

/** Returns the frequency of a standing order as text. */
export function formatFrequency(frequency: Frequency): string {
  switch (frequency.every) {
    case 'working-day':
      return 'Every working day';
    case 'days':
      return frequency.days === 1 ? 'Every day' : `Every ${String(frequency.days)} days`;
    case 'weeks': {
      const day = nameAt(WEEKDAYS, frequency.weekday);
      return frequency.weeks === 1
        ? `Every ${day}`
        : `Every ${String(frequency.weeks)} weeks, on ${day}`;
    }
    case 'week-in-month':
      return `The ${nameAt(WEEKS, frequency.week)} ${nameAt(WEEKDAYS, frequency.weekday)} of each month`;
    case 'months':
      return `${formatMonths(frequency.months)}, on ${formatDayOfMonth(frequency.day)}`;
    case 'quarter':
      return 'Every quarter, on the quarter days';
  }
}

function formatMonths(months: number): string {
  if (months === 1) return 'Every month';
  if (months === 12) return 'Every year';
  return months === 24 ? 'Every 2 years' : `Every ${String(months)} months`;
}

function formatDayOfMonth(day: number): string {
  if (day === -1) return 'the last day of the month';
  if (day < 0) return `the ${ordinal(-day)} last day of the month`;
  return `the ${ordinal(day)}`;
}

/** Returns an ordinal number such as `1st`, `2nd`, `3rd` or `11th`. */
function ordinal(number: number): string {
  const isTeen = number > 10 && number < 20;
  const ending = isTeen ? undefined : ['st', 'nd', 'rd'][(number % 10) - 1];
  return `${String(number)}${ending ?? 'th'}`;
}

function nameAt(names: readonly string[], number: number): string {
  return expectDefined(names[number - 1], `name ${String(number)}`);
}
