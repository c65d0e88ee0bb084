import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { actorOf, type Act, type AuditEntry } from '../../../../src/domain/records/audit.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/shared/time.ts';
import { ClockGuard } from '../../../../src/ops/clock-guard.ts';
import { clockRoutes } from '../../../../src/ops/commands/clock.ts';
import type { ControlEnv } from '../../../../src/ops/control.ts';
import type { Store } from '../../../../src/domain/ports/store.ts';

const START = Date.parse('2026-11-22T10:00:00Z');

/**
 * Returns the routes of a service whose clock has leapt by 31 days. Writing an entry to the audit
 * log takes a minute, in which the clock leaps by `leapMs`.
 */
function clockThatLeapsWhileRecording(leapMs: number) {
  let [wall, passed] = [START, 0];
  const guard = new ClockGuard({
    wallClock: () => wall,
    stopwatch: () => passed,
    maxLeapMs: 5 * MINUTE_MS,
    onChange: () => undefined,
  });
  wall += 31 * DAY_MS;
  const entries: AuditEntry[] = [];
  const store = {
    record: (_: Act, entry: AuditEntry) => {
      entries.push(entry);
      wall += MINUTE_MS + leapMs;
      passed += MINUTE_MS;
      return Promise.resolve();
    },
  } as unknown as Store;
  const app = new Hono<ControlEnv>();
  app.use(async (c, next) => {
    c.set('record', () => Promise.resolve());
    c.set('act', () => ({ at: guard.now(), by: actorOf({ kind: 'operator', id: 'olga' }) }));
    await next();
  });
  app.route(
    '/',
    clockRoutes({ node: 'one', guard, clock: guard.now, store, wake: () => undefined }),
  );
  return { confirm: () => app.request('/clock/confirm', { method: 'POST' }), entries, guard };
}

const RECORDED = {
  action: 'clockConfirmed',
  detail: { before: '2026-11-22T10:00:00.000Z', after: '2026-12-23T10:00:00.000Z' },
};

test('the clock is confirmed as it was recorded, although recording took a minute', async () => {
  const { confirm, entries, guard } = clockThatLeapsWhileRecording(0);
  expect((await confirm()).status).toBe(200);
  expect(entries).toMatchObject([RECORDED]);
  expect(guard.now()).toBe(START + 31 * DAY_MS + MINUTE_MS);
});

test('a time that was not recorded is not confirmed', async () => {
  const { confirm, entries, guard } = clockThatLeapsWhileRecording(DAY_MS);
  expect((await confirm()).status).toBe(409);
  expect(entries).toMatchObject([RECORDED]);
  expect(guard.doubt).not.toBeNull();
  expect(guard.now()).toBe(START + MINUTE_MS);
});
