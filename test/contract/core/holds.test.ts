import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CoreClient } from '../../../src/connections/core-client.ts';
import type { OpenHold } from '../../../src/domain/ports/core-banking.ts';
import { HOUR_MS, type Instant } from '../../../src/shared/time.ts';
import { operation, payment, POOR, RICH, TestCore } from '../../helpers/reference-core.ts';
import { realTime } from '../../helpers/real-time.ts';

const { hold, post, release } = operation;

let core: TestCore;
let client: CoreClient;

beforeEach(async () => {
  core = await TestCore.start();
  client = core.connect();
});

afterEach(() => core.remove());

/** Returns all open holds that were placed before a time, and the number of pages. */
async function readHolds(before: Instant) {
  const holds: OpenHold[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page: Awaited<ReturnType<CoreClient['openHolds']>> = await client.openHolds(
      before,
      cursor,
    );
    holds.push(...page.holds);
    cursor = page.next;
    if (cursor === null) return { holds, pages };
  }
}

const soon = (): Instant => realTime() + HOUR_MS;

test('the open holds are those that are neither refused, posted nor released', async () => {
  const from = realTime();
  await client.perform([
    ...payment('posted', RICH.account, 10),
    ...[hold('released', RICH.account, 20), release('r1', 'released')],
    ...[release('r2', 'late'), hold('late', RICH.account, 30)],
    ...[hold('refused', POOR.account, POOR.available + 1), hold('poor', POOR.account, 40)],
    hold('rich', RICH.account, 50),
  ]);
  const { holds } = await readHolds(soon());
  const placedAt = expect.any(Number) as unknown;
  expect(holds).toEqual([
    { id: 'poor', account: POOR.account, amountPence: 40, placedAt },
    { id: 'rich', account: RICH.account, amountPence: 50, placedAt },
  ]);
  for (const one of holds) {
    expect(one.placedAt).toBeGreaterThanOrEqual(from);
    expect(one.placedAt).toBeLessThanOrEqual(realTime());
  }
  await client.perform([post('p1', 'rich'), release('r3', 'poor')]);
  expect((await readHolds(soon())).holds).toEqual([]);
});

test('only holds that were placed before the time are listed', async () => {
  await client.perform([hold('old', RICH.account, 1)]);
  const [old] = (await readHolds(soon())).holds;
  const placedAt = old?.placedAt ?? Number.NaN;
  await wait(20);
  await client.perform([hold('new', RICH.account, 1), hold('old', RICH.account, 1)]);
  const idsBefore = async (before: Instant): Promise<readonly string[]> =>
    (await readHolds(before)).holds.map(({ id }) => id);
  expect(await idsBefore(placedAt)).toEqual([]);
  expect(await idsBefore(placedAt + 1)).toEqual(['old']);
  expect(await idsBefore(soon())).toEqual(['new', 'old']);
});

test('open holds have pages, also if holds end between them, and after a restart', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => `h${String(index).padStart(4, '0')}`);
  await client.perform(ids.map((id) => hold(id, RICH.account, 1)));
  await core.kill();
  await core.startAgain();
  const { holds, pages } = await readHolds(soon());
  expect(holds.map(({ id }) => id)).toEqual(ids);
  expect(pages).toBe(3);
  const first = await client.openHolds(soon(), null);
  await client.perform(['h0000', 'h1500'].map((id) => release(`r${id}`, id)));
  const second = await client.openHolds(soon(), first.next);
  const seen = [...first.holds, ...second.holds].map(({ id }) => id);
  expect(seen).toEqual(ids.slice(0, 2001).filter((id) => id !== 'h1500'));
});
