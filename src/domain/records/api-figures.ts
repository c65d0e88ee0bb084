import {
  addDays,
  isDate,
  londonDate,
  londonInstant,
  SECOND_MS,
  type Instant,
  type LocalDate,
  type Milliseconds,
} from '../../shared/time.ts';

/** Requests are counted by these groups of endpoints, which the UK's published tables use. */
export type EndpointGroup =
  /** Consents, payments, files and reports of all payment types, and requests for tokens. */
  | 'payments'
  /** Confirmation of funds. */
  | 'funds'
  /** Events and extensions. */
  | 'other';

/** Answered requests of a group. */
export interface RequestCounts {
  readonly endpoints: EndpointGroup;
  readonly requests: number;
  /** Answers with a status of 500 or above: errors of the bank, not of the TPP. */
  readonly errors: number;
  /** Requests whose answer took longer than `LATE_MS`. */
  readonly late: number;
  /** Total time to answer, in microseconds. */
  readonly totalUs: number;
}

/** The counts of a group on a day in London, of all nodes. */
export type DayCounts = RequestCounts & { readonly day: LocalDate };

/** A time in which a node ran and could write to the store. */
export interface NodeRun {
  readonly startedAt: Instant;
  readonly seenAt: Instant;
  /** 1 after an orderly stop. 0 if the node runs, crashed or lost the store. */
  readonly stopped: 0 | 1;
}

/** A time in which a node did not answer requests within 30 seconds. */
export interface Outage {
  readonly from: Instant;
  /** Null if it goes on. */
  readonly until: Instant | null;
}

/** A request whose answer is awaited, for the detection of an `Outage`. */
export interface BegunRequest {
  /** Waits for the client's body. This time does not count. */
  readonly receive: <Body>(body: Promise<Body>) => Promise<Body>;
  /** Ends the request with the status of its answer. */
  readonly end: (status: number) => void;
}

/** Called when a request arrives. */
export type BeginRequest = (operation: string) => BegunRequest;

/** A time in which every node was stopped, could not write or did not answer requests. */
export interface Downtime {
  /** It identifies the downtime. */
  readonly start: Instant;
  readonly end: Instant;
  /** Planned after an orderly stop. An operator can change the kind. */
  readonly kind: 'planned' | 'unplanned';
}

/** Time after which a request counts as not answered: 30 seconds (EBA/GL/2018/07, 2.4 c). */
export const LATE_MS: Milliseconds = 30 * SECOND_MS;

/** The figures of a group on a day. */
export interface GroupFigures {
  readonly requests: number;
  /** Percentage of the requests that had an error of the bank, 0 to 100. Null without requests. */
  readonly errorPercent: number | null;
  /** Mean time until an answer is ready to send, in milliseconds. Null without requests. */
  readonly meanMs: number | null;
}

/** Availability and performance of the API on a day in London (EBA/GL/2018/07, 2.2 and 2.3). */
export interface ApiDay {
  readonly day: LocalDate;
  /** Part of the day that was measured, in seconds. Null before the first start. */
  readonly measuredSeconds: number | null;
  /** Downtime of all nodes at once, in seconds, after an orderly stop. */
  readonly plannedSeconds: number;
  /**
   * Downtime of all nodes at once, in seconds, after a crash, or while no node could write to the
   * store or answered requests.
   */
  readonly unplannedSeconds: number;
  /** Percentage from 0 to 100. Null if nothing was measured. */
  readonly uptimePercent: number | null;
  readonly payments: GroupFigures;
  readonly funds: GroupFigures;
  readonly other: GroupFigures;
  /** Requests of all groups. */
  readonly requests: number;
  readonly errors: number;
  readonly late: number;
  /** Percentage from 0 to 100. Null without requests. */
  readonly errorPercent: number | null;
}

/** The figures of a month, and the SQL that returns their parts. */
export interface ApiMonth {
  readonly month: string;
  readonly days: readonly ApiDay[];
  /** The downtimes of the month, in order. The first and last one may be longer than the month. */
  readonly downtimes: readonly Downtime[];
  readonly queries: Readonly<Record<string, string>>;
}

/**
 * Number of complete years for which the figures are kept. The Payment Services Regulations 2017,
 * regulation 31, require the same of the records of payment institutions.
 */
const YEARS_KEPT = 5;

/** Returns the first day of the figures that are kept. Older ones are deleted. */
export function figuresKeptFrom(now: Instant): LocalDate {
  const year = Number(londonDate(now).slice(0, 'yyyy'.length));
  return `${String(year - YEARS_KEPT)}-01-01`;
}

/** Returns true for a month that exists, for example 2026-03. */
export function isMonth(text: string): boolean {
  return isDate(`${text}-01`);
}

/** Returns the days of a month, for example 2026-03. */
export function daysOf(month: string): readonly LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the month of an instant in London, for example 2026-03. */
export function londonMonth(at: Instant): string {
  return londonDate(at).slice(0, -'-01'.length);
}

/**
 * Returns the figures of a day.
 *
 * @param runs the runs that overlap the day, and the next ones before and after it, in any order
 * @param counts of the day
 */
export function figuresOf(
  day: LocalDate,
  runs: readonly NodeRun[],
  counts: readonly RequestCounts[],
): ApiDay {
  const measured = downtimeOf(runs, londonInstant(day), londonInstant(addDays(day, 1)));
  const { measuredMs, plannedMs, unplannedMs } = measured;
  const total = (read: (count: RequestCounts) => number): number =>
    counts.reduce((sum, count) => sum + read(count), 0);
  const requests = total((one) => one.requests);
  const errors = total((one) => one.errors);
  const group = (name: EndpointGroup): GroupFigures => {
    const found = counts.find(({ endpoints }) => endpoints === name);
    if (found === undefined || found.requests === 0)
      return { requests: 0, errorPercent: null, meanMs: null };
    const meanMs = found.totalUs / found.requests / US_PER_MS;
    return { requests: found.requests, errorPercent: percentOf(found), meanMs };
  };
  return {
    day,
    requests,
    errors,
    late: total((one) => one.late),
    measuredSeconds: measuredMs === 0 ? null : measuredMs / SECOND_MS,
    plannedSeconds: plannedMs / SECOND_MS,
    unplannedSeconds: unplannedMs / SECOND_MS,
    uptimePercent: measuredMs === 0 ? null : PERCENT * (1 - (plannedMs + unplannedMs) / measuredMs),
    payments: group('payments'),
    funds: group('funds'),
    other: group('other'),
    errorPercent: requests === 0 ? null : percentOf({ requests, errors }),
  };
}

function percentOf({ requests, errors }: Pick<RequestCounts, 'requests' | 'errors'>): number {
  return (PERCENT * errors) / requests;
}

const US_PER_MS = 1000;
const PERCENT = 100;

/** Sums the downtimes within a time, in milliseconds. */
function downtimeOf(runs: readonly NodeRun[], from: Instant, before: Instant) {
  const sums = { plannedMs: 0, unplannedMs: 0 };
  for (const { start, end, kind } of downtimesOf(runs)) {
    const ms = Math.min(end, before) - Math.max(start, from);
    if (ms > 0) sums[`${kind}Ms`] += ms;
  }
  // Nothing is known before the first start, nor after the last time that a node was seen.
  const first = Math.min(...runs.map(({ startedAt }) => startedAt));
  const seen = Math.max(...runs.map(({ seenAt }) => seenAt));
  return { measuredMs: Math.max(0, Math.min(seen, before) - Math.max(first, from)), ...sums };
}

/** Returns the gaps between the runs of all nodes, in order. */
export function downtimesOf(runs: readonly NodeRun[]): readonly Downtime[] {
  const ordered = [...runs].sort((one, other) => one.startedAt - other.startedAt);
  const found: Downtime[] = [];
  let last = ordered[0];
  for (const run of ordered) {
    if (last === undefined) continue;
    const { seenAt: start, stopped } = last;
    const kind = stopped === 1 ? 'planned' : 'unplanned';
    if (run.startedAt > start) found.push({ start, end: run.startedAt, kind });
    // A downtime is planned if one of several runs that ended together was stopped in order.
    if (run.seenAt > start || (run.seenAt === start && run.stopped >= stopped)) last = run;
  }
  return found;
}
