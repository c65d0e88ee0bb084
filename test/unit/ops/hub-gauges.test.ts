import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { SchemeQueue } from '../../../src/domain/ports/hub-admin-store.ts';
import { addHubGauges } from '../../../src/ops/hub-gauges.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

const QUEUE: SchemeQueue = {
  instrument: 'FPS',
  waiting: { messages: 3, oldestAt: NOW - 1000 },
  scheduled: { messages: 4, nextAt: NOW + 1000 },
  late: { waiting: 2, unanswered: 5 },
  unanswered: { messages: 1, credits: 1, oldestAt: NOW - 2000 },
  pending: { messages: 2, credits: 5, oldestAt: NOW - 90_000 },
  refused: 2,
  stop: null,
};

it('shows the state of the exchange with a payment hub, by scheme', async () => {
  const none = { messages: 0, credits: 0, oldestAt: null };
  const idle = { ...QUEUE, instrument: 'BACS', pending: none, refused: 0 } as const;
  const registry = new Registry();
  addHubGauges(registry, {
    store: {
      schemeQueues: () => Promise.resolve([QUEUE, idle]),
      countHubProblems: () => Promise.resolve({ document: 1, answer: 0, return: 0 }),
    },
    clock: () => NOW,
  });
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'pis_messages_waiting{scheme="FPS"} 3',
    'pis_messages_scheduled{scheme="FPS"} 4',
    'pis_messages_late{scheme="FPS"} 7',
    'pis_messages_refused{scheme="FPS"} 2',
    'pis_messages_refused{scheme="BACS"} 0',
    'pis_unanswered_seconds{scheme="FPS"} 2',
    'pis_pending_seconds{scheme="FPS"} 90',
    'pis_pending_seconds{scheme="BACS"} 0',
    'pis_scheme_stopped{scheme="FPS"} 0',
    'pis_hub_problems{kind="document"} 1',
  ]) {
    expect(lines).toContain(line);
  }
});
