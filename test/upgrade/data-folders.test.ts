import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoreSetting } from '../../src/config/store.ts';
import { familyNamed } from '../../src/families/index.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { move } from '../../src/cli/commands/move.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { auditBooks } from '../crash/audit-disk.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { dataOf, Tpp } from '../helpers/tpp.ts';
import { unpack, VERSIONS } from '../helpers/versions.ts';
import { hasPostgres, sharedPostgres } from '../helpers/use-postgres.ts';
import { run } from '../unit/cli/fixtures.ts';
import type { LaidDown } from './laid-down.ts';

/** Those that knew one approval alone, and nothing that a customer ends at the bank. */
const SINGLE = VERSIONS.slice(0, 5);

/**
 * Those whose sessions of visits still hold, as ones of whoever knew the password: before them a
 * session knew which factor was right.
 */
const SESSIONS_HOLD = VERSIONS.slice(2);

/** When all that waits has fallen due: a Friday, after the last day of every order and file. */
const ALL_DUE = '2026-12-11T12:00:00Z';

/** Where today's service finds it: where it was left, or where it was moved to. */
type Place = 'SQLite' | 'PostgreSQL';

/** Today's service over what a version left. */
interface Opened {
  readonly place: Place;
  readonly laid: LaidDown;
  readonly service: RunningService;
  readonly tpp: Tpp;
}

async function open(version: string, place: Place): Promise<Opened> {
  const directory = mkdtempSync(join(tmpdir(), 'pis-version-'));
  const laid = unpack(version, directory);
  const config = place === 'SQLite' ? {} : { store: await moved(directory) };
  const service = await startService({ directory, now: laid.stoppedAt + MINUTE_MS, config });
  return { place, laid, service, tpp: Tpp.withToken(service.origin, laid.token) };
}

/** A database that all of a data folder was moved into; it goes with the server of the tests. */
async function moved(directory: string): Promise<StoreSetting> {
  const { url } = await sharedPostgres().create();
  await run(move({}), ['--to', url], directory);
  return { kind: 'postgres', url };
}

/** Stops it; its books balance, and the audit log, too, is unbroken from its first entry on. */
async function close({ place, service }: Opened): Promise<void> {
  expect(service.events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  expect(await service.store.auditBooks()).toEqual([]);
  await service.stop();
  if (place === 'SQLite') await auditBooks(service.directory);
  rmSync(service.directory, { recursive: true });
}

const READ: readonly [string, Place][] = VERSIONS.flatMap((version) => [
  [version, 'SQLite'],
  ...(hasPostgres() ? [[version, 'PostgreSQL'] as [string, Place]] : []),
]);

/** What each version left is moved whole; that it goes on there is tried with all kinds of it. */
const GONE_ON = READ.filter(
  ([version, place]) => place === 'SQLite' || version === VERSIONS.at(-1),
);

describe.each(READ)('the data of version %s, read over %s', (version, place) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(version, place);
  });
  afterAll(() => close(opened));

  test('opens, with its whole audit log', async () => {
    const { laid, service } = opened;
    const { sequence } = await service.store.auditHead();
    // Today's service tells of its start.
    expect(sequence).toBe(laid.auditEntries + 1);
  });

  test('is answered as it was, with a token of that time', async () => {
    const { laid, tpp } = opened;
    for (const [path, data] of Object.entries(laid.answers)) {
      const reply = await tpp.get(path);
      expect([path, dataOf(reply)]).toMatchObject([path, data]);
    }
  });

  test('tells that it was the customer who refused what is Rejected', async () => {
    const { laid, service } = opened;
    const isRejected = (data: unknown) => (data as { Status?: string }).Status === 'Rejected';
    const rejected = Object.entries(laid.answers).filter(
      ([path, data]) => path.includes('consents/') && isRejected(data),
    );
    expect(rejected.length).toBeGreaterThan(0);
    for (const [path] of rejected) {
      const consent = await service.store.findConsent(basename(path));
      expect(consent).toMatchObject({ refusedBy: 'customer' });
    }
  });

  test('holds every file, byte for byte', async () => {
    const { laid, tpp } = opened;
    for (const { path, sha256 } of laid.files) {
      const { text } = await tpp.get(path);
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    }
  });

  test('knows the TPPs of that time, and the sessions that tell nothing of a factor', async () => {
    const { laid, service } = opened;
    for (const id of ['tpp-one', 'tpp-two']) {
      expect(await service.store.findSoftwareOf(id)).toMatchObject({ isAdmitted: true });
    }
    for (const id of laid.registrations) {
      expect(await service.store.findRegistration(id)).toBeDefined();
    }
    const stage = SESSIONS_HOLD.includes(version) ? 'identified' : undefined;
    for (const hash of laid.sessions) {
      expect((await service.store.findSession(hash))?.stage).toBe(stage);
    }
  });
});

describe.each(GONE_ON)('the data of version %s, gone on with over %s', (version, place) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(version, place);
  });
  afterEach(() => close(opened));

  test('is executed as it falls due', async () => {
    const { laid, service, tpp } = opened;
    await tpp.moveClock(ALL_DUE);
    const again = await Tpp.signIn(service.origin);
    for (const { path, last } of laid.payments) {
      expect([path, dataOf(await again.get(path))['Status']]).toEqual([path, last]);
    }
    expect(await service.store.nextWorkAt()).toBeUndefined();
  });

  test('lets those approve what waits for them who had not yet', async () => {
    const { laid, service, tpp } = opened;
    const { waiting = [] } = laid;
    expect(waiting.length > 0).toBe(!SINGLE.includes(version));
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

  test('lets an approval of that time be used', async () => {
    const { laid, service, tpp } = opened;
    expect(laid.approvals.length).toBeGreaterThan(0);
    for (const { family, ...approval } of laid.approvals) {
      const client = new FamilyClient(tpp, familyNamed(family));
      const path = `/${client.family.payments}/${client.paymentIdOf(await client.submit(approval))}`;
      await service.runner.drain(1000);
      const { first, last } = client.case.statuses;
      const expected = client.case.dueAt === null ? last : first;
      expect([path, dataOf(await tpp.get(path))['Status']]).toEqual([path, expected]);
    }
  });
});
