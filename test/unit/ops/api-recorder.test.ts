import { describe, expect, it, vi } from 'vitest';
import type { NodeReport } from '../../../src/domain/ports/api-figures-store.ts';
import type { Outage } from '../../../src/domain/records/api-figures.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { ApiCounter, startApiRecorder } from '../../../src/ops/api-recorder.ts';

const answered = (operation: string, status = 200, milliseconds = 1.5): ServiceEvent => ({
  ...{ kind: 'requestAnswered', operation, status, milliseconds },
  ...{ interactionId: 'i', clientId: 'tpp' },
});

describe('ApiCounter', () => {
  it('groups requests, and counts errors of the bank and late answers', () => {
    const counter = new ApiCounter();
    counter.observe(answered('file-payments.createConsent', 500));
    counter.observe(answered('domestic-payments.submit', 429, 30_001));
    counter.observe(answered('domestic-payments.confirmFunds'));
    counter.observe(answered('domestic-vrps.confirmAmount', 503));
    counter.observe(answered('events.poll'));
    counter.observe({ kind: 'logLost' });
    expect(counter.take()).toEqual([
      { endpoints: 'payments', requests: 2, errors: 1, late: 1, totalUs: 30_002_500 },
      { endpoints: 'funds', requests: 2, errors: 1, late: 0, totalUs: 3000 },
      { endpoints: 'other', requests: 1, errors: 0, late: 0, totalUs: 1500 },
    ]);
    expect(counter.take()).toEqual([]);
  });
});

describe('startApiRecorder', () => {
  it('reports at once and at the stop, and repeats counts that were not stored', async () => {
    const counter = new ApiCounter();
    const events: ServiceEvent[] = [];
    const addNodeReport = vi.fn<(report: NodeReport) => Promise<void>>();
    addNodeReport.mockRejectedValueOnce(new Error('no store'));
    counter.observe(answered('domestic-payments.submit'));
    const take = vi.fn<(at: number) => Outage[]>(() => [{ from: 3, until: null }]);
    take.mockReturnValueOnce([
      { from: 1, until: 2 },
      { from: 3, until: null },
    ]);
    const recorder = startApiRecorder({
      unanswered: { take },
      ...{ counter, node: 'one', run: 'one 1', observe: (event) => void events.push(event) },
      ...{ store: { addNodeReport }, machineClock: () => Date.parse('2026-06-30T23:30:00Z') },
    });
    await recorder.stop();
    const reports = addNodeReport.mock.calls.map(([report]) => report);
    expect(reports.map(({ stopped }) => stopped)).toEqual([0, 1]);
    expect(reports[1]?.counts).toEqual(reports[0]?.counts);
    // The day is that of London, in which summer time is an hour ahead.
    expect(reports[1]).toMatchObject({ day: '2026-07-01', counts: [{ requests: 1 }] });
    // The end of an outage is reported again. One that goes on is taken again.
    expect(reports.map(({ outages }) => outages)).toEqual([
      [
        { from: 1, until: 2 },
        { from: 3, until: null },
      ],
      [
        { from: 1, until: 2 },
        { from: 3, until: null },
      ],
    ]);
    expect(events).toMatchObject([{ kind: 'failure' }]);
  });
});
