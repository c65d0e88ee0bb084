import { appendFileSync, chmodSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { createMetrics } from '../../../src/ops/metrics.ts';
import { DAY_MS, HOUR_MS } from '../../../src/shared/time.ts';
import { eventually } from '../../helpers/eventually.ts';
import { metricsWith, NOW } from '../../helpers/gauge-sources.ts';
import { TestHub } from '../../helpers/hub.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import {
  checkDeployed,
  checkScrapeOfPods,
  expectAlerts,
  expectFiring,
  hasPromtool,
  samplesOf,
} from '../../helpers/promtool.ts';
import { startSecureService } from '../../helpers/secure-service.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { ACT } from '../store/fixtures.ts';

/*
 * The alerts of deploy/observability fire if their cause exists, and no others. promtool evaluates
 * the rules with the metrics of the service, in simulated time.
 */

/** Returns the metrics of a service. Undefined if it does not answer. */
async function metricsOf({ origin }: Pick<RunningService, 'origin'>): Promise<string | undefined> {
  const answer = await fetch(`${origin}/metrics`).catch(() => undefined);
  return answer?.text();
}

/** Waits until the metrics of a service contain this line. Returns them. */
function metricsWhen(service: RunningService, line: RegExp): Promise<string> {
  return eventually(async () => {
    const text = (await metricsOf(service)) ?? '';
    expect(text).toMatch(line);
    return text;
  });
}

/** Starts a service whose payments are handed over to a folder that no hub reads. */
async function withHub(run: (service: RunningService, hub: TestHub, tpp: Tpp) => Promise<void>) {
  const hub = new TestHub();
  const service = await startService({ config: hub.settings });
  await run(service, hub, await Tpp.signIn(service.origin));
  await service.end().catch(() => undefined);
  await hub.end();
}

describe.skipIf(!hasPromtool)('the rules of Prometheus', () => {
  test('are valid, and so is the scrape configuration', () => {
    checkDeployed('rules', 'alerts.yml');
    checkDeployed('config', 'prometheus.yml');
    checkScrapeOfPods();
  });

  test('fire for no healthy service', async () => {
    await withHub(async (service, _, tpp) => {
      await tpp.consentFor(bulkFile(1));
      const healthy = (await metricsOf(service)) ?? '';
      expectFiring([], healthy, healthy);
    });
    const quiet = await metricsWith();
    expectFiring([], quiet, quiet);
  });
});

describe.skipIf(!hasPromtool)('a service alerts', () => {
  test('if an operator stops a scheme, and if documents of the hub cannot be read', async () => {
    await withHub(async (service, hub) => {
      const before = (await metricsOf(service)) ?? '';
      await service.store.stopScheme('FPS', 'maintenance', ACT);
      const stopped = await metricsWhen(service, /^pis_scheme_stopped\{scheme="FPS"\} 1$/m);
      expectFiring(['PisSchemeStopped'], before, stopped);
      writeFileSync(join(hub.folder, 'from-hub', 'answer.xml'), 'no answer');
      const problem = await metricsWhen(service, /^pis_hub_problems\{kind="document"\} 1$/m);
      expectFiring(['PisHubProblems', 'PisSchemeStopped'], stopped, problem);
    });
  });

  test('if messages cannot be handed over, or are not answered', async () => {
    await withHub(async (service, hub, tpp) => {
      const before = (await metricsOf(service)) ?? '';
      const [folder, moved] = [join(hub.folder, 'to-hub'), join(hub.folder, 'moved')];
      renameSync(folder, moved);
      await tpp.pay(bulkFile(1));
      const failing = await metricsWhen(service, /^pis_hand_over_failures_total\{.*\} [1-9]/m);
      expectFiring(['PisHandOverFailing', 'PisMessagesWaiting'], before, failing);
      renameSync(moved, folder);
      const sent = await metricsWhen(service, /^pis_messages_handed_over_total\{.*\} 1$/m);
      await tpp.moveClock(new Date(NOW + HOUR_MS).toISOString());
      const unanswered = await metricsWhen(
        service,
        /^pis_unanswered_seconds\{scheme="FPS"\} 3\d{3}/m,
      );
      expectFiring(['PisAnswersOverdue'], sent, unanswered);
    });
  });

  test('if a payment file is damaged, and its job is parked', async () => {
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    const before = (await metricsOf(service)) ?? '';
    const { consentId, token } = await tpp.approved(bulkFile(1));
    const { files } = dataFolder(service.directory);
    for (const { parentPath, name } of readdirSync(files, {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile())) {
      chmodSync(join(parentPath, name), 0o600);
      appendFileSync(join(parentPath, name), ' ');
    }
    await tpp.submit(consentId, token);
    const parked = await metricsWhen(service, /^pis_work_parked 1$/m);
    expectFiring(['PisFailures', 'PisWorkParked'], before, parked);
    await service.end();
  });

  test('if the clock of its machine leaps', async () => {
    const service = await startService();
    const before = (await metricsOf(service)) ?? '';
    service.leapMachineClock(2 * DAY_MS);
    expectFiring(
      ['PisClockInDoubt'],
      before,
      await metricsWhen(service, /^pis_clock_in_doubt 1$/m),
    );
    await service.end();
  });

  test('if its database is unavailable, and if it does not answer at all', async () => {
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    const before = (await metricsOf(service)) ?? '';
    await service.store.close();
    await tpp.get('/domestic-payments/none');
    const unavailable = (await metricsOf(service)) ?? '';
    expectFiring(
      ['PisDatabaseUnavailable', 'PisFailures', 'PisUnavailableResponses'],
      before,
      unavailable,
    );
    await service.end().catch(() => undefined);
    expect(await metricsOf(service)).toBeUndefined();
    expectFiring(['PisNodeDown'], before, undefined);
  });

  test('if its event loop is blocked', async () => {
    const metrics = createMetrics('node-1');
    await sleep(50);
    const before = samplesOf(await metrics.read(), /^(pis_|nodejs_eventloop_lag_p99)/);
    for (let turn = 0; turn < 3; turn += 1) {
      const end = performance.now() + 300;
      while (performance.now() < end);
      await sleep(20);
    }
    const after = samplesOf(await metrics.read(), /^nodejs_eventloop_lag_p99/);
    const named = (samples: typeof after) =>
      new Map([...samples].filter(([name]) => name.startsWith('nodejs')));
    const quiet = new Map([...named(before)].map(([name]) => [name, '0.01']));
    expectAlerts(['PisEventLoopSlow'], quiet, named(after));
  });

  test('before its certificate or a revocation list expires, and if its disk is almost full', async () => {
    const service = await startSecureService();
    const text = (await metricsOf(service)) ?? '';
    const [, certificate] =
      /^pis_tls_expiry_seconds\{file="certificate"\} (\S+)$/m.exec(text) ?? [];
    expect(Number(certificate)).toBeGreaterThan(0);
    expect(text).toMatch(/^pis_tls_expiry_seconds\{file="revocations"\} \d/m);
    await service.end();
    const nodeAt = async (
      now: number,
      tlsExpiry: { certificate: number; revocationList: number },
    ) => {
      const metrics = createMetrics('node-1');
      const [dataDirectory, machineClock] = ['/', () => now];
      metrics.addNodeGauges({ dataDirectory, machineClock, tlsExpiry: () => tlsExpiry });
      // The database is not part of this test, and the disk of the machine may have any state.
      return (await metrics.read()).replace(
        /^(pis_disk_free_ratio) .*$/m,
        '$1 0.5\npis_work_parked 0',
      );
    };
    const expiry = { certificate: NOW + 15 * DAY_MS, revocationList: NOW + 15 * DAY_MS };
    const before = await nodeAt(NOW, expiry);
    expectFiring(['PisTlsExpiring'], before, await nodeAt(NOW + 2 * DAY_MS, expiry));
    const revoked = { ...expiry, revocationList: NOW + 23 * HOUR_MS };
    expectFiring(['PisTlsExpiring'], before, await nodeAt(NOW, revoked));
    const full = before.replace('pis_disk_free_ratio 0.5', 'pis_disk_free_ratio 0.19');
    expectFiring(['PisDiskAlmostFull'], before, full);
  });
});

const RECALL = {
  recallId: 'R',
  messageId: 'M',
  index: 0,
  exchange: 'default',
  attempts: 1,
} as const;

/** Events of the service, as its parts report them, with the alert of each. */
const EVENTS: readonly (readonly [alert: string, event: ServiceEvent])[] = [
  ['PisLogLost', { kind: 'logLost' }],
  ['PisLeaseTakenOver', { kind: 'leaderElected', task: 'hub', takenFrom: 'node-2' }],
  ['PisAuditEntriesSetAside', { kind: 'auditEntrySetAside', reason: 'mark', id: 1 }],
  ['PisAuditEntriesMissing', { kind: 'auditEntriesMissing', writer: 'node-1', from: 1, to: 2 }],
  ['PisAuditDropped', { kind: 'auditEntryLeftOut', action: 'signatureRefused' }],
  [
    'PisRecallsFailing',
    { kind: 'recallFailed', ...RECALL, instrument: 'FPS', retryMs: 1000, problem: 'none' },
  ],
  [
    'PisBankFileNotApplied',
    {
      ...{ kind: 'bankFileNotApplied', reason: 'older', version: 1, digest: 'a' },
      ...{ appliedVersion: 2, appliedDigest: 'b' },
    },
  ],
];

describe.skipIf(!hasPromtool)('an event of the service', () => {
  test.each(EVENTS)('causes %s', async (alert, event) => {
    const service = await startService();
    const before = (await metricsOf(service)) ?? '';
    service.observe(event);
    expectFiring([alert], before, await metricsOf(service));
    await service.end();
  });

  test('causes an alert if requests are refused, or spans are lost, again and again', async () => {
    const service = await startService();
    const before = (await metricsOf(service)) ?? '';
    service.observe({ kind: 'requestRefused', listener: 'tpps', reason: 'rate' });
    const one = (await metricsOf(service)) ?? '';
    // A single request that is refused is no reason for an alert.
    expectFiring([], before, one);
    for (let count = 0; count < 1000; count += 1)
      service.observe({ kind: 'requestRefused', listener: 'tpps', reason: 'rate' });
    expectFiring(['PisClientRefused'], one, await metricsOf(service));
    const refused = (await metricsOf(service)) ?? '';
    service.observe({ kind: 'spansNotExported', spans: 512, problem: 'timeout' });
    expectFiring(['PisTracesLost'], refused, await metricsOf(service));
    service.observe({ kind: 'auditHead', sequence: 9, hash: 'a' });
    const nine = (await metricsOf(service)) ?? '';
    service.observe({ kind: 'auditHead', sequence: 8, hash: 'b' });
    expectFiring(['PisAuditLogShrank'], nine, await metricsOf(service));
    await service.end();
  });
});
