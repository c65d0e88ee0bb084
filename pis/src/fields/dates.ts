import { failed, type Read } from './result.ts';

/** The orders of year, month and day. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const ORDER_WORDS: Readonly<Record<DateOrder, readonly [parts: string, example: string]>> = {
  ymd: ['year, month and day', '2026-12-31'],
  dmy: ['day, month and year', '31/12/2026'],
  mdy: ['month, day and year', '12/31/2026'],
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A time after a date, which spreadsheets and databases add. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/iu;

/** Returns the orders in which a text is a date. */
export function ordersOf(text: string): readonly DateOrder[] {
  return DATE_ORDERS.filter((order) => isoDateOf(text, order) !== undefined);
}

/** Returns true if all orders in which the text is a date give the same day. */
export function isSameInAllOrders(text: string): boolean {
  return new Set(ordersOf(text).map((order) => isoDateOf(text, order))).size <= 1;
}

/** Returns a date as `2026-12-01`. */
export function readDate(text: string, order: DateOrder): Read<string> {
  const value = isoDateOf(text, order);
  if (value !== undefined) return { value };
  const [parts, example] = ORDER_WORDS[order];
  return failed(
    'date-invalid',
    `${parts} in this order, as in the rest of the column, for example ${example}`,
    'Correct the date. If the whole column has another order, pass --date-order.',
  );
}

/** Returns a date as `2026-12-01`, or undefined if it is none in this order. */
export function isoDateOf(text: string, order: DateOrder): string | undefined {
  const date = text.trim().replace(TIME, '');
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  if (compact !== null) {
    const [, year = '', month = '', day = ''] = compact;
    return order === 'ymd' ? existing(year, month, day) : undefined;
  }
  const named = /^(\d{1,2})[-/. ]?\s*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})$/iu.exec(date);
  if (named !== null) {
    const [, day = '', name = '', year = ''] = named;
    return existing(year, String(MONTHS.indexOf(name.toLowerCase()) + 1), day);
  }
  const parts = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})$/.exec(date);
  if (parts === null) return undefined;
  const [, first = '', , second = '', third = ''] = parts;
  if (order === 'ymd') return first.length === 4 ? existing(first, second, third) : undefined;
  return order === 'dmy' ? existing(third, second, first) : existing(third, first, second);
}

/** Returns the day if it exists. A year of two digits is one of this century. */
function existing(year: string, month: string, day: string): string | undefined {
  if ((year.length !== 4 && year.length !== 2) || month.length > 2 || day.length > 2) {
    return undefined;
  }
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return undefined;
  return iso;
}
