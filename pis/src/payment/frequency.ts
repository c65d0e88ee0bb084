interface Period {
  /** Code of v4.0 (OBFrequency6Code). */
  readonly code: string;
  /** Pattern of v3.1 without its day. */
  readonly pattern: string;
  /** The day that follows: that of the week, that of the month, or none. */
  readonly point?: 'weekday' | 'day';
}

/**
 * The periods of standing orders that both versions can express (the standard's table "Frequency of
 * standing orders").
 */
const PERIODS = {
  day: { code: 'DAIL', pattern: 'EvryDay' },
  'working-day': { code: 'WODL', pattern: 'EvryWorkgDay' },
  week: { code: 'WEEK', pattern: 'IntrvlWkDay:01', point: 'weekday' },
  fortnight: { code: 'FRTN', pattern: 'IntrvlWkDay:02', point: 'weekday' },
  'four-weeks': { code: 'FOWK', pattern: 'IntrvlWkDay:04', point: 'weekday' },
  month: { code: 'MNTH', pattern: 'IntrvlMnthDay:01', point: 'day' },
  'two-months': { code: 'TWMH', pattern: 'IntrvlMnthDay:02', point: 'day' },
  quarter: { code: 'QURT', pattern: 'IntrvlMnthDay:03', point: 'day' },
  'four-months': { code: 'FOMH', pattern: 'IntrvlMnthDay:04', point: 'day' },
  'five-months': { code: 'FIMH', pattern: 'IntrvlMnthDay:05', point: 'day' },
  'half-year': { code: 'MIAN', pattern: 'IntrvlMnthDay:06', point: 'day' },
  year: { code: 'YEAR', pattern: 'IntrvlMnthDay:12', point: 'day' },
  'two-years': { code: 'TWYR', pattern: 'IntrvlMnthDay:24', point: 'day' },
} as const satisfies Readonly<Record<string, Period>>;

/** Period of a standing order, for example `month`. */
export type Every = keyof typeof PERIODS;

export const EVERY = Object.keys(PERIODS) as readonly Every[];

/** Returns the frequency as v3.1 writes it, for example `IntrvlMnthDay:01:15`. */
export function patternOf(every: Every, first: string): string {
  const period: Period = PERIODS[every];
  const point = pointOf(period, first);
  return point === undefined ? period.pattern : `${period.pattern}:${point}`;
}

/** Returns the frequency as v4.0 writes it (OBFrequency6). */
export function frequencyOf(every: Every, first: string) {
  const period: Period = PERIODS[every];
  const point = pointOf(period, first);
  return { Type: period.code, ...(point !== undefined && { PointInTime: point }) };
}

/** Returns the weekday, from 01 for Monday, or the day of the month of the first payment. */
function pointOf({ point }: Period, first: string): string | undefined {
  if (point === undefined) return undefined;
  if (point === 'day') return first.slice(-2);
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  return `0${String(weekday === 0 ? 7 : weekday)}`;
}
