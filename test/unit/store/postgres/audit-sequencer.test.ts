import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { SeriesPool } from '../../../../src/store/postgres/database/writer-series.ts';
import { AuditSequencer } from '../../../../src/store/postgres/repositories/audit-sequencer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a missing audit entry is reported at once and recorded when the database is available again', async () => {
  const series = new SeriesPool('one');
  const gone = series.take();
  series.giveBack(gone, 1, 'committed');
  const nothing = { taken: 0, events: [] };
  // Results of the sequencer's transactions in order: no entries to sequence, the entry is not in
  // the log, recording it fails, …
  const commit = vi
    .fn()
    .mockResolvedValueOnce(nothing)
    .mockResolvedValueOnce(new Map())
    .mockRejectedValueOnce(new StoreUnavailable('The database is away.'))
    .mockResolvedValue(nothing);
  const events: ServiceEvent[] = [];
  const observe = (event: ServiceEvent): void => void events.push(event);
  const auditLog = { append: vi.fn() };
  const auditSequencer = new AuditSequencer({
    ...{ commit, series, observe, auditLog },
    keys: () => [],
    machineClock: () => 0,
  });
  const reported = { kind: 'auditEntriesMissing', writer: gone.writer, from: 1, to: 1 };
  await auditSequencer.trySequence();
  expect(events).toContainEqual(reported);
  expect(commit).toHaveBeenCalledTimes(3);
  await auditSequencer.trySequence();
  expect(commit).toHaveBeenCalledTimes(5);
  await auditSequencer.close();
  expect(commit).toHaveBeenCalledTimes(6);
  expect(events.filter(({ kind }) => kind === 'auditEntriesMissing')).toEqual([reported]);
});
