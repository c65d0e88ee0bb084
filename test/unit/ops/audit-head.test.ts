import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { HOUR_MS } from '../../../src/shared/time.ts';
import { logAuditHead } from '../../../src/ops/audit-head.ts';
import { createMetrics } from '../../../src/ops/metrics.ts';

describe('logAuditHead', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('reports the head at the start, every hour and at the stop', async () => {
    const events: ServiceEvent[] = [];
    let sequence = 0;
    const reporter = logAuditHead({
      store: { auditHead: () => Promise.resolve({ sequence, hash: 'ab' }) },
      observe: (event) => events.push(event),
    });
    await vi.advanceTimersByTimeAsync(0);
    sequence = 1;
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    sequence = 2;
    await reporter.stop();
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    const expected = [0, 1, 1, 2].map((at) => ({ kind: 'auditHead', sequence: at, hash: 'ab' }));
    expect(events).toEqual(expected);
  });

  it('reports a failure if the head cannot be read', async () => {
    const events: ServiceEvent[] = [];
    const reporter = logAuditHead({
      store: { auditHead: () => Promise.reject(new Error('closed')) },
      observe: (event) => events.push(event),
    });
    await reporter.stop();
    expect(events).toMatchObject([{ kind: 'failure' }, { kind: 'failure' }]);
  });

  it('updates the metric pis_audit_entries', async () => {
    const metrics = createMetrics('n');
    metrics.observe({ kind: 'auditHead', sequence: 7, hash: 'ab' });
    expect(await metrics.read()).toContain('pis_audit_entries 7');
  });
});
