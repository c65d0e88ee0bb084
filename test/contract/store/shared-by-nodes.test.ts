import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BucketKind } from '../../../src/domain/ports/node-store.ts';
import { serviceActor } from '../../../src/domain/records/audit.ts';
import { NodeTasks, TASKS } from '../../../src/ops/tasks.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import { preparedDatabase } from '../../helpers/prepared-databases.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { BANK, batchOf, bookingOf, debitOf, nextWork, NOW, submit } from './fixtures.ts';
import { overNodes } from './four-nodes.ts';

const NODES = 4;
const AT_ONCE = 32;

/** A node asks for a task of another node every third of this lease, in milliseconds. */
const SHORT_LEASE_MS = 600;

/** Columns with the end of a lease, by table. */
const LEASE_ENDS = {
  task_lease: 'held_until',
  work: 'claimed_until',
  form: 'until',
} as const;

/** Ends all leases of a table, so that no test waits for them. */
async function endLeases(database: string, table: keyof typeof LEASE_ENDS): Promise<void> {
  await connected(database, (client) =>
    client.query(`UPDATE ${table} SET ${LEASE_ENDS[table]} = 0`),
  );
}

/** Opens the stores of all nodes on one database. */
async function nodes(database?: string): Promise<readonly PostgresStore[]> {
  const url = database ?? (await preparedDatabase());
  const key = randomBytes(32);
  const inboxKeys = () => [key];
  const stores: PostgresStore[] = [];
  for (let node = 0; node < NODES; node += 1) {
    stores.push(
      await openPostgresStore(
        { url, node: `n${String(node)}`, inboxKeys, observe: () => undefined },
        () => NOW,
      ),
    );
  }
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  return stores;
}

async function twoNodes(database?: string): Promise<readonly [PostgresStore, PostgresStore]> {
  const [one, other] = await nodes(database);
  return [expectDefined(one, 'one node'), expectDefined(other, 'another')];
}

/** Runs `act` `AT_ONCE` times concurrently, spread over the nodes. */
async function atOnce<Value>(
  stores: readonly PostgresStore[],
  act: (store: PostgresStore, time: number) => Promise<Value>,
): Promise<readonly Value[]> {
  const each = stores.flatMap((store, node) =>
    Array.from({ length: AT_ONCE / NODES }, (_, time) => act(store, node + time * NODES)),
  );
  return Promise.all(each);
}

describe.skipIf(!hasPostgres())('nodes that share a store', () => {
  it(
    'grant tokens as from an empty bucket after the database’s clock was set back',
    overNodes(
      async ({ url, first }) => {
        const size = { perSecond: 10, burst: 10 };
        const bucket = first.openBuckets({ name: 'a kind', size, prefetchedTokens: 1 });
        await bucket.take('one');
        // The state that a clock finds that was set back by an hour.
        await connected(url, (client) =>
          client.query('UPDATE bucket SET full_at = full_at + 3600000000'),
        );
        expect(await bucket.take('one')).toBe(1);
        await sleep(200);
        expect(await bucket.take('one')).toBe(0);
      },
      { seeded: false, audited: false },
    ),
  );

  it('take a token and register a form once even if a concurrent query fails', async () => {
    const [store] = await twoNodes();
    const size = { perSecond: 0.001, burst: 2 };
    const bucket = store.openBuckets({ name: 'a kind', size, prefetchedTokens: 1 });
    // The database rejects half a millisecond.
    const refused = () => expect(store.nextWorkAt(0.5)).rejects.toThrow('refused a statement');
    const [sent, waitSeconds] = await Promise.all([
      store.forms?.sent('a form', MINUTE_MS),
      bucket.take('one'),
      refused(),
    ]);
    expect([sent, waitSeconds, await bucket.take('one')]).toEqual([{ kind: 'first' }, 0, 0]);
    expect(await bucket.take('one')).toBeGreaterThan(0);
  });

  it.each([0, 1, 7, 31, 32])('take the last %i tokens of a bucket once', async (left) => {
    const stores = await nodes();
    // A bucket starts full at its first statement. A statement that began earlier and waited for
    // the row would find a little less in it.
    const size = { perSecond: 0.001, burst: left + 1 };
    const kind: BucketKind = { name: 'a kind', size, prefetchedTokens: 1 };
    await stores[0]?.openBuckets(kind).take('one');
    const buckets = stores.map((store) => store.openBuckets(kind));
    const answers = await atOnce(stores, (store) => {
      const own = buckets[stores.indexOf(store)];
      return own === undefined ? Promise.resolve(1) : own.take('one');
    });
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(left);
  });

  it('never exceed a bucket although each node prefetches tokens', async () => {
    const stores = await nodes();
    const size = { perSecond: 0.001, burst: 100 };
    const buckets = stores.map((store) =>
      store.openBuckets({ name: 'a kind', size, prefetchedTokens: 10 }),
    );
    let passed = 0;
    for (let round = 0; round < 5; round += 1) {
      const answers = await atOnce(stores, (store) => {
        const own = buckets[stores.indexOf(store)];
        return own === undefined ? Promise.resolve(1) : own.take('one');
      });
      passed += answers.filter((seconds) => seconds === 0).length;
    }
    expect(passed).toBeLessThanOrEqual(100);
    // Unused prefetched tokens of a node are fewer than it prefetches.
    expect(passed).toBeGreaterThan(100 - NODES * 10);
  });

  it('hold each task once and take it over when its lease has ended', async () => {
    const database = await preparedDatabase();
    const stores = await nodes(database);
    const answers = await atOnce(stores, async (store, time) => {
      const owner = `node ${String(time)}`;
      const held = await store.holdTasks(TASKS, { owner, leaseMs: MINUTE_MS });
      return held.map((task) => ({ ...task, owner }));
    });
    expect(
      answers
        .flat()
        .map(({ task }) => task)
        .sort(),
    ).toEqual([...TASKS].sort());
    expect(answers.flat().every(({ takenFrom }) => takenFrom === null)).toBe(true);
    const { owner } = expectDefined(
      answers.flat().find(({ task }) => task === 'directory'),
      'a holder',
    );
    // The owner does not renew its lease.
    await endLeases(database, 'task_lease');
    const later = await atOnce(stores, (store, time) =>
      store.holdTasks(['directory'], { owner: `later ${String(time)}`, leaseMs: MINUTE_MS }),
    );
    expect(later.flat()).toHaveLength(1);
    expect(later.flat()[0]?.takenFrom).toBe(owner);
  });

  it('are ready while the readiness probe of another node is blocked', async () => {
    const database = await preparedDatabase();
    const [one, other] = await nodes(database);
    expect(await one?.isReady()).toBe(true);
    await connected(database, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM setting WHERE name LIKE 'probe%' FOR UPDATE`);
      expect(await other?.isReady()).toBe(true);
      await client.query('ROLLBACK');
    });
  });

  it('lose a task when their lease has ended', async () => {
    const database = await preparedDatabase();
    const [one, other] = await twoNodes(database);
    let nowMs = 0;
    const tasksOf = (store: PostgresStore, owner: string, leaseMs: number) =>
      new NodeTasks({ store, owner, leaseMs, stopwatch: () => nowMs, observe: () => undefined });
    // The first node asks again in 20 seconds, the second several times a second.
    const [first, second] = [
      tasksOf(one, 'first', MINUTE_MS),
      tasksOf(other, 'second', SHORT_LEASE_MS),
    ];
    await first.start();
    await second.start();
    expect(TASKS.map((task) => [first.holds(task), second.holds(task)])).toEqual(
      TASKS.map(() => [true, false]),
    );
    nowMs += MINUTE_MS;
    await endLeases(database, 'task_lease');
    await expect.poll(() => TASKS.every((task) => second.holds(task))).toBe(true);
    expect(TASKS.some((task) => first.holds(task))).toBe(false);
    await second.stop();
    await first.stop();
  });

  it('execute a step once even if a paused node resumes it', async () => {
    const database = await preparedDatabase();
    const [one, other] = await twoNodes(database);
    await one.seed(BANK, NOW);
    await submit(one, 'p', [batchOf(1, 100)]);
    const claim = { owner: 'one', leaseMs: MINUTE_MS };
    const [work] = await one.claimWork('files', NOW, 1, claim);
    expect(await other.claimWork('files', NOW, 1, { ...claim, owner: 'other' })).toEqual([]);
    if (work === undefined) throw new Error('No step was claimed.');
    // An owner that renews late, but before another claims the step, keeps it.
    await endLeases(database, 'work');
    await one.renewWork([work], claim);
    expect(await other.claimWork('files', NOW, 1, { ...claim, owner: 'other' })).toEqual([]);
    // The owner is paused and its lease ends.
    await endLeases(database, 'work');
    const lease = { owner: 'other', leaseMs: MINUTE_MS };
    const [claimed] = await other.claimWork('files', NOW, 1, lease);
    expect(claimed).toEqual({ ...work, takenFrom: 'one' });
    const booking = bookingOf([debitOf(null, 100)]);
    const done = await Promise.all([
      other.bookDebits(work, booking, NOW),
      one.bookDebits(work, booking, NOW),
    ]);
    expect(done.filter((step) => step.done)).toHaveLength(1);
    // Renewing and releasing have no effect after the step was taken over.
    await one.renewWork([work], claim);
    await one.releaseWork([work], 'one');
    expect(await nextWork(one)).toMatchObject({ step: 'send' });
  });

  it('answer a form once and return the stored answer for a while', async () => {
    const database = await preparedDatabase();
    const stores = await nodes(database);
    const forms = stores.map(({ forms }) => expectDefined(forms, 'forms of several nodes'));
    const [one, other] = [expectDefined(forms[0], 'one'), expectDefined(forms[1], 'another')];
    const sent = await atOnce(stores, (store) =>
      expectDefined(store.forms, 'forms').sent('form', MINUTE_MS),
    );
    expect(sent.filter((form) => form.kind === 'first')).toHaveLength(1);
    expect(sent.filter((form) => form.kind === 'underWay')).toHaveLength(AT_ONCE - 1);
    await one.answered('form', 'the answer', MINUTE_MS);
    expect(await other.sent('form', 1)).toEqual({ kind: 'answered', answer: 'the answer' });
    await endLeases(database, 'form');
    expect(await other.sent('form', MINUTE_MS)).toEqual({ kind: 'first' });
    expect(await one.sent('form', MINUTE_MS)).toEqual({ kind: 'underWay' });
    await other.failed('form');
    expect(await one.sent('form', MINUTE_MS)).toEqual({ kind: 'first' });
    await endLeases(database, 'form');
    expect(await other.sent('form', MINUTE_MS)).toEqual({ kind: 'first' });
  });

  it('detect changes of the directory by another node, and no others', async () => {
    const [one, other] = await twoNodes();
    await one.seed(BANK, NOW);
    const before = await other.directoryVersion();
    await one.writeSetting('something', 'else');
    expect(await other.directoryVersion()).toBe(before);
    const act = { at: NOW, by: serviceActor('directory') };
    await one.replaceDirectory([], act);
    const after = await other.directoryVersion();
    expect(after).not.toBe(before);
    await other.replaceDirectory([], act);
    expect(await one.directoryVersion()).toBe(after);
  });

  it('delete only full buckets, and no more at a time than allowed', async () => {
    const database = await preparedDatabase();
    const [one] = await twoNodes(database);
    const slow = one.openBuckets({
      name: 'slow',
      size: { perSecond: 0.001, burst: 1 },
      prefetchedTokens: 1,
    });
    const fast = one.openBuckets({
      name: 'fast',
      size: { perSecond: 1000, burst: 1 },
      prefetchedTokens: 1,
    });
    await fast.take('first');
    // With the statistics of an empty table, PostgreSQL expects one row. It then chooses a nested
    // loop, which can execute a subquery several times.
    await connected(database, (client) => client.query('DELETE FROM bucket; ANALYZE bucket'));
    await slow.take('one');
    for (let key = 0; key < 600; key += 1) await fast.take(String(key));
    await sleep(10);
    expect(await one.clearExpired(NOW)).toBe(true);
    expect(await one.clearExpired(NOW)).toBe(false);
    expect(await slow.take('one')).toBeGreaterThan(0);
  });
});
