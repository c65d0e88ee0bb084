import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createHolidays } from '../../../src/bank/holidays.ts';
import type { OverdueDates } from '../../../src/domain/calendar/settlement-entries.ts';
import type { Difference } from '../../../src/domain/schemes/reconciliation.ts';
import { addSettlementGauges } from '../../../src/ops/hub-gauges.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

it('counts the differences of each kind, with the age of the oldest', async () => {
  const nothing = { credits: 0, minor: 0 };
  const difference = (kind: Difference['kind'], seconds: number): Difference => ({
    ...{ name: 'E1', kind, since: NOW - seconds * 1000, instrument: null, account: null },
    ...{ paymentId: null, expected: nothing, reported: nothing, currency: 'GBP', detail: null },
  });
  const asked: OverdueDates[] = [];
  const registry = new Registry();
  addSettlementGauges(registry, {
    store: {
      listDifferences: (overdue) => {
        asked.push(overdue);
        const found = [difference('missing', 60), difference('missing', 90)];
        return Promise.resolve([...found, difference('unexpected', 5)]);
      },
    },
    holidays: createHolidays(),
    clock: () => NOW,
  });
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'pis_settlement_differences{kind="missing"} 2',
    'pis_settlement_differences{kind="unexpected"} 1',
    'pis_settlement_differences{kind="gap"} 0',
    'pis_settlement_difference_seconds{kind="missing"} 90',
    'pis_settlement_difference_seconds{kind="gap"} 0',
  ]) {
    expect(lines).toContain(line);
  }
  // Both gauges of a scrape share one query.
  expect(asked).toMatchObject([{ FPS: '2026-02-26' }]);
});
