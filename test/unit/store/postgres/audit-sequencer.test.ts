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

test('a missing entry is reported at once, and noted in the log when the database is back', async () => {
  const series = new SeriesPool('one');
  const gone = series.take();
  series.giveBack(gone, 1, 'committed');
  const nothing = { taken: 0, events: [] };
  // What each transaction of the sealer comes to: nothing to seal, no such entry, the note, …
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
