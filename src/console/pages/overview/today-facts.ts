import { nextCutOff } from '../../../domain/calendar/calendar.ts';
import {
  formatCount,
  formatMoment,
  formatPounds,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { FILE_STATE_NAMES, FILE_STATES } from '../../../domain/records/listed-file.ts';
import type { WaitingApprovals } from '../../../domain/records/waiting-approval.ts';
import { INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  MINUTE_MS,
  type Instant,
  type Milliseconds,
} from '../../../shared/time.ts';
import type { ConsoleParts } from '../../console-context.ts';
import { APPROVALS_PATH, filesPath } from '../../paths.ts';
import { countFact, type Fact } from './fact.ts';

/** Returns the next cut-off of each scheme that has one. */
export function cutOffFacts({ holidays }: ConsoleParts, now: Instant): readonly Fact[] {
  return INSTRUMENTS.flatMap((instrument) => {
    const at = nextCutOff(instrument, now, holidays);
    if (at === null) return [];
    const name = `Next cut-off of ${formatScheme(instrument)}`;
    return [{ name, text: formatMoment(at), isProblem: false, path: null }];
  });
}

/** Returns number and total of the files that were submitted today, by state. */
export async function fileFacts({ store }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  const day = londonDate(now);
  const found = await store.fileTotals(londonInstant(day), londonInstant(addDays(day, 1)));
  return FILE_STATE_NAMES.flatMap((state) => {
    const total = found.find((one) => one.state === state);
    if (total === undefined) return [];
    const text = `${formatCount(total.files, 'file')}, ${formatPounds(total.totalPence)}`;
    const name = `Files submitted today: ${FILE_STATES[state].toLowerCase()}`;
    return [{ name, text, isProblem: false, path: filesPath({ day, status: state }) }];
  });
}

/**
 * Time in which the payments that wait for approvals are not read again, in milliseconds. The page
 * updates itself every few seconds, and the rules take several queries for each payment.
 */
const APPROVALS_VALIDITY_MS: Milliseconds = MINUTE_MS;

interface ReadApprovals {
  readonly at: Instant;
  readonly waiting: Promise<WaitingApprovals>;
}

/** The last list of waiting payments that this process has read. */
const lastApprovals = new WeakMap<ConsoleParts['useCases'], ReadApprovals>();

/** Returns the payments that wait for approvals as they were at most one minute ago. */
function recentApprovals(
  { useCases, machineClock }: ConsoleParts,
  now: Instant,
): Promise<WaitingApprovals> {
  const last = lastApprovals.get(useCases);
  const at = machineClock();
  if (last !== undefined && at - last.at < APPROVALS_VALIDITY_MS) return last.waiting;
  const waiting = useCases.listWaitingApprovals(now);
  lastApprovals.set(useCases, { at, waiting });
  waiting.catch(() => lastApprovals.delete(useCases));
  return waiting;
}

/** Returns the payments that wait for approvals, and those that too few users can approve. */
export async function approvalFacts(parts: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  const { listed, hasMore } = await recentApprovals(parts, now);
  const blocked = listed.filter(({ isBlocked }) => isBlocked).length;
  const [next] = listed;
  const limit =
    next === undefined ? '' : `. The first ends ${formatMoment(next.approval.approveBy)}`;
  const text = `${hasMore ? 'More than ' : ''}${formatCount(listed.length, 'payment')}${limit}`;
  return [
    { name: 'Payments that wait for approvals', text, isProblem: false, path: APPROVALS_PATH },
    countFact(APPROVALS_PATH, 'Approvals that nobody can give', blocked, 'payment'),
  ];
}

/** Returns the single events whose push failed. Unresponsive addresses are another fact. */
export async function pushFacts({ store }: ConsoleParts): Promise<readonly Fact[]> {
  const { events, since } = await store.failedPushes();
  const text = since === null ? '' : `, the oldest since ${formatMoment(since)}`;
  const fact = countFact(null, 'Events whose push failed and is repeated', events, 'event');
  return [{ ...fact, text: `${fact.text}${text}` }];
}
