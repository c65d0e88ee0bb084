import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import {
  ITEMS_PER_TURN,
  startHubExchange,
  type ExchangeSteps,
} from '../../../../src/use-cases/hand-over/hub-runner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const none = () => Promise.resolve(0);

function start(exchanges: readonly ExchangeSteps[], isOurs = true) {
  const events: ServiceEvent[] = [];
  const read = vi.fn(none);
  const running = startHubExchange({
    ...{ exchanges, read, bookReturns: none, isOurs: () => isOurs, wake: () => undefined },
    observe: (event) => void events.push(event),
  });
  return { events, read, running };
}

it('an exchange that hangs or fails does not stop the others, and is logged once by its name', async () => {
  let release: (value: number) => void = () => undefined;
  const hanging = new Promise<number>((resolve) => (release = resolve));
  const slow = {
    name: 'default',
    handOver: vi.fn(() => hanging),
    receive: vi.fn(none),
    enquire: none,
    recall: none,
  };
  const broken = {
    name: 'CHAPS',
    handOver: vi.fn(none),
    receive: vi.fn(() => Promise.reject(new Error('It is away.'))),
    enquire: none,
    recall: none,
  };
  const healthy = {
    name: 'BACS',
    handOver: vi.fn(none),
    receive: vi.fn(() => Promise.resolve(1)),
    enquire: vi.fn(none),
    recall: vi.fn(none),
  };
  const { events, read, running } = start([slow, broken, healthy]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(slow.handOver).toHaveBeenCalledOnce();
  expect(broken.receive).toHaveBeenCalledTimes(10);
  for (const step of [
    slow.receive,
    broken.handOver,
    healthy.handOver,
    healthy.receive,
    healthy.enquire,
    healthy.recall,
    read,
  ]) {
    expect(step.mock.calls.length).toBeGreaterThanOrEqual(10);
  }
  const what = 'receiving documents of the hub (exchange CHAPS)';
  expect(events).toMatchObject([{ kind: 'failure', what }]);
  release(0);
  await running.stop();
});

it('a stop waits for the steps in progress of all exchanges', async () => {
  let release: (value: number) => void = () => undefined;
  const hanging = new Promise<number>((resolve) => (release = resolve));
  const { running } = start([
    { name: 'default', handOver: none, receive: () => hanging, enquire: none, recall: none },
  ]);
  await vi.advanceTimersByTimeAsync(200);
  let isStopped = false;
  const stopped = running.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStopped).toBe(false);
  release(0);
  await stopped;
});

it('a node without the lease exchanges nothing', async () => {
  const handOver = vi.fn(none);
  const { read, running } = start(
    [{ name: 'default', handOver, receive: none, enquire: handOver, recall: handOver }],
    false,
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect([handOver, read].flatMap(({ mock }) => mock.calls)).toEqual([]);
  await running.stop();
});

it('a step that processed the maximum of a turn runs again at once, until it is stopped', async () => {
  const results = [ITEMS_PER_TURN, ITEMS_PER_TURN, 1];
  const handOver = vi.fn(() => Promise.resolve(results.shift() ?? 0));
  const receive = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return ITEMS_PER_TURN;
  });
  const { running } = start([{ name: 'default', handOver, receive, enquire: none, recall: none }]);
  await vi.advanceTimersByTimeAsync(200);
  expect(handOver).toHaveBeenCalledTimes(3);
  const stopped = running.stop();
  await vi.advanceTimersByTimeAsync(1000);
  await stopped;
  expect(receive).toHaveBeenCalledOnce();
});
