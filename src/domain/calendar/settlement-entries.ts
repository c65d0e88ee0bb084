import type { Holidays } from '../ports/bank.ts';
import { INSTRUMENTS, type Instrument } from '../schemes/schemes.ts';
import { addDays, londonDate, type Days, type Instant, type LocalDate } from '../../shared/time.ts';
import { businessDayAfter } from './calendar.ts';

/**
 * Number of business days of the scheme after the settlement date in which the settlement account
 * must show the entry. The statement of a day arrives on the next business day. The date in a Bacs
 * submission is the processing day, and Bacs settles one business day later.
 */
const ENTRY_DAYS: Readonly<Record<Instrument, Days>> = {
  FPS: 1,
  SWIFT: 1,
  SEPA: 1,
  SameDayEUR: 1,
  CHAPS: 1,
  BACS: 2,
};

/** The latest settlement date of each scheme whose entries are missing if there are none. */
export type OverdueDates = Readonly<Record<Instrument, LocalDate>>;

/** Returns the latest settlement date of each scheme for which the time for entries has ended. */
export function overdueDates(now: Instant, holidays: Holidays): OverdueDates {
  const today = londonDate(now);
  const dates = INSTRUMENTS.map((instrument) => {
    let date = addDays(today, -1);
    while (lastDayFor(date, instrument, holidays) >= today) date = addDays(date, -1);
    return [instrument, date] as const;
  });
  return Object.fromEntries(dates) as OverdueDates;
}

/** Returns the last day on which the entries of a settlement date may arrive. */
function lastDayFor(date: LocalDate, instrument: Instrument, holidays: Holidays): LocalDate {
  let day = date;
  for (let passed = 0; passed < ENTRY_DAYS[instrument]; passed += 1) {
    day = businessDayAfter(day, instrument, holidays);
  }
  return day;
}
