import { expect, it } from 'vitest';
import { createHolidays } from '../../../../src/bank/holidays.ts';
import { overdueDates } from '../../../../src/domain/calendar/settlement-entries.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';

const HOLIDAYS = createHolidays();

it.each<[now: string, instrument: Instrument, overdue: string]>([
  // On Tuesday the entries of Friday and the weekend are missing. Those of Monday may still arrive.
  ['2026-03-03T12:00:00Z', 'CHAPS', '2026-03-01'],
  ['2026-03-02T23:59:59Z', 'CHAPS', '2026-02-26'],
  ['2026-03-03T12:00:00Z', 'FPS', '2026-03-01'],
  // Bacs settles one business day after the processing day.
  ['2026-03-04T12:00:00Z', 'BACS', '2026-03-01'],
  ['2026-03-05T12:00:00Z', 'BACS', '2026-03-02'],
  // Easter 2026: Thursday 2 April, then Tuesday 7 April.
  ['2026-04-07T12:00:00Z', 'CHAPS', '2026-04-01'],
  ['2026-04-08T12:00:00Z', 'CHAPS', '2026-04-06'],
])('on %s entries of %s are missing until %s', (now, instrument, overdue) => {
  expect(overdueDates(Date.parse(now), HOLIDAYS)[instrument]).toBe(overdue);
});
