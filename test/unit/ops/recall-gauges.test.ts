import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addRecallGauges } from '../../../src/ops/hub-gauges.ts';

it('shows the recalls that have not ended, by scheme and state', async () => {
  const NOW = Date.parse('2026-03-02T10:00:00Z');
  const registry = new Registry();
  const counts = [
    { instrument: 'SEPA', state: 'open', recalls: 2, oldestAt: NOW - 90_000 },
    { instrument: 'FPS', state: 'accepted', recalls: 1, oldestAt: NOW + 5 },
  ] as const;
  addRecallGauges(registry, {
    store: { countRecalls: () => Promise.resolve(counts) },
    clock: () => NOW,
  });
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'pis_recalls{scheme="SEPA",state="open"} 2',
    'pis_recalls{scheme="FPS",state="accepted"} 1',
    'pis_recall_seconds{scheme="SEPA",state="open"} 90',
    'pis_recall_seconds{scheme="FPS",state="accepted"} 0',
  ]) {
    expect(lines).toContain(line);
  }
});
