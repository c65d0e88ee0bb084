import { describe, expect, it } from 'vitest';
import {
  dateAfter,
  FREQUENCY_PATTERN,
  parseFrequency,
} from '../../../../src/domain/calendar/frequency.ts';
import {
  occurrenceAfter,
  type Occurrence,
  type StandingOrder,
} from '../../../../src/domain/calendar/standing-order.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { addDays } from '../../../../src/shared/time.ts';

/**
 * The days from Good Friday, 3 April, to Easter Monday, 6 April 2026, are closed. Weekends are not.
 */
const EASTER = ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'];

function workingDayAfter(date: string): string {
  const next = addDays(date, 1);
  return EASTER.includes(next) ? workingDayAfter(next) : next;
}

function frequencyOf(text: string) {
  return expectDefined(parseFrequency(text), text);
}

/** Returns the first dates of a frequency after its anchor. */
function datesOf(text: string, anchor: string, count: number): string[] {
  const dates: string[] = [];
  for (let after = anchor; dates.length < count; dates.push(after)) {
    after = dateAfter(frequencyOf(text), anchor, after, workingDayAfter);
  }
  return dates;
}

const ORDER: StandingOrder = {
  frequency: frequencyOf('IntrvlMnthDay:01:15'),
  first: '2026-01-15',
  recurring: null,
  final: null,
  payments: null,
  firstPence: 100,
  recurringPence: 200,
  finalPence: 300,
};

/** Returns at most `atMost` payments of an order, each as its date and amount. */
function paymentsOf(changes: Partial<StandingOrder>, atMost = 20): [string, number][] {
  const order = { ...ORDER, ...changes };
  const found: Occurrence[] = [];
  let next = occurrenceAfter(order, null, workingDayAfter);
  while (next !== null && found.length < atMost) {
    found.push(next);
    next = occurrenceAfter(order, next, workingDayAfter);
  }
  expect(found.map(({ number }) => number)).toEqual(found.map((_, index) => index));
  return found.map(({ date, amountPence }) => [date, amountPence]);
}

describe('a frequency', () => {
  it.each([
    ['EvryDay', { every: 'days', days: 1 }],
    ['EvryWorkgDay', { every: 'working-day' }],
    ['IntrvlDay:15', { every: 'days', days: 15 }],
    ['IntrvlWkDay:02:03', { every: 'weeks', weeks: 2, weekday: 3 }],
    ['WkInMnthDay:02:03', { every: 'week-in-month', week: 2, weekday: 3 }],
    ['IntrvlMnthDay:06:15', { every: 'months', months: 6, day: 15 }],
    ['IntrvlMnthDay:24:-05', { every: 'months', months: 24, day: -5 }],
    ['QtrDay:SCOTTISH', { every: 'quarter', days: ['02-02', '05-15', '08-01', '11-11'] }],
  ])('is parsed from %s', (text, frequency) => {
    expect(parseFrequency(text)).toEqual(frequency);
  });

  it.each([
    '',
    'evryday',
    'EvryDay\n',
    'EvryDay:01',
    'IntrvlDay:01',
    'IntrvlDay:32',
    'IntrvlDay:5',
    'IntrvlWkDay:00:01',
    'IntrvlWkDay:10:01',
    'IntrvlWkDay:01:08',
    'WkInMnthDay:06:01',
    'WkInMnthDay:01:00',
    'IntrvlMnthDay:07:01',
    'IntrvlMnthDay:01:00',
    'IntrvlMnthDay:01:32',
    'IntrvlMnthDay:01:-06',
    'QtrDay:WELSH',
  ])('is not %j', (text) => {
    expect(parseFrequency(text)).toBeUndefined();
  });

  it('has the pattern of the contract', () => {
    expect(FREQUENCY_PATTERN.source).toBe(
      '^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlDay:((0[2-9])|([1-2][0-9])|3[0-1]))$' +
        '|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$' +
        '|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$' +
        '|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$',
    );
  });
});

describe('the dates of a frequency', () => {
  it.each([
    ['EvryDay', '2026-12-31', ['2027-01-01', '2027-01-02']],
    ['EvryWorkgDay', '2026-04-01', ['2026-04-02', '2026-04-07']],
    ['IntrvlDay:15', '2026-12-20', ['2027-01-04', '2027-01-19']],
    ['IntrvlWkDay:01:03', '2026-01-07', ['2026-01-14', '2026-01-21']],
    ['IntrvlWkDay:02:03', '2026-01-07', ['2026-01-21', '2026-02-04']],
    ['WkInMnthDay:02:03', '2026-01-01', ['2026-01-14', '2026-02-11', '2026-03-11']],
    ['IntrvlMnthDay:01:-01', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30']],
    ['IntrvlMnthDay:06:15', '2026-01-15', ['2026-07-15', '2027-01-15']],
    ['QtrDay:ENGLISH', '2026-03-24', ['2026-03-25', '2026-06-24', '2026-09-29', '2026-12-25']],
  ])('of the standard: %s after %s', (text, anchor, dates) => {
    expect(datesOf(text, anchor, dates.length)).toEqual(dates);
  });

  it.each([
    ['ends on a Sunday', 'IntrvlWkDay:02:07', '2026-12-21', ['2026-12-27', '2027-01-10']],
    ['has 53 weeks', 'IntrvlWkDay:09:01', '2026-11-30', ['2027-02-01', '2027-04-05']],
    ['is yet to begin', 'IntrvlWkDay:03:01', '2026-12-30', ['2027-01-18', '2027-02-08']],
  ])('count weeks from the week of the anchor while the year %s', (_, text, anchor, dates) => {
    expect(datesOf(text, anchor, dates.length)).toEqual(dates);
  });

  it.each([
    ['a leap year', 'IntrvlMnthDay:01:31', '2028-01-31', ['2028-02-29', '2028-03-31']],
    ['a common year', 'IntrvlMnthDay:01:30', '2026-01-30', ['2026-02-28', '2026-03-30']],
    ['2100, no leap year', 'IntrvlMnthDay:12:29', '2099-02-28', ['2100-02-28', '2101-02-28']],
    ['short months', 'IntrvlMnthDay:02:31', '2026-02-28', ['2026-04-30', '2026-06-30']],
    ['five days', 'IntrvlMnthDay:01:-05', '2028-02-01', ['2028-02-25', '2028-03-27']],
    ['two years', 'IntrvlMnthDay:24:29', '2026-02-28', ['2028-02-29', '2030-02-28']],
  ])('end months where they end: %s', (_, text, anchor, dates) => {
    expect(datesOf(text, anchor, dates.length)).toEqual(dates);
  });

  it('use the last such weekday of a month without a fifth', () => {
    const mondays = ['2026-01-26', '2026-02-23', '2026-03-30', '2026-04-27'];
    expect(datesOf('WkInMnthDay:05:01', '2026-01-01', 4)).toEqual(mondays);
  });

  it('fall on the Scottish and the received quarter days', () => {
    const scottish = ['2026-05-15', '2026-08-01', '2026-11-11', '2027-02-02'];
    expect(datesOf('QtrDay:SCOTTISH', '2026-02-02', 4)).toEqual(scottish);
    const received = ['2026-03-20', '2026-06-19', '2026-09-24', '2026-12-20'];
    expect(datesOf('QtrDay:RECEIVED', '2026-01-01', 4)).toEqual(received);
  });
});

describe('a standing order', () => {
  it('has no end if none is specified', () => {
    expect(paymentsOf({}, 3)).toEqual([
      ['2026-01-15', 100],
      ['2026-02-15', 200],
      ['2026-03-15', 200],
    ]);
  });

  it('pays first on its first day, independent of its frequency', () => {
    expect(paymentsOf({ first: '2026-01-20' }, 2)).toEqual([
      ['2026-01-20', 100],
      ['2026-02-15', 200],
    ]);
  });

  it('counts its frequency from the first recurring payment if specified', () => {
    const frequency = frequencyOf('IntrvlDay:10');
    expect(paymentsOf({ frequency, recurring: '2026-02-02' }, 4)).toEqual([
      ['2026-01-15', 100],
      ['2026-02-02', 200],
      ['2026-02-12', 200],
      ['2026-02-22', 200],
    ]);
  });

  it('makes the specified number of payments, the last with the final amount', () => {
    expect(paymentsOf({ payments: 3 })).toEqual([
      ['2026-01-15', 100],
      ['2026-02-15', 200],
      ['2026-03-15', 300],
    ]);
    expect(paymentsOf({ payments: 2, recurring: '2026-02-02' })).toEqual([
      ['2026-01-15', 100],
      ['2026-02-02', 300],
    ]);
  });

  it.each(['2026-03-15', '2026-03-01'])('makes its final payment on its final day, %s', (final) => {
    expect(paymentsOf({ final })).toEqual([
      ['2026-01-15', 100],
      ['2026-02-15', 200],
      [final, 300],
    ]);
  });

  it.each(['2026-02-10', '2026-02-01'])(
    'makes the final payment on %s although the first recurring one is on 10 February',
    (final) => {
      expect(paymentsOf({ final, recurring: '2026-02-10' })).toEqual([
        ['2026-01-15', 100],
        [final, 300],
      ]);
    },
  );

  it('with one payment pays the first amount', () => {
    expect(paymentsOf({ payments: 1 })).toEqual([['2026-01-15', 100]]);
    expect(paymentsOf({ final: '2026-01-15' })).toEqual([['2026-01-15', 100]]);
  });

  it.each<[string, Partial<StandingOrder>, [string, number] | undefined]>([
    ['goes on with the next of its days', {}, ['2026-04-15', 200]],
    ['passes its first recurring day over', { recurring: '2026-03-20' }, ['2026-04-15', 200]],
    ['keeps a recurring day ahead', { recurring: '2026-03-21' }, ['2026-03-21', 200]],
    ['keeps a final day ahead', { final: '2026-03-21' }, ['2026-03-21', 300]],
    ['ends when its final day is over', { final: '2026-03-20' }, undefined],
  ])('that begins on 20 March, in the middle, %s', (_, changes, expected) => {
    const previous = { number: 0, date: '2026-03-20' };
    const next = occurrenceAfter({ ...ORDER, ...changes }, previous, workingDayAfter);
    expect(next === null ? undefined : [next.date, next.amountPence]).toEqual(expected);
  });
});
