import { expectedTimes } from '../../domain/calendar/calendar.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { richText } from '../../domain/messages/rich-text.ts';
import { formatDay, dayOfInstant, formatTime } from '../../domain/messages/format.ts';
import { londonDate, type LocalDate } from '../../shared/time.ts';
import { linesOf, type Review, type ReviewContext, type ReviewLine } from './review.ts';

/**
 * Returns the lines of the summary with the dates of execution and settlement (rules, 11.8). They
 * assume that the TPP submits the payment immediately after the approval.
 *
 * @param date the requested execution date, or null: at once
 */
export function whenLines(
  instrument: Instrument,
  date: LocalDate | null,
  context: ReviewContext,
): readonly ReviewLine[] {
  const { now, holidays } = context;
  const { executionAt, settlementAt } = expectedTimes({ instrument, date, now }, holidays);
  const leaves = londonDate(executionAt);
  const arrives = londonDate(settlementAt);
  return linesOf(
    { label: 'Leaves your account', value: formatExecution(instrument, date, context) },
    arrives === leaves ? null : { label: 'Arrives', value: `${formatDay(arrives)}, as expected` },
  );
}

/** Returns the expected execution date as text. */
export function dayOfExecution(
  instrument: Instrument,
  date: LocalDate | null,
  { now, holidays }: ReviewContext,
): string {
  return dayOfInstant(expectedTimes({ instrument, date, now }, holidays).executionAt);
}

/**
 * Returns a text about the next step of the bank after the approval. It pays when the customer
 * returns to the provider, or later.
 */
export function promiseOf(
  instrument: Instrument,
  date: LocalDate | null,
  context: ReviewContext,
): Review['promise'] {
  const { executionAt } = expectedTimes({ instrument, date, now: context.now }, context.holidays);
  if (londonDate(executionAt) === londonDate(context.now)) {
    return (provider) => richText`we’ll pay when you return to ${provider}.`;
  }
  const day = dayOfInstant(executionAt);
  return (provider) =>
    richText`we’ll take this on when you return to ${provider}, and pay on ${day}.`;
}

/**
 * Returns the expected execution date as text. If it is not the requested date, the text contains
 * the reason.
 */
export function formatExecution(
  instrument: Instrument,
  date: LocalDate | null,
  { now, holidays }: ReviewContext,
): string {
  const { executionAt, cutOffAt } = expectedTimes({ instrument, date, now }, holidays);
  const today = londonDate(now);
  const day = londonDate(executionAt);
  const inWords = dayOfInstant(executionAt);
  if (day === today) {
    if (cutOffAt === null) return `Today, ${inWords}, at once`;
    return `Today, ${inWords}, if it reaches us before ${formatTime(cutOffAt)}`;
  }
  const requested = date ?? today;
  if (day === requested) return inWords;
  return `${inWords}, the next day on which we can make it`;
}
