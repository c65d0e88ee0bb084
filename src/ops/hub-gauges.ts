import type { Registry } from 'prom-client';
import { overdueDates } from '../domain/calendar/settlement-entries.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { SchemeQueue } from '../domain/ports/hub-admin-store.ts';
import { PROBLEM_KINDS } from '../domain/schemes/hub-problems.ts';
import { DIFFERENCE_KINDS, type Difference } from '../domain/schemes/reconciliation.ts';
import { SECOND_MS } from '../shared/time.ts';
import { gaugesOf, secondsSince, sharedWhileRunning, type Sources } from './gauge-parts.ts';

/** Maximum number of differences of a kind that the gauges count. */
const MAX_COUNTED = 1000;

/** Adds the gauges of the exchange with a payment hub. */
export function addHubGauges(
  registry: Registry,
  { store, clock }: Sources<'schemeQueues' | 'countHubProblems'>,
): void {
  const { labelled } = gaugesOf(registry);
  const queues = sharedWhileRunning(() => store.schemeQueues(clock()));
  const gauge = (name: string, help: string, read: (queue: SchemeQueue) => number): void =>
    labelled(name, help, ['scheme'], async () =>
      (await queues()).map((queue) => [{ scheme: queue.instrument }, read(queue)] as const),
    );
  gauge(
    'pis_messages_waiting',
    'Messages that are due to be handed over to the payment hub, by scheme',
    ({ waiting }) => waiting.messages,
  );
  gauge(
    'pis_messages_scheduled',
    'Messages that wait until their scheme opens, by scheme',
    ({ scheduled }) => scheduled.messages,
  );
  gauge(
    'pis_messages_late',
    'Messages that missed the closing time of their scheme and are not completely answered, by scheme',
    ({ late }) => late.waiting + late.unanswered,
  );
  gauge(
    'pis_messages_refused',
    'Waiting messages that the payment hub refused at the last attempt, by scheme',
    ({ refused }) => refused,
  );
  gauge(
    'pis_unanswered_seconds',
    'Time since the oldest message without a complete answer was handed over, in seconds, by scheme',
    ({ unanswered }) => secondsSince(unanswered.oldestAt, clock()),
  );
  gauge(
    'pis_pending_seconds',
    'Time since the oldest message with pending credits was handed over, in seconds, by scheme',
    ({ pending }) => secondsSince(pending.oldestAt, clock()),
  );
  gauge(
    'pis_scheme_stopped',
    '1 while an operator has stopped the hand-over of messages, by scheme',
    ({ stop }) => (stop === null ? 0 : 1),
  );
  labelled(
    'pis_hub_problems',
    'Open problems of the payment hub, by kind (document, answer, return)',
    ['kind'],
    async () => {
      const counts = await store.countHubProblems();
      return PROBLEM_KINDS.map((kind) => [{ kind }, counts[kind]] as const);
    },
  );
}

/** Adds the gauges of recalls that have not ended. */
export function addRecallGauges(
  registry: Registry,
  { store, clock }: Sources<'countRecalls'>,
): void {
  const { labelled } = gaugesOf(registry);
  labelled(
    'pis_recalls',
    'Recalls that have not ended, by scheme and state (open, pending, accepted)',
    ['scheme', 'state'],
    async () =>
      (await store.countRecalls()).map(
        ({ instrument: scheme, state, recalls }) => [{ scheme, state }, recalls] as const,
      ),
  );
  labelled(
    'pis_recall_seconds',
    'Time since the oldest recall that has not ended was requested, in seconds, by scheme and state',
    ['scheme', 'state'],
    async () =>
      (await store.countRecalls()).map(
        ({ instrument: scheme, state, oldestAt }) =>
          [{ scheme, state }, secondsSince(oldestAt, clock())] as const,
      ),
  );
}

interface SettlementSources extends Sources<'listDifferences'> {
  readonly holidays: Holidays;
}

/** Adds the gauges of the settlement accounts. */
export function addSettlementGauges(
  registry: Registry,
  { store, holidays, clock }: SettlementSources,
): void {
  const differences = sharedWhileRunning(() =>
    store.listDifferences(overdueDates(clock(), holidays), MAX_COUNTED),
  );
  const gauge = (
    name: string,
    help: string,
    read: (ofKind: readonly Difference[]) => number,
  ): void =>
    gaugesOf(registry).labelled(name, help, ['kind'], async () => {
      const found = await differences();
      return DIFFERENCE_KINDS.map((kind) => {
        return [{ kind }, read(found.filter((one) => one.kind === kind))] as const;
      });
    });
  gauge(
    'pis_settlement_differences',
    'Differences between the settlement accounts and the credits, by kind. Counts up to 1,000',
    (ofKind) => Math.min(MAX_COUNTED, ofKind.length),
  );
  gauge(
    'pis_settlement_difference_seconds',
    'Age of the oldest difference of the settlement accounts, in seconds, by kind',
    (ofKind) => {
      const now = clock();
      return (now - Math.min(now, ...ofKind.map(({ since }) => since))) / SECOND_MS;
    },
  );
}
