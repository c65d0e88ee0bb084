import { describe, test } from 'vitest';
import type { CoreDay } from '../../../src/domain/ports/core-store.ts';
import type { SchemeQueue } from '../../../src/domain/ports/hub-admin-store.ts';
import type { Difference } from '../../../src/domain/schemes/reconciliation.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/time.ts';
import { metricsWith, NOW, type Change } from '../../helpers/gauge-sources.ts';
import { expectFiring, hasPromtool } from '../../helpers/promtool.ts';

/*
 * Alerts about states of the database and of other systems. Fixed answers replace these, and the
 * metrics are those of the service.
 */

const NONE = { messages: 0, credits: 0, oldestAt: null };
const QUEUE: SchemeQueue = {
  ...{ instrument: 'FPS', waiting: { messages: 0, oldestAt: null } },
  ...{ scheduled: { messages: 0, nextAt: null }, late: { waiting: 0, unanswered: 0 } },
  ...{ unanswered: NONE, pending: NONE, refused: 0, stop: null },
};
const queue = (change: Partial<SchemeQueue>): Change => ({
  store: { schemeQueues: () => Promise.resolve([{ ...QUEUE, ...change }]) },
});
const since = (milliseconds: number) => ({ messages: 1, credits: 1, oldestAt: NOW - milliseconds });
const work = (failing: number, parked: number, oldestDueAt: number | null): Change => ({
  summariseFailingWork: () => Promise.resolve({ failing, parked, oldestDueAt }),
});
const events = { open: 0, oldestAt: null, setAside: 0, unresponsive: 0 };
const requests = { waiting: 0, refused: 0, oldestAt: null };
const recall = (instrument: 'SEPA' | 'FPS', days: number): Change => {
  const open = { instrument, state: 'open', recalls: 1, oldestAt: NOW - days * DAY_MS } as const;
  return { store: { countRecalls: () => Promise.resolve([open]) } };
};

const coreDay = (day: CoreDay['day'], differences: number): CoreDay => ({
  ...{ day, differences, checkedAt: NOW },
});
const DIFFERENCE: Difference = {
  ...{ name: 'M', kind: 'missing', instrument: 'FPS', account: null, paymentId: null },
  ...{ since: NOW - DAY_MS, currency: 'GBP', detail: null },
  ...{ expected: { credits: 1, minor: 100 }, reported: { credits: 0, minor: 0 } },
};

/** States that the database or another system reports, with the alert of each. */
const STATES: readonly (readonly [alert: string | null, change: Change])[] = [
  ['PisWorkFailing', work(1, 0, null)],
  ['PisWorkOverdue', work(0, 0, NOW - 6 * MINUTE_MS)],
  [null, work(0, 0, NOW - 4 * MINUTE_MS)],
  ['PisMessagesRefused', queue({ refused: 1 })],
  ['PisMessagesLate', queue({ late: { waiting: 0, unanswered: 1 } })],
  ['PisAnswersOverdue', queue({ instrument: 'CHAPS', unanswered: since(3 * HOUR_MS) })],
  [null, queue({ instrument: 'BACS', unanswered: since(3 * HOUR_MS) })],
  ['PisCreditsPending', queue({ pending: since(2 * DAY_MS) })],
  [null, queue({ instrument: 'SEPA', pending: since(2 * DAY_MS) })],
  ['PisRecallsOverdue', recall('SEPA', 22)],
  [null, recall('FPS', 22)],
  ['PisTaskWithoutLeader', { holdsTask: (task) => task !== 'hub' }],
  [
    'PisAuditUnsealed',
    { unsealedEntries: () => Promise.resolve({ entries: 1, since: NOW - 90_000 }) },
  ],
  [
    'PisCallbackUnresponsive',
    { store: { countEvents: () => Promise.resolve({ ...events, unresponsive: 1 }) } },
  ],
  [
    'PisEventsSetAside',
    { store: { countEvents: () => Promise.resolve({ ...events, setAside: 1 }) } },
  ],
  [
    'PisEventsNotPolled',
    {
      store: {
        countEvents: () => Promise.resolve({ ...events, open: 1, oldestAt: NOW - 2 * DAY_MS }),
      },
    },
  ],
  ['PisCoreUnreachable', { core: { isReachable: () => false, changesProblem: () => null } }],
  ['PisCoreChangesFailing', { core: { isReachable: () => true, changesProblem: () => 'no' } }],
  [
    'PisCoreRequestsRefused',
    { store: { countCoreRequests: () => Promise.resolve({ ...requests, refused: 1 }) } },
  ],
  [
    'PisCoreRequestsWaiting',
    {
      store: {
        countCoreRequests: () =>
          Promise.resolve({ ...requests, waiting: 1, oldestAt: NOW - 2 * MINUTE_MS }),
      },
    },
  ],
  [
    'PisCoreDifferences',
    { store: { coreDays: () => Promise.resolve([coreDay('2026-11-30', 2)]) } },
  ],
  [
    'PisCoreNotReconciled',
    { store: { coreDays: () => Promise.resolve([coreDay('2026-11-26', 0)]) } },
  ],
  [
    'PisScreeningLimitNear',
    { store: { countCases: () => Promise.resolve({ open: 1, nextEndsAt: NOW + HOUR_MS }) } },
  ],
  ['PisSettlementDifferences', { store: { listDifferences: () => Promise.resolve([DIFFERENCE]) } }],
];

describe.skipIf(!hasPromtool)('a state of the database or of another system', () => {
  test.each(STATES)('causes %s', async (alert, change) => {
    const [before, after] = [await metricsWith(), await metricsWith(change)];
    expectFiring(alert === null ? [] : [alert], before, after);
  });
});
