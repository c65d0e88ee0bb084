import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { daysToReconcile } from '../domain/calendar/core-days.ts';
import { SHOWN_CORE_DAYS } from '../domain/ports/core-store.ts';
import { figuresOf } from '../domain/records/api-figures.ts';
import { MAX_EVENTS_COUNTED, type EventCounts } from '../domain/records/event-notifications.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  SECOND_MS,
  type Clock,
  type Instant,
} from '../shared/time.ts';
import { gaugesOf, secondsSince, sharedWhileRunning, type Sources } from './gauge-parts.ts';
import type { RouteParts } from './route-parts.ts';

type ApiSources = Pick<Sources<'nodeRuns'>, 'store'> & { readonly machineClock: Clock };

/** Adds the gauge of today's downtime. */
export function addApiGauges(registry: Registry, { store, machineClock }: ApiSources): void {
  gaugesOf(registry).labelled(
    'pis_api_downtime_seconds',
    'Downtime of all nodes at once since midnight in London, in seconds, by kind (planned, unplanned)',
    ['kind'],
    async () => {
      const day = londonDate(machineClock());
      const from = londonInstant(day);
      const before = londonInstant(addDays(day, 1));
      const runs = await store.nodeRuns(from, before);
      const { plannedSeconds, unplannedSeconds } = figuresOf(day, runs, []);
      return [
        [{ kind: 'planned' }, plannedSeconds],
        [{ kind: 'unplanned' }, unplannedSeconds],
      ];
    },
  );
}

interface CoreSources extends Sources<'countCoreRequests' | 'coreDays'> {
  /** The connection to the core banking system. Null if this service keeps the accounts. */
  readonly core: Pick<NonNullable<RouteParts['core']>, 'isReachable' | 'changesProblem'> | null;
}

/** Adds the gauges of the connection to the core banking system, if there is one. */
export function addCoreGauges(registry: Registry, { store, clock, core }: CoreSources): void {
  if (core === null) return;
  const { single } = gaugesOf(registry);
  single(
    'pis_core_requests_waiting',
    'Requests that the core banking system has not performed',
    async () => (await store.countCoreRequests()).waiting,
  );
  single(
    'pis_core_requests_refused',
    'Requests that the core banking system refused and about which an operator must decide',
    async () => (await store.countCoreRequests()).refused,
  );
  single(
    'pis_core_requests_waiting_seconds',
    'Age of the oldest request that the core banking system has not performed, in seconds',
    async () => secondsSince((await store.countCoreRequests()).oldestAt, clock()),
  );
  single(
    'pis_core_differences',
    `Differences from the core banking system, on the last ${String(SHOWN_CORE_DAYS)} reconciled days`,
    async () => {
      const days = await store.coreDays(SHOWN_CORE_DAYS);
      return days.reduce((sum, { differences }) => sum + differences, 0);
    },
  );
  single(
    'pis_core_days_not_reconciled',
    'Ended days that are not reconciled with the core banking system yet',
    async () => daysToReconcile((await store.coreDays(1))[0]?.day, clock()),
  );
  single(
    'pis_core_reachable',
    '1 if the core banking system answers, 0 if it cannot be reached',
    () => Number(core.isReachable()),
  );
  single(
    'pis_core_changes_failing',
    '1 if this node should follow the changes of accounts and cannot read or store them',
    () => Number(core.changesProblem() !== null),
  );
}

/** Adds the gauges of events for TPPs. */
export function addEventGauges(registry: Registry, { store, clock }: Sources<'countEvents'>): void {
  const limit = `Counts up to ${MAX_EVENTS_COUNTED.toLocaleString('en')}`;
  const counts = sharedWhileRunning(() => store.countEvents());
  const gauge = (name: string, help: string, read: (found: EventCounts) => number): void =>
    gaugesOf(registry).single(name, help, async () => read(await counts()));
  gauge('pis_events_open', `Events that TPPs have not acknowledged. ${limit}`, ({ open }) => open);
  gauge(
    'pis_events_open_seconds',
    'Age of the oldest event that its TPP has not acknowledged, in seconds',
    ({ oldestAt }) => secondsSince(oldestAt, clock()),
  );
  gauge(
    'pis_events_set_aside',
    `Events that were set aside because TPPs reported errors. ${limit}`,
    ({ setAside }) => setAside,
  );
  gauge(
    'pis_event_endpoints_unresponsive',
    'Callback addresses of TPPs to which nothing is pushed, because pushes failed',
    ({ unresponsive }) => unresponsive,
  );
}

/** Adds the gauges of the payments that the bank's screening holds, if it has one. */
export function addScreeningGauges(
  registry: Registry,
  { store, clock, isScreened }: Sources<'countCases'> & { readonly isScreened: boolean },
): void {
  if (!isScreened) return;
  const { single } = gaugesOf(registry);
  single('pis_screening_held', 'Cases of held payments that nobody has decided', async () => {
    return (await store.countCases()).open;
  });
  single(
    'pis_screening_limit_seconds',
    'Time until the first held payment is rejected, in seconds. Absent if there is no limit',
    async () => {
      const { nextEndsAt } = await store.countCases();
      return nextEndsAt === null ? null : (nextEndsAt - clock()) / SECOND_MS;
    },
  );
}

/** Expiry times of the TLS files in use. */
interface TlsExpiry {
  readonly certificate: Instant;
  /** `nextUpdate` of the revocation list that expires first. Null if no list has one. */
  readonly revocationList: Instant | null;
}

export interface NodeGaugeSources {
  readonly dataDirectory: string;
  readonly machineClock: Clock;
  /** Null if this node has no TLS listener. */
  readonly tlsExpiry: (() => TlsExpiry) | null;
}

/** Adds the gauges of the disk of the data folder and of the TLS files of a node. */
export function addNodeGauges(registry: Registry, sources: NodeGaugeSources): void {
  const { dataDirectory, machineClock, tlsExpiry } = sources;
  const { single, labelled } = gaugesOf(registry);
  single('pis_disk_free_ratio', "Free part of the data folder's disk, from 0 to 1", async () => {
    const { bavail, blocks } = await statfs(dataDirectory);
    return bavail / blocks;
  });
  if (tlsExpiry === null) return;
  labelled(
    'pis_tls_expiry_seconds',
    'Time until the certificate or a revocation list of the TLS listeners expires, in seconds, by file (certificate, revocations)',
    ['file'],
    () => {
      const { certificate, revocationList } = tlsExpiry();
      const left = (at: Instant): number => (at - machineClock()) / SECOND_MS;
      return [
        [{ file: 'certificate' }, left(certificate)],
        ...(revocationList === null
          ? []
          : [[{ file: 'revocations' }, left(revocationList)] as const]),
      ];
    },
  );
}
