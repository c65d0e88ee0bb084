import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { ClockGuard } from '../../../src/ops/clock-guard.ts';
import { openFileStore } from '../../../src/store/files/folder/files.ts';
import { readAuditLog } from '../../../src/store/sqlite/database/inspection.ts';
import { startOperations } from '../../../src/app/operations.ts';
import { NOW } from '../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../cli/fixtures.ts';

function upkeepOf(
  { folder, store }: Data,
  events: ServiceEvent[] = [],
  proposeOutcome = (): Promise<{ kind: 'unknownCredit' }> =>
    Promise.resolve({ kind: 'unknownCredit' }),
) {
  const still = () => NOW;
  const bounds = { maxLeapMs: 1, onChange: () => undefined };
  return startOperations({
    config: {
      ...{ dataDirectory: folder, profile: 'sandbox', node: 'london-1' },
      schemes: { kind: 'simulated' },
      store: { kind: 'sqlite' },
      files: { kind: 'folder' },
      inForce: [],
    },
    store,
    workers: { seal: () => Promise.reject(new Error('no workers')) },
    files: openFileStore(dataFolder(folder).files, () => undefined),
    stopwatch: () => 0,
    clock: { now: still },
    guard: new ClockGuard({ wallClock: still, stopwatch: () => 0, ...bounds }),
    holidays: createHolidays(),
    useCases: {
      confirmAction: () => Promise.resolve({ kind: 'unknown' }),
      currentFacts: () => Promise.resolve(undefined),
      proposeAction: () => Promise.resolve({ kind: 'notPossible' }),
      factsOfAction: () => Promise.resolve(undefined),
      proposeOutcome,
      searchFileRows: () => Promise.resolve(undefined),
      proposeRecall: () => Promise.resolve({ kind: 'simulated' }),
      listAudit: () => Promise.reject(new Error('no list')),
      paymentTimeline: () => Promise.resolve('unknownId'),
      findPayments: () => Promise.reject(new Error('no search')),
      findCustomers: () => Promise.resolve([]),
      viewCustomer: () => Promise.resolve(undefined),
      listTpps: () => Promise.resolve({ listed: [], next: null }),
      viewTpp: () => Promise.resolve(undefined),
      extendSearchIndex: () => Promise.resolve(false),
      apiMonth: () => Promise.reject(new Error('no figures')),
      ledgerOfDay: () => Promise.reject(new Error('no ledger')),
      ledgerEntries: () => Promise.resolve(undefined),
      listFiles: () => Promise.resolve({ files: [], next: null }),
      listWaitingApprovals: () => Promise.resolve({ listed: [], hasMore: false }),
    },
    runner: { wake: () => undefined },
    machineClock: still,
    addresses: null,
    exportCase: null,
    coreTasks: null,
    tasks: { holds: () => true },
    observe: (event) => events.push(event),
  });
}

describe('startOperations', () => {
  it(
    'audits start and stop, then logs the head of the audit log',
    withData(async (data) => {
      const events: ServiceEvent[] = [];
      const controlSocket = await upkeepOf(data, events);
      await controlSocket.stop();
      const { store, folder } = data;
      const end = await store.auditHead();
      expect(events.at(-1)).toEqual({ kind: 'auditHead', ...end });
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      expect(entries).toMatchObject([
        {
          actorKind: 'service',
          action: 'serviceStarted',
          detail: '{"profile":"sandbox","node":"london-1"}',
        },
        { actorKind: 'service', action: 'serviceStopped' },
      ]);
      expect(end.sequence).toBe(2);
    }),
  );

  it(
    'deletes expired rows even if nothing else is written',
    withData(async (data) => {
      const { store } = data;
      const item = { model: 'Code', grantId: null, clientId: null, payload: '{}' };
      for (let number = 0; number < 1200; number += 1) {
        await store.saveItem({ ...item, id: String(number), expiresAt: NOW }, NOW - 1);
      }
      await store.saveItem({ ...item, id: 'good', expiresAt: NOW + 1 }, NOW - 1);
      const controlSocket = await upkeepOf(data);
      await expect.poll(() => store.findItem('Code', '1199')).toBeUndefined();
      await controlSocket.stop();
      expect(await store.findItem('Code', '0')).toBeUndefined();
      expect(await store.findItem('Code', 'good')).toBeDefined();
    }),
  );

  it(
    'accepts commands of the operators',
    withData(async (data) => {
      const controlSocket = await upkeepOf(data);
      const output = await run('backup', [`${data.directory}/backup`], data.folder);
      expect(output).not.toContain('not running');
      await controlSocket.stop();
    }),
  );

  it(
    'lets running commands end before the control socket is closed, because they use the workers',
    withData(async (data) => {
      const order: string[] = [];
      let isHeld = true;
      const proposeOutcome = async () => {
        order.push('started');
        while (isHeld) await new Promise(setImmediate);
        order.push('ended');
        return { kind: 'unknownCredit' } as const;
      };
      const { stopUsingWorkers, stop } = await upkeepOf(data, [], proposeOutcome);
      const command = run('hub', ['propose', 'M1-0', 'accepted', '--reason', 'r'], data.folder);
      const failed = command.catch(() => undefined);
      await expect.poll(() => order).toEqual(['started']);
      const closed = stopUsingWorkers().then(() => order.push('closed'));
      await failed;
      isHeld = false;
      await closed;
      expect(order).toEqual(['started', 'ended', 'closed']);
      await stop();
    }),
  );

  it(
    'lets the service run and stop if audit entries cannot be written',
    withData(async (data) => {
      const events: ServiceEvent[] = [];
      const record = () => Promise.reject(new Error('The disk is full.'));
      const controlSocket = await upkeepOf({ ...data, store: { ...data.store, record } }, events);
      await controlSocket.stop();
      const failures = events.filter(({ kind }) => kind === 'failure');
      expect(failures).toMatchObject([
        { what: 'recording serviceStarted' },
        { what: 'recording serviceStopped' },
      ]);
    }),
  );
});
