import { FREQUENCY_PATTERN } from '../../domain/calendar/frequency.ts';

/** The frequency of a standing order in v4.0 (OpenAPI 4.0.1, OBFrequency6). */
export interface Frequency {
  readonly Type: string;
  readonly PointInTime?: string | undefined;
}

/** The codes of frequencies that have a day of the week, with their numbers of weeks. */
const WEEKS: ReadonlyMap<string, string> = new Map([
  ['WEEK', '01'],
  ['FRTN', '02'],
  ['FOWK', '04'],
]);

/** The codes of frequencies that have a day of the month, with their numbers of months. */
const MONTHS: ReadonlyMap<string, string> = new Map([
  ['MNTH', '01'],
  ['TWMH', '02'],
  ['QURT', '03'],
  ['FOMH', '04'],
  ['FIMH', '05'],
  ['MIAN', '06'],
  ['YEAR', '12'],
  ['TWYR', '24'],
]);

/** The codes that the bank supports. */
export const SUPPORTED_TYPES = ['DAIL', 'WODL', ...WEEKS.keys(), ...MONTHS.keys(), 'LXMH'] as const;

/**
 * Returns the frequency in the form of v3.1, or undefined if the bank does not support it. The
 * codes are those of the standard's table "Frequency of standing orders" (FAQ, April 2026).
 *
 * @param start the day from which a frequency without PointInTime is counted. `weekday` is 1 for
 * Monday, `day` is the day of the month. Null if the request has no valid one.
 */
export function patternOf(
  { Type, PointInTime: point }: Frequency,
  start: { readonly weekday: number; readonly day: number } | null,
): string | undefined {
  const pattern = patternOfCode(Type, point, start);
  return pattern !== undefined && FREQUENCY_PATTERN.test(pattern) ? pattern : undefined;
}

function patternOfCode(
  code: string,
  point: string | undefined,
  start: { readonly weekday: number; readonly day: number } | null,
): string | undefined {
  const two = (value: number | undefined) =>
    value === undefined ? '' : String(value).padStart(2, '0');
  const weeks = WEEKS.get(code);
  if (weeks !== undefined) return `IntrvlWkDay:${weeks}:${point ?? two(start?.weekday)}`;
  const months = MONTHS.get(code);
  if (months !== undefined) {
    // PointInTime -1 is the last day of the month.
    const day = point?.replace(/^-([1-5])$/, '-0$1') ?? two(start?.day);
    return `IntrvlMnthDay:${months}:${day}`;
  }
  switch (code) {
    case 'DAIL':
      return point === undefined ? 'EvryDay' : `IntrvlDay:${point}`;
    case 'WODL':
      return 'EvryWorkgDay';
    case 'LXMH':
      // The fifth week means the last one.
      return point === undefined ? undefined : `WkInMnthDay:05:${point}`;
    default:
      // A pattern of v3.1 is used for a frequency that has no code.
      return code;
  }
}

/** Returns a frequency of v3.1 in the form of v4.0. It keeps a pattern that has no code. */
export function frequencyOf(pattern: string): Frequency {
  const [name, first = '', second = ''] = pattern.split(':');
  const codeIn = (codes: ReadonlyMap<string, string>) =>
    [...codes].find(([, number]) => number === first)?.[0];
  switch (name) {
    case 'EvryDay':
      return { Type: 'DAIL' };
    case 'EvryWorkgDay':
      return { Type: 'WODL' };
    case 'IntrvlDay':
      return { Type: 'DAIL', PointInTime: first };
    case 'IntrvlWkDay': {
      const Type = codeIn(WEEKS);
      return Type === undefined ? { Type: pattern } : { Type, PointInTime: second };
    }
    case 'IntrvlMnthDay': {
      const PointInTime = second.replace(/^-0/, '-');
      return { Type: codeIn(MONTHS) ?? pattern, PointInTime };
    }
    default:
      return { Type: pattern };
  }
}
