import type { Flavour } from './flavour.ts';

/** A point in time: milliseconds since 1970-01-01T00:00Z. */
export type Instant = Flavour<number, 'Instant'>;

/** A duration in milliseconds. An instant plus a duration is an instant. */
export type Milliseconds = Flavour<number, 'Milliseconds'>;

/** A duration in seconds, as in settings and in `expires_in`. */
export type Seconds = Flavour<number, 'Seconds'>;

/** A number of calendar days. */
export type Days = Flavour<number, 'Days'>;

/** A point in time in a JSON Web Token (RFC 7519, NumericDate): seconds since 1970-01-01T00:00Z. */
export type EpochSeconds = Flavour<number, 'EpochSeconds'>;

/** A calendar day, `YYYY-MM-DD`. Days can be compared as strings. */
export type LocalDate = Flavour<string, 'local date'>;

/**
 * Returns the current time. Code gets a Clock as a parameter and never reads the system clock
 * itself.
 */
export type Clock = () => Instant;

/** A monotonic clock: returns the milliseconds since an arbitrary start. It cannot be set. */
export type Stopwatch = () => Milliseconds;

export const SECOND_MS: Milliseconds = 1000;
export const MINUTE_MS: Milliseconds = 60_000;
export const HOUR_MS: Milliseconds = 3_600_000;
export const DAY_MS: Milliseconds = 86_400_000;

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/;

/** The earliest time that is accepted. Before standard time, clocks in London followed the sun. */
const FIRST_INSTANT = Date.parse('1900-01-01T00:00:00Z');
/** The latest time that is accepted, because the year of a day is written with four digits. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 date-time with a time zone. Returns undefined if it is not one, or if the day
 * does not exist.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number?,
    number?,
  ];
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 14 || zoneMinute > 59) return undefined;
  if (!isLocalDate(year, month, day)) return undefined;
  const instant = Date.parse(text);
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT ? instant : undefined;
}

function isLocalDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns true for a day of the calendar, such as `2026-11-24`. */
export function isDate(text: string): text is LocalDate {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined;
}

/** Returns the time of a claim such as `iat`: whole seconds, rounded down. */
export function epochSeconds(instant: Instant): EpochSeconds {
  return Math.floor(instant / SECOND_MS);
}

/**
 * The instant that was formatted last. It is cached because a response often contains the same
 * instant twice.
 */
const formatted = { instant: 0, text: new Date(0).toISOString() };

/** Formats an instant in UTC, for example `2026-12-01T09:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  if (instant !== formatted.instant) {
    formatted.text = new Date(instant).toISOString();
    formatted.instant = instant;
  }
  return formatted.text;
}

const LONDON = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Maximum number of cached hours. The cache is cleared when it is full. */
const MAX_REMEMBERED_HOURS = 4096;
const aheadMsByHour = new Map<number, Milliseconds>();

/**
 * Returns how far London is ahead of UTC. Its clocks change on the hour, so the result is cached
 * per hour.
 */
function londonAheadMs(instant: Instant): Milliseconds {
  const hour = Math.floor(instant / HOUR_MS);
  const known = aheadMsByHour.get(hour);
  if (known !== undefined) return known;
  const beginning = hour * HOUR_MS;
  const parts = new Map(LONDON.formatToParts(beginning).map((part) => [part.type, part.value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${read('year').padStart(4, '0')}-${read('month')}-${read('day')}`;
  const shown = Date.parse(`${date}T${read('hour')}:${read('minute')}:${read('second')}Z`);
  if (aheadMsByHour.size === MAX_REMEMBERED_HOURS) aheadMsByHour.clear();
  aheadMsByHour.set(hour, shown - beginning);
  return shown - beginning;
}

/** Returns the local time in London: the day, and the minute of that day. */
export function londonTime(instant: Instant): { date: LocalDate; minuteOfDay: number } {
  const shown = instant + londonAheadMs(instant);
  const sinceMidnight = ((shown % DAY_MS) + DAY_MS) % DAY_MS;
  return {
    date: new Date(shown).toISOString().slice(0, 'YYYY-MM-DD'.length),
    minuteOfDay: Math.floor(sinceMidnight / MINUTE_MS),
  };
}

/** Formats an instant in London's time with its zone, for example `2026-07-01 10:00:05 BST`. */
export function formatLondon(instant: Instant): string {
  const aheadMs = londonAheadMs(instant);
  const written = new Date(instant + aheadMs).toISOString();
  return `${written.slice(0, 10)} ${written.slice(11, 19)} ${aheadMs === 0 ? 'GMT' : 'BST'}`;
}

/** Returns the day in London, which is "today" for all rules. */
export function londonDate(instant: Instant): LocalDate {
  return londonTime(instant).date;
}

/** Returns the instant at which London's local time is that day and minute. */
export function londonInstant(date: LocalDate, minuteOfDay = 0): Instant {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS;
  // London is at UTC or one hour ahead. Try the hour ahead and use it if the local time matches.
  const ahead = asUtc - HOUR_MS;
  const shown = londonTime(ahead);
  return shown.date === date && shown.minuteOfDay === minuteOfDay ? ahead : asUtc;
}

/** Returns the day `days` days later, or earlier if negative. */
export function addDays(date: LocalDate, days: Days): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
