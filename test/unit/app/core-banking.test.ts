import { expect, test } from 'vitest';
import { reporting } from '../../../src/app/core-banking.ts';
import { CoreUnavailable, type CoreBanking } from '../../../src/domain/ports/core-banking.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';

test('a booking is tried again after the time for which the core has been away', async () => {
  let [now, isAway] = [5000, true];
  const events: ServiceEvent[] = [];
  const perform = () =>
    isAway ? Promise.reject(new CoreUnavailable('no answer')) : Promise.resolve([]);
  const connection = { perform } as unknown as CoreBanking;
  const core = reporting(
    connection,
    (event) => events.push(event),
    () => now,
  );
  const pauseAt = async (at: number): Promise<number> => {
    now = at;
    await core.perform([]).catch(() => undefined);
    return core.retryMs();
  };
  expect(await pauseAt(5000)).toBe(250);
  expect(await pauseAt(5250.4)).toBe(250);
  expect(await pauseAt(6000.4)).toBe(1000);
  expect(await pauseAt(15_001)).toBe(10_000);
  expect(await pauseAt(90_000)).toBe(10_000);
  expect(events).toHaveLength(1);
  isAway = false;
  await core.perform([]);
  isAway = true;
  expect(await pauseAt(100_000)).toBe(250);
  expect(events).toHaveLength(2);
});
