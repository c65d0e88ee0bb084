import { expect, it, vi } from 'vitest';
import { openTraced, type Traced } from '../../../src/app/tracing.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../../src/ops/tracing.ts', () => {
  loaded.count++;
  return {};
});

/** The functions that receive a part of the service and return the one that is used. */
const WRAPS = ['exchange', 'handler', 'jobs', 'schemes', 'store', 'systems', 'workers'] as const;

const untraced = (): Promise<Traced> =>
  openTraced(
    { otlpUrl: undefined, otlpSamplePercent: 100, node: 'one', store: { kind: 'sqlite' } },
    { machineClock: () => 0, observe: () => undefined },
  );

it('tracing that is off uses the parts of the service themselves', async () => {
  const traced = await untraced();
  const { observe, recordRun, traceparent } = traced;
  expect([observe, recordRun, traceparent]).toEqual([null, null, null]);
  const others = ['observe', 'recordRun', 'traceparent', 'stop'];
  expect(Object.keys(traced).sort()).toEqual([...WRAPS, ...others].sort());
  for (const name of WRAPS) {
    // A frozen object cannot get other methods.
    const part = Object.freeze({}) as never;
    expect(traced[name](part, 'plain'), name).toBe(part);
  }
  // Nothing imported the code of OpenTelemetry.
  expect(loaded.count).toBe(0);
});
