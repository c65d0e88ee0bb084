import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { CoreDay } from '../../../src/domain/ports/core-store.ts';
import { addCoreGauges } from '../../../src/ops/gauges.ts';

const NOW = Date.parse('2026-03-05T10:00:00Z');

/** Returns the lines of the gauges of a connection, in which these days were reconciled. */
async function linesWith(days: readonly CoreDay[]): Promise<readonly string[]> {
  const registry = new Registry();
  addCoreGauges(registry, {
    store: {
      countCoreRequests: () => Promise.resolve({ waiting: 3, refused: 1, oldestAt: NOW - 2000 }),
      coreDays: (limit) => Promise.resolve(days.slice(0, limit)),
    },
    clock: () => NOW,
    core: { isReachable: () => false, changesProblem: () => 'status 403' },
  });
  return (await registry.metrics()).split('\n');
}

it('shows requests, differences and days that are not reconciled', async () => {
  const dayOf = (day: string, differences: number) => ({ day, checkedAt: NOW, differences });
  const lines = await linesWith([dayOf('2026-03-02', 2), dayOf('2026-03-01', 3)]);
  for (const line of [
    'pis_core_requests_waiting 3',
    'pis_core_requests_refused 1',
    'pis_core_requests_waiting_seconds 2',
    'pis_core_differences 5',
    'pis_core_days_not_reconciled 2',
    'pis_core_reachable 0',
    'pis_core_changes_failing 1',
  ]) {
    expect(lines).toContain(line);
  }
});

it('shows a day to reconcile before the first one', async () => {
  expect(await linesWith([])).toContain('pis_core_days_not_reconciled 1');
});
