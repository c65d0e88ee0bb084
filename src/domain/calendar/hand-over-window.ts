import {
  addDays,
  londonInstant,
  londonTime,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { Holidays } from '../ports/bank.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';
import { businessDayAfter, nextBusinessDay } from './calendar.ts';

/** The time in which a message is handed over to a scheme. */
export interface HandOverWindow {
  /** The day in London, from which the settlement date of the message is calculated. */
  readonly day: LocalDate;
  /** The message is not handed over before this time. */
  readonly from: Instant;
  /** From this time on, the message is late, because the scheme has closed. */
  readonly by: Instant;
}

/**
 * Returns the window in which a message is handed over that is written at `now`: today if the
 * scheme is open or opens later today, otherwise its next business day (docs/decisions, 128).
 */
export function handOverWindow(
  instrument: Instrument,
  now: Instant,
  holidays: Holidays,
): HandOverWindow {
  const { neverCloses, handOverHours } = SCHEMES[instrument];
  const { opensMinute, closesMinute } = handOverHours ?? { opensMinute: 0, closesMinute: null };
  const { date: today, minuteOfDay } = londonTime(now);
  const open = neverCloses ? today : nextBusinessDay(today, instrument, holidays);
  const hasClosed = open === today && closesMinute !== null && minuteOfDay >= closesMinute;
  const day = hasClosed ? businessDayAfter(today, instrument, holidays) : open;
  return {
    day,
    from: Math.max(now, londonInstant(day, opensMinute)),
    by: closesMinute === null ? londonInstant(addDays(day, 1)) : londonInstant(day, closesMinute),
  };
}
