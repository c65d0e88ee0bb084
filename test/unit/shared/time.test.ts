import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  formatInstant,
  formatLondon,
  londonDate,
  londonInstant,
  londonTime,
  parseInstant,
} from '../../../src/shared/time.ts';

function minuteOf(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

function inLondon(text: string) {
  return londonTime(Date.parse(text));
}

test.each([
  ['2026-12-01T09:00:05.678Z', '2026-12-01 09:00:05 GMT'],
  ['2026-07-01T23:30:00Z', '2026-07-02 00:30:00 BST'],
  ['2026-10-25T00:59:59Z', '2026-10-25 01:59:59 BST'],
  ['2026-10-25T01:00:00Z', '2026-10-25 01:00:00 GMT'],
])('formatLondon formats %s as %s', (instant, text) => {
  expect(formatLondon(Date.parse(instant))).toBe(text);
});

test('formatInstant formats an instant correctly after any other', () => {
  const formatted = [0, 1, 1, 0, -1].map(formatInstant);
  const [first, second] = ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z'];
  expect(formatted).toEqual([first, second, second, first, '1969-12-31T23:59:59.999Z']);
  expect(() => formatInstant(NaN)).toThrow(RangeError);
});

describe('a date-time', () => {
  it.each([
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00+00:00', '2026-12-01T09:00:00.000Z'],
    ['2026-07-01T00:30:00.123456789+01:00', '2026-06-30T23:30:00.123Z'],
    ['2024-02-29T23:59:59-14:00', '2024-03-01T13:59:59.000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is parsed as %s', (text, utc) => {
    const instant = parseInstant(text);
    expect(instant === undefined ? undefined : formatInstant(instant)).toBe(utc);
  });

  it.each([
    '2026-12-01',
    '2026-12-01T09:00:00',
    '2026-12-01T09:00Z',
    '2026-12-01 09:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T09:60:00Z',
    '2026-12-01T09:00:60Z',
    '1899-12-31T23:59:59Z',
    '1900-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-12-01T09:00:00+15:00',
    '2026-12-01T09:00:00+01:60',
    '2026-12-01T09:00:00+0100',
    '+002026-12-01T09:00:00Z',
    'Tue, 01 Dec 2026 09:00:00 GMT',
    '',
  ])('%j is rejected', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('the clock in London', () => {
  it('is one hour ahead in summer, so the day begins earlier', () => {
    expect(inLondon('2026-06-30T22:59:59Z')).toEqual({
      date: '2026-06-30',
      minuteOfDay: minuteOf(23, 59),
    });
    expect(inLondon('2026-06-30T23:00:00Z')).toEqual({ date: '2026-07-01', minuteOfDay: 0 });
    expect(londonDate(Date.parse('2026-12-31T23:59:59Z'))).toBe('2026-12-31');
  });

  it('skips an hour in March', () => {
    const before = inLondon('2026-03-29T00:59:59Z');
    const after = inLondon('2026-03-29T01:00:00Z');
    expect(before).toEqual({ date: '2026-03-29', minuteOfDay: minuteOf(0, 59) });
    expect(after).toEqual({ date: '2026-03-29', minuteOfDay: minuteOf(2) });
  });

  it('repeats an hour in October', () => {
    const first = inLondon('2026-10-25T00:30:00Z');
    const second = inLondon('2026-10-25T01:30:00Z');
    expect(first).toEqual({ date: '2026-10-25', minuteOfDay: minuteOf(1, 30) });
    expect(second).toEqual(first);
  });

  it.each([
    ['2026-03-28', 0, '2026-03-28T00:00:00.000Z'],
    ['2026-03-29', 0, '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', minuteOf(2), '2026-03-29T01:00:00.000Z'],
    ['2026-03-30', 0, '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', 0, '2026-10-24T23:00:00.000Z'],
    ['2026-10-25', minuteOf(2), '2026-10-25T02:00:00.000Z'],
    ['2026-10-26', 0, '2026-10-26T00:00:00.000Z'],
    ['2026-07-01', minuteOf(16), '2026-07-01T15:00:00.000Z'],
  ])('shows %s and minute %i at %s', (date, minute, instant) => {
    expect(formatInstant(londonInstant(date, minute))).toBe(instant);
  });

  it('maps a repeated local time to the earlier instant', () => {
    const instant = londonInstant('2026-10-25', minuteOf(1, 30));
    expect(formatInstant(instant)).toBe('2026-10-25T00:30:00.000Z');
  });
});

describe('addDays', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-03-28', 0, '2026-03-28'],
  ])('for %s and %i days returns %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });
});
