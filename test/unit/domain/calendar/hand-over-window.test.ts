import { expect, it } from 'vitest';
import { handOverWindow } from '../../../../src/domain/calendar/hand-over-window.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';

const EASTER_2026 = new Set(['2026-04-03', '2026-04-06']);
const holidays = {
  isBankHoliday: (date: string) => EASTER_2026.has(date),
  isTargetHoliday: (date: string) => EASTER_2026.has(date) || date === '2026-05-01',
};

const shown = (instant: number) => new Date(instant).toISOString().replace(':00.000Z', 'Z');

/** Returns the window of a message that is written at a time in UTC. */
function windowAt(instrument: Instrument, at: string): readonly string[] {
  const { day, from, by } = handOverWindow(instrument, Date.parse(at), holidays);
  return [day, shown(from), shown(by)];
}

// 2 March 2026 is a Monday in winter, 30 March one in summer. Easter is 3 to 6 April.
it.each<[Instrument, string, readonly string[]]>([
  ['CHAPS', '2026-03-02T00:00:00Z', ['2026-03-02', '2026-03-02T06:00Z', '2026-03-02T17:40Z']],
  ['CHAPS', '2026-03-02T10:00:00Z', ['2026-03-02', '2026-03-02T10:00Z', '2026-03-02T17:40Z']],
  ['CHAPS', '2026-03-02T17:39:00Z', ['2026-03-02', '2026-03-02T17:39Z', '2026-03-02T17:40Z']],
  ['CHAPS', '2026-03-02T17:40:00Z', ['2026-03-03', '2026-03-03T06:00Z', '2026-03-03T17:40Z']],
  ['CHAPS', '2026-03-01T02:00:00Z', ['2026-03-02', '2026-03-02T06:00Z', '2026-03-02T17:40Z']],
  ['CHAPS', '2026-03-29T23:30:00Z', ['2026-03-30', '2026-03-30T05:00Z', '2026-03-30T16:40Z']],
  ['CHAPS', '2026-04-02T16:40:00Z', ['2026-04-07', '2026-04-07T05:00Z', '2026-04-07T16:40Z']],
  ['CHAPS', '2026-05-01T08:00:00Z', ['2026-05-01', '2026-05-01T08:00Z', '2026-05-01T16:40Z']],
  ['SameDayEUR', '2026-03-02T03:00:00Z', ['2026-03-02', '2026-03-02T06:00Z', '2026-03-02T16:00Z']],
  ['SameDayEUR', '2026-05-01T08:00:00Z', ['2026-05-04', '2026-05-04T05:00Z', '2026-05-04T15:00Z']],
  ['BACS', '2026-03-02T22:29:00Z', ['2026-03-02', '2026-03-02T22:29Z', '2026-03-02T22:30Z']],
  ['BACS', '2026-03-06T22:30:00Z', ['2026-03-09', '2026-03-09T07:00Z', '2026-03-09T22:30Z']],
  ['SEPA', '2026-03-02T03:00:00Z', ['2026-03-02', '2026-03-02T03:00Z', '2026-03-03T00:00Z']],
  ['SWIFT', '2026-03-01T03:00:00Z', ['2026-03-02', '2026-03-02T00:00Z', '2026-03-03T00:00Z']],
  // The clocks change in the night of 28 March. The day has 23 hours, and Faster Payments is open.
  ['FPS', '2026-03-29T00:30:00Z', ['2026-03-29', '2026-03-29T00:30Z', '2026-03-29T23:00Z']],
  ['FPS', '2026-04-03T12:00:00Z', ['2026-04-03', '2026-04-03T12:00Z', '2026-04-03T23:00Z']],
])('a message to %s that is written at %s has the window %j', (instrument, at, expected) => {
  expect(windowAt(instrument, at)).toEqual(expected);
});
