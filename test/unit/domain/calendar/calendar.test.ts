import { describe, expect, it } from 'vitest';
import {
  businessDayAfter,
  expectedTimes,
  isBusinessDay,
  nextBusinessDay,
  nextCutOff,
  planExecution,
  type ExecutionRequest,
} from '../../../../src/domain/calendar/calendar.ts';
import { Bug } from '../../../../src/shared/assert.ts';

const EASTER_2026 = new Set(['2026-04-03', '2026-04-06']);
const holidays = {
  isBankHoliday: (date: string) => EASTER_2026.has(date),
  isTargetHoliday: (date: string) => EASTER_2026.has(date) || date === '2026-05-01',
};

const shown = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');

function plan(instrument: ExecutionRequest['instrument'], date: string | null, at: string) {
  const { dueAt, moved } = planExecution({ instrument, date, now: Date.parse(at) }, holidays);
  return { dueAt: shown(dueAt), moved };
}

describe('business days', () => {
  it('exclude weekends and bank holidays', () => {
    const days = ['2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'];
    expect(days.map((day) => isBusinessDay(day, 'CHAPS', holidays))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are searched from the day itself', () => {
    expect(nextBusinessDay('2026-04-02', 'FPS', holidays)).toBe('2026-04-02');
    expect(nextBusinessDay('2026-04-03', 'FPS', holidays)).toBe('2026-04-07');
  });

  it('are searched from the following day if the day itself has passed', () => {
    expect(businessDayAfter('2026-04-01', 'FPS', holidays)).toBe('2026-04-02');
    expect(businessDayAfter('2026-04-02', 'FPS', holidays)).toBe('2026-04-07');
  });

  it('of the euro must be business days of TARGET too', () => {
    const labourDay = '2026-05-01';
    expect(nextBusinessDay(labourDay, 'SWIFT', holidays)).toBe(labourDay);
    expect(nextBusinessDay(labourDay, 'SEPA', holidays)).toBe('2026-05-04');
    expect(nextBusinessDay(labourDay, 'SameDayEUR', holidays)).toBe('2026-05-04');
  });

  it('that are not found throw instead of searching forever', () => {
    const alwaysClosed = { ...holidays, isBankHoliday: () => true };
    expect(() => nextBusinessDay('2026-04-02', 'FPS', alwaysClosed)).toThrow(Bug);
    expect(() => businessDayAfter('2026-04-02', 'FPS', alwaysClosed)).toThrow(Bug);
  });
});

describe('a same-day payment', () => {
  const onceUponASunday = '2026-04-05T12:00:00Z';
  const onGoodFriday = '2026-04-03T09:00:00Z';

  it('by FPS is executed at once on every day', () => {
    expect(plan('FPS', null, onceUponASunday)).toEqual({ dueAt: onceUponASunday, moved: false });
    expect(plan('FPS', null, onGoodFriday)).toEqual({ dueAt: onGoodFriday, moved: false });
  });

  // London is an hour ahead of UTC in summer: 16:00 there is 15:00Z.
  it.each([
    ['2026-07-01T14:59:59Z', '2026-07-01T14:59:59Z', false],
    ['2026-07-01T15:00:00Z', '2026-07-01T23:00:00Z', true],
    ['2026-01-07T15:59:59Z', '2026-01-07T15:59:59Z', false],
    ['2026-01-07T16:00:00Z', '2026-01-08T00:00:00Z', true],
  ])('by CHAPS at %s is executed at %s', (now, dueAt, moved) => {
    expect(plan('CHAPS', null, now)).toEqual({ dueAt, moved });
  });

  it.each([
    ['SameDayEUR', '2026-01-07T09:59:59Z', '2026-01-07T10:00:00Z'],
    ['SEPA', '2026-01-07T12:59:59Z', '2026-01-07T13:00:00Z'],
    ['SWIFT', '2026-01-07T13:59:59Z', '2026-01-07T14:00:00Z'],
  ] as const)(
    'by %s is executed at %s, but at %s waits for the next day',
    (instrument, early, late) => {
      expect(plan(instrument, null, early)).toEqual({ dueAt: early, moved: false });
      expect(plan(instrument, null, late)).toEqual({ dueAt: '2026-01-08T00:00:00Z', moved: true });
    },
  );

  it('by CHAPS after the cut-off before Easter waits for the Tuesday after it', () => {
    const tuesday = { dueAt: '2026-04-06T23:00:00Z', moved: true };
    expect(plan('CHAPS', null, '2026-04-02T15:00:00Z')).toEqual(tuesday);
    expect(plan('CHAPS', null, onGoodFriday)).toEqual(tuesday);
  });

  it('by Bacs has no cut-off, but waits for a business day', () => {
    const lateInTheDay = '2026-04-02T20:00:00Z';
    expect(plan('BACS', null, lateInTheDay)).toEqual({ dueAt: lateInTheDay, moved: false });
    expect(plan('BACS', null, onGoodFriday)).toEqual({
      dueAt: '2026-04-06T23:00:00Z',
      moved: true,
    });
  });
});

describe('a future-dated payment', () => {
  const inMarch = '2026-03-02T10:00:00Z';

  it.each(['FPS', 'CHAPS', 'BACS'] as const)(
    'by %s is executed when its day begins',
    (instrument) => {
      expect(plan(instrument, '2026-03-10', inMarch)).toEqual({
        dueAt: '2026-03-10T00:00:00Z',
        moved: false,
      });
      expect(plan(instrument, '2026-07-01', inMarch)).toEqual({
        dueAt: '2026-06-30T23:00:00Z',
        moved: false,
      });
    },
  );

  it.each(['FPS', 'CHAPS', 'BACS'] as const)('by %s is moved from a closed day', (instrument) => {
    expect(plan(instrument, '2026-04-03', inMarch)).toEqual({
      dueAt: '2026-04-06T23:00:00Z',
      moved: true,
    });
  });

  it('is executed at once if submitted on its day, by CHAPS before the cut-off', () => {
    expect(plan('BACS', '2026-03-02', inMarch)).toEqual({ dueAt: inMarch, moved: false });
    expect(plan('CHAPS', '2026-03-02', inMarch)).toEqual({ dueAt: inMarch, moved: false });
    expect(plan('CHAPS', '2026-03-02', '2026-03-02T16:00:00Z')).toEqual({
      dueAt: '2026-03-03T00:00:00Z',
      moved: true,
    });
  });

  it('is moved from a closed day also if submitted on that day', () => {
    expect(plan('FPS', '2026-04-03', '2026-04-03T10:00:00Z')).toEqual({
      dueAt: '2026-04-06T23:00:00Z',
      moved: true,
    });
  });

  it('with a past day is executed like a same-day payment, and moved', () => {
    const saturday = '2026-03-07T10:00:00Z';
    expect(plan('FPS', '2026-03-06', saturday)).toEqual({ dueAt: saturday, moved: true });
    expect(plan('BACS', '2026-03-06', saturday)).toEqual({
      dueAt: '2026-03-09T00:00:00Z',
      moved: true,
    });
    expect(plan('CHAPS', '2026-02-27', inMarch)).toEqual({ dueAt: inMarch, moved: true });
  });

  it('uses the day in London, not the day in UTC', () => {
    const afterMidnight = '2026-06-09T23:30:00Z';
    expect(plan('FPS', '2026-06-10', afterMidnight)).toEqual({
      dueAt: afterMidnight,
      moved: false,
    });
  });
});

describe('the expected times of a payment', () => {
  function expected(instrument: ExecutionRequest['instrument'], date: string | null, at: string) {
    const times = expectedTimes({ instrument, date, now: Date.parse(at) }, holidays);
    return Object.values(times).map((time: number | null) => (time === null ? null : shown(time)));
  }

  // A Wednesday. The day after tomorrow is a Friday.
  const atNine = '2026-01-07T09:00:00Z';

  it.each([
    ['FPS', null, atNine],
    ['CHAPS', '2026-01-07T16:00:00Z', atNine],
    ['SameDayEUR', '2026-01-07T10:00:00Z', atNine],
    ['SEPA', '2026-01-07T13:00:00Z', '2026-01-08T00:00:00Z'],
    ['SWIFT', '2026-01-07T14:00:00Z', '2026-01-09T00:00:00Z'],
    ['BACS', null, '2026-01-09T00:00:00Z'],
  ] as const)(
    'by %s have the cut-off %s and settlement at %s',
    (instrument, cutOffAt, settlementAt) => {
      expect(expected(instrument, null, atNine)).toEqual([cutOffAt, atNine, settlementAt]);
    },
  );

  it('after the cut-off are the next day and its cut-off', () => {
    expect(expected('SWIFT', null, '2026-01-07T14:00:00Z')).toEqual([
      '2026-01-08T14:00:00Z',
      '2026-01-08T00:00:00Z',
      '2026-01-12T00:00:00Z',
    ]);
  });

  it('on the last winter Friday are in summer time on the Monday after it', () => {
    expect(expected('SEPA', null, '2026-03-27T13:00:00Z')).toEqual([
      '2026-03-30T12:00:00Z',
      '2026-03-29T23:00:00Z',
      '2026-03-30T23:00:00Z',
    ]);
  });

  it('count business days of its scheme', () => {
    const onThursday = '2026-04-30T08:00:00Z';
    expect(expected('SEPA', null, onThursday)[2]).toBe('2026-05-03T23:00:00Z');
    expect(expected('BACS', null, onThursday)[2]).toBe('2026-05-03T23:00:00Z');
    expect(expected('BACS', null, '2026-04-01T08:00:00Z')[2]).toBe('2026-04-06T23:00:00Z');
  });

  it('with a future date are the start and the cut-off of its day', () => {
    expect(expected('CHAPS', '2026-07-04', atNine)).toEqual([
      '2026-07-06T15:00:00Z',
      '2026-07-05T23:00:00Z',
      '2026-07-05T23:00:00Z',
    ]);
  });

  it('by FPS on a Sunday are all at once', () => {
    const onASunday = '2026-04-05T12:00:00Z';
    expect(expected('FPS', null, onASunday)).toEqual([null, onASunday, onASunday]);
  });
});

describe('the next cut-off', () => {
  const next = (instrument: ExecutionRequest['instrument'], at: string) => {
    const found = nextCutOff(instrument, Date.parse(at), holidays);
    return found === null ? null : shown(found);
  };

  it('is today until its minute, and then on the next business day, in London', () => {
    expect(next('CHAPS', '2026-04-02T14:59:59Z')).toBe('2026-04-02T15:00:00Z');
    expect(next('CHAPS', '2026-04-02T15:00:00Z')).toBe('2026-04-07T15:00:00Z');
    expect(next('SEPA', '2026-05-01T08:00:00Z')).toBe('2026-05-04T12:00:00Z');
  });

  it('is the end of the submission window of Bacs, and none for FPS', () => {
    expect(next('BACS', '2026-04-04T12:00:00Z')).toBe('2026-04-07T21:30:00Z');
    expect(next('FPS', '2026-04-04T12:00:00Z')).toBeNull();
  });
});
