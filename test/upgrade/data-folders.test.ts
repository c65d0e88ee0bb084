import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoreSetting } from '../../src/config/store.ts';
import { familyNamed } from '../../src/families/index.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { auditBooks } from '../crash/audit-disk.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { dataOf, Tpp } from '../helpers/tpp.ts';
import { unpack, VERSIONS } from '../helpers/versions.ts';
import { hasPostgres, sharedPostgres } from '../helpers/use-postgres.ts';
import { run } from '../unit/cli/fixtures.ts';
import type { VersionData } from './version-data.ts';

/** Versions without multiple approvals, cancellations and revocations by the customer. */
const SINGLE_APPROVAL_VERSIONS = VERSIONS.slice(0, 5);

/**
 * Versions whose sessions of open interactions stay valid. Older sessions recorded which factor was
 * right and are ended by the upgrade.
 */
const VERSIONS_WITH_SESSIONS = VERSIONS.slice(2);

/** A Friday after the last date of every order and file, when all work is due. */
const ALL_DUE = '2026-12-11T12:00:00Z';

/** Database of the current service: the original one, or the one that the data was moved to. */
type Engine = 'SQLite' | 'PostgreSQL';

/** The current service on the data of an older version. */
interface Opened {
  readonly engine: Engine;
  readonly stored: VersionData;
  readonly service: RunningService;
  readonly tpp: Tpp;
}

async function open(version: string, engine: Engine): Promise<Opened> {
  const directory = mkdtempSync(join(tmpdir(), 'pis-version-'));
  const stored = unpack(version, directory);
  const config = engine === 'SQLite' ? {} : { store: await moved(directory) };
  const service = await startService({ directory, now: stored.stoppedAt + MINUTE_MS, config });
  return { engine, stored, service, tpp: Tpp.withToken(service.origin, stored.token) };
}

/** Moves a data folder to a new PostgreSQL database. */
async function moved(directory: string): Promise<StoreSetting> {
  const { url } = await sharedPostgres().create();
  await run('move', ['--to', url], directory);
  return { kind: 'postgres', url };
}

/** Stops the service and checks that its books balance and that its audit log is unbroken. */
async function close({ engine, service }: Opened): Promise<void> {
  expect(service.events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  expect(await service.store.auditBooks()).toEqual([]);
  await service.stop();
  if (engine === 'SQLite') await auditBooks(service.directory);
  rmSync(service.directory, { recursive: true });
}

const READ: readonly [string, Engine][] = VERSIONS.flatMap((version) => [
  [version, 'SQLite'],
  ...(hasPostgres() ? [[version, 'PostgreSQL'] as [string, Engine]] : []),
]);

/**
 * Execution is tested for each version on SQLite, and for the newest version on PostgreSQL. Reading
 * is tested for each version on both.
 */
const EXECUTED = READ.filter(
  ([version, engine]) => engine === 'SQLite' || version === VERSIONS.at(-1),
);

describe.each(READ)('the data of version %s, read on %s', (version, engine) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(version, engine);
  });
  afterAll(() => close(opened));

  test('opens with its complete audit log', async () => {
    const { stored, service } = opened;
    const { sequence } = await service.store.auditHead();
    // The current service adds an entry for its start.
    expect(sequence).toBe(stored.auditEntries + 1);
  });

  test('is returned unchanged for a token of that version', async () => {
    const { stored, tpp } = opened;
    for (const [path, data] of Object.entries(stored.answers)) {
      const reply = await tpp.get(path);
      expect([path, dataOf(reply)]).toMatchObject([path, data]);
    }
  });

  test('names the customer as the one who rejected each Rejected consent', async () => {
    const { stored, service } = opened;
    const isRejected = (data: unknown) => (data as { Status?: string }).Status === 'Rejected';
    const rejected = Object.entries(stored.answers).filter(
      ([path, data]) => path.includes('consents/') && isRejected(data),
    );
    expect(rejected.length).toBeGreaterThan(0);
    for (const [path] of rejected) {
      const consent = await service.store.findConsent(basename(path));
      expect(consent).toMatchObject({ refusedBy: 'customer' });
    }
  });

  test('contains every payment file, byte for byte', async () => {
    const { stored, tpp } = opened;
    for (const { path, sha256 } of stored.files) {
      const { text } = await tpp.get(path);
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    }
  });

  test('keeps the TPPs and their registrations, and the sessions that are still valid', async () => {
    const { stored, service } = opened;
    for (const id of ['tpp-one', 'tpp-two']) {
      expect(await service.store.findSoftwareOf(id)).toMatchObject({ isAdmitted: true });
    }
    for (const id of stored.registrations) {
      expect(await service.store.findRegistration(id)).toBeDefined();
    }
    const stage = VERSIONS_WITH_SESSIONS.includes(version) ? 'identified' : undefined;
    for (const hash of stored.sessions) {
      expect((await service.store.findSession(hash))?.stage).toBe(stage);
    }
  });
});

describe.each(EXECUTED)('the data of version %s, executed on %s', (version, engine) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(version, engine);
  });
  afterEach(() => close(opened));

  test('executes all payments on their due dates', async () => {
    const { stored, service, tpp } = opened;
    await tpp.moveClock(ALL_DUE);
    const again = await Tpp.signIn(service.origin);
    for (const { path, last } of stored.payments) {
      expect([path, dataOf(await again.get(path))['Status']]).toEqual([path, last]);
    }
    expect(await service.store.nextWorkAt()).toBeUndefined();
  });

  test('lets the remaining approvers approve pending payments', async () => {
    const { stored, service, tpp } = opened;
    const { waiting = [] } = stored;
    expect(waiting.length > 0).toBe(!SINGLE_APPROVAL_VERSIONS.includes(version));
    for (const { paymentId, path, approvers } of waiting) {
      const { MultiAuthorisation: stood } = dataOf(await tpp.get(path));
      expect(stood).toMatchObject({ Status: 'AwaitingFurtherAuthorisation' });
      for (const user of approvers) {
        const body = { user, decision: 'approve' };
        const address = `/sandbox/payments/${paymentId}/approvals`;
        expect((await tpp.post(address, body, { key: null })).status).toBe(200);
      }
    }
    await tpp.moveClock(ALL_DUE);
    const again = await Tpp.signIn(service.origin);
    for (const { path, last } of waiting) {
      const { Status, MultiAuthorisation } = dataOf(await again.get(path));
      expect([path, Status]).toEqual([path, last]);
      expect(MultiAuthorisation).toMatchObject({ Status: 'Authorised' });
    }
  });

  test('accepts a payment under a consent that was approved before the upgrade', async () => {
    const { stored, service, tpp } = opened;
    expect(stored.approvals.length).toBeGreaterThan(0);
    for (const { family, ...approval } of stored.approvals) {
      const client = new FamilyClient(tpp, familyNamed(family));
      const path = `/${client.family.payments}/${client.paymentIdOf(await client.submit(approval))}`;
      await service.runner.drain(1000);
      const { first, last } = client.case.statuses;
      const expected = client.case.dueAt === null ? last : first;
      expect([path, dataOf(await tpp.get(path))['Status']]).toEqual([path, expected]);
    }
  });
});
