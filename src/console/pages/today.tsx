import { nextCutOff } from '../../domain/calendar/calendar.ts';
import { daysToReconcile } from '../../domain/calendar/core-days.ts';
import { overdueDates } from '../../domain/calendar/settlement-entries.ts';
import {
  formatCount,
  formatMoment,
  formatPounds,
  formatScheme,
} from '../../domain/messages/format.ts';
import { SHOWN_CORE_DAYS } from '../../domain/ports/core-store.ts';
import { FILE_STATE_NAMES, FILE_STATES } from '../../domain/records/listed-file.ts';
import type { WaitingApprovals } from '../../domain/records/waiting-approval.ts';
import { PROBLEM_KINDS } from '../../domain/schemes/hub-problems.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import {
  addDays,
  DAY_MS,
  londonDate,
  londonInstant,
  MINUTE_MS,
  type Days,
  type Instant,
  type Milliseconds,
} from '../../shared/time.ts';
import type { PageBody } from '../../web/components/layout.tsx';
import type { ConsoleParts, OperatorRequest } from '../console-context.ts';
import { ConsolePage } from '../page.tsx';
import { APPROVALS_PATH, filesPath, TPPS_PATH } from '../paths.ts';
import { countFact, type Fact } from './overview/fact.ts';

/** Age of the oldest due step from which it needs attention, in milliseconds. */
const OVERDUE_MS: Milliseconds = 5 * MINUTE_MS;

/** Time before the end of a certificate from which it needs attention, in days. */
const CERTIFICATE_DAYS: Days = 30;

/** Maximum number of settlement differences of a kind that are counted. */
const MAX_DIFFERENCES = 1000;

/** Maximum number of proposals, and of proposed decisions about cases, that are counted. */
const MAX_PROPOSALS = 1000;

/** Renders the state of the service: first everything that needs attention, then the rest. */
export async function showToday(request: OperatorRequest): Promise<PageBody> {
  const { parts } = request;
  const now = parts.clock();
  const facts = (
    await Promise.all([
      workFacts(parts, now),
      hubFacts(parts, now),
      settlementFacts(parts, now),
      caseFacts(parts),
      proposalFacts(parts, now),
      approvalFacts(parts, now),
      fileFacts(parts, now),
      eventFacts(parts),
      pushFacts(parts),
      coreFacts(parts, now),
      auditFacts(parts),
    ])
  ).flat();
  const all = [...facts, ...cutOffFacts(parts, now), ...certificateFacts(parts)];
  const problems = all.filter(({ isProblem }) => isProblem);
  return (
    <ConsolePage request={request} title="Today" liveAsOf={now}>
      {problems.length === 0 ? (
        <p class="headline">Nothing needs attention.</p>
      ) : (
        <Facts title="Needs attention" facts={problems} />
      )}
      <Facts title="In order" facts={all.filter(({ isProblem }) => !isProblem)} />
    </ConsolePage>
  );
}

async function workFacts({ store }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  const { failing, parked, oldestDueAt } = await store.summariseFailingWork();
  const waitingMs = oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt);
  const minutes = Math.floor(waitingMs / MINUTE_MS);
  return [
    countFact('/work', 'Parked steps, which wait for an operator', parked, 'step'),
    countFact('/work', 'Failed steps that the service retries', failing, 'step'),
    {
      name: 'Oldest step that is due',
      text: waitingMs === 0 ? 'None is waiting' : `Due for ${formatCount(minutes, 'minute')}`,
      isProblem: waitingMs >= OVERDUE_MS,
      path: '/work',
    },
  ];
}

async function hubFacts({ store, uses }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  if (!uses.hub) return [];
  const queues = await store.schemeQueues(now);
  const problems = await store.countHubProblems();
  const schemes = queues.map(({ instrument, stop, waiting, refused, late }) => {
    const isStopped = stop !== null;
    const text = [
      isStopped ? 'Stopped by an operator' : 'Open',
      `${formatCount(waiting.messages, 'message')} waiting`,
      ...(refused > 0 ? [`${formatCount(refused, 'message')} refused`] : []),
      ...(late.waiting > 0 ? [`${formatCount(late.waiting, 'message')} late`] : []),
    ].join(', ');
    const isProblem = isStopped || refused > 0 || late.waiting > 0;
    return { name: `Scheme ${formatScheme(instrument)}`, text, isProblem, path: '/schemes' };
  });
  const open = PROBLEM_KINDS.reduce((sum, kind) => sum + problems[kind], 0);
  return [
    ...schemes,
    countFact(
      '/schemes',
      'Documents, answers and returns of the hub that do not fit',
      open,
      'problem',
    ),
  ];
}

async function settlementFacts(
  { store, uses, holidays }: ConsoleParts,
  now: Instant,
): Promise<readonly Fact[]> {
  if (!uses.hub) return [];
  const found = await store.listDifferences(overdueDates(now, holidays), MAX_DIFFERENCES);
  return [
    countFact('/schemes', 'Differences of the settlement accounts', found.length, 'difference'),
  ];
}

async function caseFacts({ store }: ConsoleParts): Promise<readonly Fact[]> {
  const { open, nextEndsAt } = await store.countCases();
  const limit = nextEndsAt === null ? '' : `. The first is rejected ${formatMoment(nextEndsAt)}`;
  return [
    {
      name: 'Held payments',
      text: `${formatCount(open, 'case')}${limit}`,
      isProblem: open > 0,
      path: '/decisions',
    },
  ];
}

async function proposalFacts({ store }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  const actions = await store.listActions('open', now, MAX_PROPOSALS);
  const proposed = (await store.listCases(MAX_PROPOSALS)).filter(
    ({ proposed }) => proposed !== null,
  );
  const open = actions.length + proposed.length;
  return [
    countFact('/decisions', 'Proposals that another operator must confirm', open, 'proposal'),
  ];
}

async function eventFacts({ store }: ConsoleParts): Promise<readonly Fact[]> {
  const { setAside, unresponsive } = await store.countEvents();
  return [
    countFact(
      TPPS_PATH,
      'Callback addresses of TPPs to which nothing is pushed any more',
      unresponsive,
      'address',
      'addresses',
    ),
    countFact(null, 'Events that were set aside because TPPs reported errors', setAside, 'event'),
  ];
}

async function coreFacts({ store, uses }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
  if (!uses.core) return [];
  const { refused } = await store.countCoreRequests();
  const days = await store.coreDays(SHOWN_CORE_DAYS);
  const differences = days.reduce((sum, day) => sum + day.differences, 0);
  const open = daysToReconcile(days[0]?.day, now);
  return [
    countFact(null, 'Requests that the core banking system refused', refused, 'request'),
    countFact(null, 'Differences from the core banking system', differences, 'difference'),
    countFact(null, 'Ended days that are not reconciled with the core banking system', open, 'day'),
  ];
}

async function auditFacts({ store }: ConsoleParts): Promise<readonly Fact[]> {
  const { entries } = await store.unsealedEntries();
  const text = `${formatCount(entries, 'entry', 'entries')} not in the chain yet`;
  return [{ name: 'Audit log', text, isProblem: false, path: '/audit' }];
}

function certificateFacts({ certificates, machineClock }: ConsoleParts): readonly Fact[] {
  const soon = machineClock() + CERTIFICATE_DAYS * DAY_MS;
  return certificates().map(({ name, expiresAt }) => ({
    name: `Certificate of ${name}`,
    text: expiresAt === null ? 'Cannot be read' : `Valid until ${formatMoment(expiresAt)}`,
    isProblem: expiresAt === null || expiresAt <= soon,
    path: null,
  }));
}

/** Returns the next cut-off of each scheme that has one. */
function cutOffFacts({ holidays }: ConsoleParts, now: Instant): readonly Fact[] {
  return INSTRUMENTS.flatMap((instrument) => {
    const at = nextCutOff(instrument, now, holidays);
    if (at === null) return [];
    const name = `Next cut-off of ${formatScheme(instrument)}`;
    return [{ name, text: formatMoment(at), isProblem: false, path: null }];
  });
}

/** Returns number and total of the files that were submitted today, by state. */
async function fileFacts({ store }: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
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
async function approvalFacts(parts: ConsoleParts, now: Instant): Promise<readonly Fact[]> {
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
async function pushFacts({ store }: ConsoleParts): Promise<readonly Fact[]> {
  const { events, since } = await store.failedPushes();
  const text = since === null ? '' : `, the oldest since ${formatMoment(since)}`;
  const fact = countFact(null, 'Events whose push failed and is repeated', events, 'event');
  return [{ ...fact, text: `${fact.text}${text}` }];
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, text, path }) => (
          <div class="row">
            <dt>{path === null ? name : <a href={path}>{name}</a>}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
