import { failed, type Read } from '../../fields/result.ts';

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** Day 0 of the date systems. That of 1900 contains the day 29 February 1900, which is day 60. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** First day after 29 February 1900. */
const FIRST_DAY = 61;
const LAST_DATE = Date.UTC(9999, 11, 31);

/** Number of digits that spreadsheets keep. They replace further digits by zeros. */
const DIGITS = 15;
/** Numbers below this one are written with an exponent. */
const SMALL = 1e-6;
/** Number of decimals of small numbers. */
const SMALL_DECIMALS = 20;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** Returns a stored number as text with at most 15 significant digits, as the sheet shows it. */
export function readNumber(stored: string): Read<string> {
  const number = NUMBER.test(stored) ? Number(stored) : Number.NaN;
  if (!Number.isFinite(number)) return failed('cell-number', 'a number', 'Enter the value again.');
  if (Math.abs(number) >= 10 ** DIGITS) {
    return failed(
      'cell-digits',
      `a number of at most ${String(DIGITS)} digits: spreadsheets change longer ones`,
      'Format the column as text, and enter the value again.',
    );
  }
  if (Number.isInteger(number)) return { value: String(number) };
  const isSmall = Math.abs(number) < SMALL;
  const text = isSmall ? number.toFixed(SMALL_DECIMALS) : number.toPrecision(DIGITS);
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  // With three decimals, the point could separate thousands: 1.234.
  return { value: plain.replace(/^(-?\d{1,3}\.\d{3})$/, '$10') };
}

/** Returns a date, which is stored as a number of days, as `2026-12-31`. */
export function readDay(stored: string, is1904: boolean): Read<string> {
  const days = NUMBER.test(stored) ? Math.floor(Number(stored)) : Number.NaN;
  const time = EPOCHS[is1904 ? 1904 : 1900] + days * DAY;
  if (days >= (is1904 ? 0 : FIRST_DAY) && time <= LAST_DATE) {
    return { value: new Date(time).toISOString().slice(0, 10) };
  }
  return failed('cell-date', 'a date', 'Enter the date, or format the cell as a number.');
}
