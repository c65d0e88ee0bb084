import { describe, expect, it } from 'vitest';
import {
  businessDayAfter,
  expectedTimes,
  isBusinessDay,
  nextBusinessDay,
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
  it('are neither weekend nor bank holiday', () => {
    const days = ['2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'];
    expect(days.map((day) => isBusinessDay(day, 'CHAPS', holidays))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are looked for from the day itself on', () => {
    expect(nextBusinessDay('2026-04-02', 'FPS', holidays)).toBe('2026-04-02');
    expect(nextBusinessDay('2026-04-03', 'FPS', holidays)).toBe('2026-04-07');
  });

  it('are looked for from the day after on, where the day itself is over', () => {
    expect(businessDayAfter('2026-04-01', 'FPS', holidays)).toBe('2026-04-02');
    expect(businessDayAfter('2026-04-02', 'FPS', holidays)).toBe('2026-04-07');
  });

  it('of the euro are those of TARGET as well', () => {
    const labourDay = '2026-05-01';
    expect(nextBusinessDay(labourDay, 'SWIFT', holidays)).toBe(labourDay);
    expect(nextBusinessDay(labourDay, 'SEPA', holidays)).toBe('2026-05-04');
    expect(nextBusinessDay(labourDay, 'SameDayEUR', holidays)).toBe('2026-05-04');
  });

  it('that never come are a bug, not an endless search', () => {
    const alwaysClosed = { ...holidays, isBankHoliday: () => true };
    expect(() => nextBusinessDay('2026-04-02', 'FPS', alwaysClosed)).toThrow(Bug);
    expect(() => businessDayAfter('2026-04-02', 'FPS', alwaysClosed)).toThrow(Bug);
  });
});

describe('a same-day payment', () => {
  const onceUponASunday = '2026-04-05T12:00:00Z';
  const onGoodFriday = '2026-04-03T09:00:00Z';

  it('by FPS goes at once on every day', () => {
    expect(plan('FPS', null, onceUponASunday)).toEqual({ dueAt: onceUponASunday, moved: false });
    expect(plan('FPS', null, onGoodFriday)).toEqual({ dueAt: onGoodFriday, moved: false });
  });

  // London is an hour ahead of UTC in summer: 16:00 there is 15:00Z.
  it.each([
    ['2026-07-01T14:59:59Z', '2026-07-01T14:59:59Z', false],
    ['2026-07-01T15:00:00Z', '2026-07-01T23:00:00Z', true],
    ['2026-01-07T15:59:59Z', '2026-01-07T15:59:59Z', false],
    ['2026-01-07T16:00:00Z', '2026-01-08T00:00:00Z', true],
  ])('by CHAPS at %s goes at %s', (now, dueAt, moved) => {
    expect(plan('CHAPS', null, now)).toEqual({ dueAt, moved });
  });

  it.each([
    ['SameDayEUR', '2026-01-07T09:59:59Z', '2026-01-07T10:00:00Z'],
    ['SEPA', '2026-01-07T12:59:59Z', '2026-01-07T13:00:00Z'],
    ['SWIFT', '2026-01-07T13:59:59Z', '2026-01-07T14:00:00Z'],
  ] as const)('by %s goes at %s, but at %s waits for the next day', (instrument, early, late) => {
    expect(plan(instrument, null, early)).toEqual({ dueAt: early, moved: false });
    expect(plan(instrument, null, late)).toEqual({ dueAt: '2026-01-08T00:00:00Z', moved: true });
  });

  it('by CHAPS after the cut-off before Easter waits for the Tuesday after it', () => {
    const tuesday = { dueAt: '2026-04-06T23:00:00Z', moved: true };
    expect(plan('CHAPS', null, '2026-04-02T15:00:00Z')).toEqual(tuesday);
    expect(plan('CHAPS', null, onGoodFriday)).toEqual(tuesday);
  });

  it('by BACS has no cut-off, but waits for a business day', () => {
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

  it.each(['FPS', 'CHAPS', 'BACS'] as const)('by %s goes when its day begins', (instrument) => {
    expect(plan(instrument, '2026-03-10', inMarch)).toEqual({
      dueAt: '2026-03-10T00:00:00Z',
      moved: false,
    });
    expect(plan(instrument, '2026-07-01', inMarch)).toEqual({
      dueAt: '2026-06-30T23:00:00Z',
      moved: false,
    });
  });

  it.each(['FPS', 'CHAPS', 'BACS'] as const)('by %s leaves a closed day', (instrument) => {
    expect(plan(instrument, '2026-04-03', inMarch)).toEqual({
      dueAt: '2026-04-06T23:00:00Z',
      moved: true,
    });
  });

  it('goes at once when it is submitted on its day, by CHAPS before the cut-off', () => {
    expect(plan('BACS', '2026-03-02', inMarch)).toEqual({ dueAt: inMarch, moved: false });
    expect(plan('CHAPS', '2026-03-02', inMarch)).toEqual({ dueAt: inMarch, moved: false });
    expect(plan('CHAPS', '2026-03-02', '2026-03-02T16:00:00Z')).toEqual({
      dueAt: '2026-03-03T00:00:00Z',
      moved: true,
    });
  });

  it('whose closed day has come is moved as it would have been before', () => {
    expect(plan('FPS', '2026-04-03', '2026-04-03T10:00:00Z')).toEqual({
      dueAt: '2026-04-06T23:00:00Z',
      moved: true,
    });
  });

  it('whose day is over goes as a same-day payment, moved', () => {
    const saturday = '2026-03-07T10:00:00Z';
    expect(plan('FPS', '2026-03-06', saturday)).toEqual({ dueAt: saturday, moved: true });
    expect(plan('BACS', '2026-03-06', saturday)).toEqual({
      dueAt: '2026-03-09T00:00:00Z',
      moved: true,
    });
    expect(plan('CHAPS', '2026-02-27', inMarch)).toEqual({ dueAt: inMarch, moved: true });
  });

  it('goes by the day in London, not by the day in UTC', () => {
    const afterMidnight = '2026-06-09T23:30:00Z';
    expect(plan('FPS', '2026-06-10', afterMidnight)).toEqual({
      dueAt: afterMidnight,
      moved: false,
    });
  });
});

describe('what to expect of a payment', () => {
  function expected(instrument: ExecutionRequest['instrument'], date: string | null, at: string) {
    const times = expectedTimes({ instrument, date, now: Date.parse(at) }, holidays);
    return Object.values(times).map((time: number | null) => (time === null ? null : shown(time)));
  }

  // A Wednesday; its day after the next is a Friday.
  const atNine = '2026-01-07T09:00:00Z';

  it.each([
    ['FPS', null, atNine],
    ['CHAPS', '2026-01-07T16:00:00Z', atNine],
    ['SameDayEUR', '2026-01-07T10:00:00Z', atNine],
    ['SEPA', '2026-01-07T13:00:00Z', '2026-01-08T00:00:00Z'],
    ['SWIFT', '2026-01-07T14:00:00Z', '2026-01-09T00:00:00Z'],
    ['BACS', null, '2026-01-09T00:00:00Z'],
  ] as const)(
    'by %s has the cut-off %s and settles at %s',
    (instrument, cutOffAt, settlementAt) => {
      expect(expected(instrument, null, atNine)).toEqual([cutOffAt, atNine, settlementAt]);
    },
  );

  it('after the cut-off is the next day and the cut-off of that day', () => {
    expect(expected('SWIFT', null, '2026-01-07T14:00:00Z')).toEqual([
      '2026-01-08T14:00:00Z',
      '2026-01-08T00:00:00Z',
      '2026-01-12T00:00:00Z',
    ]);
  });

  it('on the last winter Friday is in the summer time of the Monday after it', () => {
    expect(expected('SEPA', null, '2026-03-27T13:00:00Z')).toEqual([
      '2026-03-30T12:00:00Z',
      '2026-03-29T23:00:00Z',
      '2026-03-30T23:00:00Z',
    ]);
  });

  it('counts the days on which its own scheme works', () => {
    const onThursday = '2026-04-30T08:00:00Z';
    expect(expected('SEPA', null, onThursday)[2]).toBe('2026-05-03T23:00:00Z');
    expect(expected('BACS', null, onThursday)[2]).toBe('2026-05-03T23:00:00Z');
    expect(expected('BACS', null, '2026-04-01T08:00:00Z')[2]).toBe('2026-04-06T23:00:00Z');
  });

  it('dated ahead is the start and the cut-off of its day', () => {
    expect(expected('CHAPS', '2026-07-04', atNine)).toEqual([
      '2026-07-06T15:00:00Z',
      '2026-07-05T23:00:00Z',
      '2026-07-05T23:00:00Z',
    ]);
  });

  it('by FPS on a Sunday is settled there and then', () => {
    const onASunday = '2026-04-05T12:00:00Z';
    expect(expected('FPS', null, onASunday)).toEqual([null, onASunday, onASunday]);
  });
});
