import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { MINUTE_MS } from '../../../../src/shared/time.ts';
import { MAX_TRIES } from '../../../../src/use-cases/execution/back-off.ts';
import { runnerOver, START } from '../work-runner-fixture.ts';

test('a step is not parked for another error after a long outage of the storage', async () => {
  let tries = 0;
  const { runner, rows, done, events, state } = runnerOver([[1, START]], () => {
    tries += 1;
    if (tries <= 2 * MAX_TRIES) throw new StoreUnavailable('away');
    if (tries === 2 * MAX_TRIES + 1) throw new Error('the scheme is away');
  });
  runner.start();
  for (let outage = 1; outage <= 2 * MAX_TRIES; outage += 1) {
    await expect.poll(() => tries).toBe(outage);
    await expect.poll(() => rows.get(1)?.tryAt).toBeGreaterThan(state.now);
    expect(rows.get(1)).toMatchObject({ attempts: 1, parked: false });
    state.now += MINUTE_MS;
    runner.wake();
  }
  await expect.poll(() => rows.get(1)).toMatchObject({ attempts: 2, parked: false });
  state.now += MINUTE_MS;
  runner.wake();
  await expect.poll(() => done).toEqual([1]);
  expect(events.every(({ kind }) => kind === 'failure')).toBe(true);
  await runner.stop();
});
