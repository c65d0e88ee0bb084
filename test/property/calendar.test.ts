import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHolidays } from '../../src/bank/holidays.ts';
import { isBusinessDay, planExecution } from '../../src/domain/calendar.ts';
import { INSTRUMENTS, type Instrument } from '../../src/domain/payment.ts';
import { everyDay } from '../helpers/bank-holidays.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const CUT_OFF_MS = 16 * HOUR_MS;
/** Days at the end of the list that only moved payments reach. */
const MARGIN_DAYS = 10;

const holidays = createHolidays();
const days = everyDay();
const places = days.map((_, at) => at).slice(0, -MARGIN_DAYS);

/** When London's clocks show 00:00: summer time lasts from one last Sunday, 01:00Z, to another. */
function startOf(place: number): number {
  const date = days[place]?.date ?? '';
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const summerBegins = lastSunday(`${date.slice(0, 4)}-03-31`) + HOUR_MS;
  const summerEnds = lastSunday(`${date.slice(0, 4)}-10-31`) + HOUR_MS;
  const inSummer = midnight >= summerBegins && midnight - HOUR_MS < summerEnds;
  return inSummer ? midnight - HOUR_MS : midnight;
}

function lastSunday(endOfMonth: string): number {
  const day = new Date(`${endOfMonth}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.getTime();
}

/** The day itself when it is open, else the first open one after it. */
function nextOpen(place: number): number {
  let day = place;
  while (days[day]?.isOpen === false) day += 1;
  return day;
}

/** The plan, found by trying one day after the other. Days are places in the list. */
function planByTrying(instrument: Instrument, asked: number | null, today: number, now: number) {
  const isSameDay = asked === null || nextOpen(asked) < today;
  const isAfternoon = now - startOf(today) >= CUT_OFF_MS;
  for (let day = isSameDay ? today : asked; day < days.length; day += 1) {
    const isTaken = (isSameDay && instrument === 'FPS') || days[day]?.isOpen === true;
    if (!isTaken || (instrument === 'CHAPS' && day === today && isAfternoon)) continue;
    return { dueAt: day === today ? now : startOf(day), moved: day !== (asked ?? today) };
  }
  return undefined;
}

function plan(instrument: Instrument, asked: number | null, now: number) {
  const date = asked === null ? null : (days[asked]?.date ?? null);
  return planExecution({ instrument, date, now }, holidays);
}

describe('ten years of days', () => {
  it('are open and closed as proclaimed', () => {
    const wrong = days.filter(({ date, isOpen }) => isBusinessDay(date, holidays) !== isOpen);
    expect(wrong).toEqual([]);
  });

  it.each(INSTRUMENTS)('give every same-day payment by %s the plan of the oracle', (instrument) => {
    for (const today of places) {
      const moments = [
        startOf(today),
        startOf(today) + CUT_OFF_MS - 1,
        startOf(today) + CUT_OFF_MS,
        startOf(today + 1) - 1,
      ];
      for (const now of moments) {
        const found = plan(instrument, null, now);
        expect(found, days[today]?.date).toEqual(planByTrying(instrument, null, today, now));
      }
    }
  });

  it.each(INSTRUMENTS)('give every payment by %s dated on them that plan', (instrument) => {
    const now = startOf(0) + 9 * HOUR_MS;
    for (const asked of places) {
      const found = plan(instrument, asked, now);
      expect(found, days[asked]?.date).toEqual(planByTrying(instrument, asked, 0, now));
    }
  });
});

describe('any payment', () => {
  const anyPayment = fc.record({
    instrument: fc.constantFrom(...INSTRUMENTS),
    today: fc.constantFrom(...places.slice(MARGIN_DAYS, -MARGIN_DAYS)),
    minute: fc.integer({ min: 0, max: 23 * 60 - 1 }),
    ahead: fc.option(fc.integer({ min: -MARGIN_DAYS, max: MARGIN_DAYS })),
  });

  it('gets the plan of the oracle', () => {
    fc.assert(
      fc.property(anyPayment, ({ instrument, today, minute, ahead }) => {
        const now = startOf(today) + minute * MINUTE_MS;
        const asked = ahead === null ? null : today + ahead;
        expect(plan(instrument, asked, now)).toEqual(planByTrying(instrument, asked, today, now));
      }),
      { numRuns: 2000 },
    );
  });

  it('is never due in the past, and never earlier for being submitted later', () => {
    fc.assert(
      fc.property(anyPayment, fc.integer({ min: 0, max: 1440 }), (payment, laterMinutes) => {
        const now = startOf(payment.today) + payment.minute * MINUTE_MS;
        const later = now + laterMinutes * MINUTE_MS;
        const asked = payment.ahead === null ? null : payment.today + payment.ahead;
        const early = plan(payment.instrument, asked, now);
        const late = plan(payment.instrument, asked, later);
        expect(early.dueAt).toBeGreaterThanOrEqual(now);
        expect(late.dueAt).toBeGreaterThanOrEqual(early.dueAt);
      }),
      {
        numRuns: 2000,
        // Dated on a closed day, submitted on the next closed day: once it overtook itself.
        examples: [[{ instrument: 'FPS', today: 481, minute: 721, ahead: 0 }, 719]],
      },
    );
  });
});
