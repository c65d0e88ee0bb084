import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Journey } from '../../../bench/load/journeys.ts';
import { Latencies } from '../../../bench/load/latencies.ts';
import { Ledger, missedOf } from '../../../bench/load/ledger.ts';
import { kindsOf, readMix } from '../../../bench/load/mix.ts';
import { openLoop, type Arrival, type Stopwatch } from '../../../bench/load/open-loop.ts';
import { runLoad } from '../../../bench/load/run.ts';
import { Answer, UnexpectedAnswer } from '../../../test-client/answer.ts';
import { NoAnswer } from '../../../test-client/transport.ts';

/** A clock that advances when code sleeps on it, or when the test moves it. */
class OwnTime implements Stopwatch {
  time = 1000;

  now(): number {
    return this.time;
  }

  sleepUntil(instant: number): Promise<void> {
    this.time = Math.max(this.time, instant);
    return Promise.resolve();
  }
}

describe('the schedule of arrivals', () => {
  it('starts each arrival at its time', async () => {
    const time = new OwnTime();
    const begun: (readonly [number, number])[] = [];
    await openLoop({ rate: 4, durationMs: 1000 }, time, ({ dueAt }) => {
      begun.push([dueAt, time.now()]);
    });
    expect(begun).toEqual([1000, 1250, 1500, 1750].map((instant) => [instant, instant]));
  });

  it('drops no arrival and keeps its scheduled time if the process is late', async () => {
    const time = new OwnTime();
    const begun: Arrival[] = [];
    await openLoop({ rate: 1000, durationMs: 1000 }, time, (arrival) => {
      if (arrival.number === 10) time.time += 600;
      begun.push(arrival);
    });
    expect(begun.map(({ number }) => number)).toEqual(Array.from({ length: 1000 }, (_, n) => n));
    expect(begun.map(({ dueAt }) => dueAt - 1000)).toEqual(begun.map(({ number }) => number));
    expect(time.now()).toBe(1999);
  });

  it('lets responses be processed while many arrivals are due', async () => {
    const time = new OwnTime();
    let turns = 0;
    const waits: Stopwatch = {
      now: () => time.now() + 1_000_000,
      sleepUntil: (instant) => {
        turns += 1;
        return time.sleepUntil(instant);
      },
    };
    time.time = 0;
    let first = true;
    await openLoop({ rate: 1000, durationMs: 1000 }, waits, () => {
      if (first) time.time += 1_000_000;
      first = false;
    });
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

/** Returns an action that ends when the test ends it. */
function held() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    action: () => new Promise<void>((resolve) => waiting.push(resolve)),
    answerAll: async () => {
      for (const answer of waiting.splice(0)) answer();
      await setImmediate();
    },
  };
}

describe('a run against a service that hangs', () => {
  it('keeps sending requests, and times them from their scheduled start', async () => {
    const time = new OwnTime();
    const { action, waiting, answerAll } = held();
    const journey: Journey = async (take) => {
      await take('consent', action);
      await take('payment', action);
    };
    const schedule = { rate: 10, durationMs: 300, mix: { single: 1 } };
    const run = runLoad(schedule, new Map([['single', journey]]), time);
    await setImmediate();
    expect([waiting.length, run.progress()]).toEqual([3, { begun: 3, underWay: 3 }]);
    time.time = 2000;
    await answerAll();
    time.time = 2050;
    await answerAll();
    await run.done;
    const found = run.ledger.rows.map(({ name, latencies }) => {
      const times = [0, 50, 100].map((percent) => Math.round(latencies.percentile(percent)));
      return [name, ...times];
    });
    expect(found).toEqual([
      ['single: consent', 800, 900, 1000],
      ['single: payment', 50, 50, 50],
    ]);
    expect(run.progress()).toEqual({ begun: 3, underWay: 0 });
  });

  it('counts failures, ends their journeys, and times requests that timed out', async () => {
    const time = new OwnTime();
    const bytes = Buffer.from('{"Errors":[{"ErrorCode":"Busy"}]}');
    const request = { method: 'POST', path: '/x' };
    const answer = new Answer({ ...request, status: 429, bytes, rawHeaders: [], milliseconds: 1 });
    const refused = new UnexpectedAnswer(answer, '429.');
    const late = Object.assign(new Error('late'), { code: 'ETIMEDOUT' });
    const givenUp = new NoAnswer('POST /x', late);
    const failing = [refused, givenUp];
    const journey: Journey = async (take) => {
      await take('consent', () => {
        time.time += 400;
        return Promise.reject(failing.shift() ?? refused);
      });
      await take('payment', () => Promise.resolve());
    };
    const schedule = { rate: 1, durationMs: 2000, mix: { single: 1 } };
    const { ledger, done } = runLoad(schedule, new Map([['single', journey]]), time);
    await done;
    const { requests, failed, latencies } = ledger.all;
    expect([requests, failed, latencies.count]).toEqual([2, 2, 1]);
    expect(ledger.rows.map(({ name }) => name)).toEqual(['single: consent']);
    expect(ledger.reasons).toEqual([
      ['single: consent: 429 Busy', 1],
      ['single: consent: timed out', 1],
    ]);
  });

  it('starts no more journeys than its limit, and reports the others', async () => {
    const { action, answerAll } = held();
    const journey: Journey = (take) => take('consent', action);
    const schedule = { rate: 10_001, durationMs: 1000, mix: { single: 1 } };
    const run = runLoad(schedule, new Map([['single', journey]]), new OwnTime());
    await expect.poll(() => run.progress().begun).toBe(10_001);
    await answerAll();
    await run.done;
    expect(run.ledger.all).toMatchObject({ requests: 10_001, failed: 1 });
  });
});

describe('the mix', () => {
  it('has each kind with its weight, spread evenly', () => {
    const next = kindsOf({ file: 1, single: 3, vrp: 1 });
    const kinds = Array.from({ length: 10 }, next);
    expect(kinds.slice(0, 5)).toEqual(kinds.slice(5));
    expect(kinds.slice(0, 5).toSorted()).toEqual(['file', 'single', 'single', 'single', 'vrp']);
    expect(kinds.join()).not.toContain('single,single,single');
  });

  it.each([
    ['file:1,single:8,vrp:1', { file: 1, single: 8, vrp: 1 }],
    ['single:1,vrp:0', { single: 1 }],
    ['', null],
    ['single', null],
    ['single:0', null],
    ['single:1,single:2', null],
    ['single:1001', null],
    ['wire:1', null],
    ['single:-1', null],
  ])('parses %j', (text, mix) => {
    expect(readMix(text)).toEqual(mix);
  });
});

describe('a histogram', () => {
  it('returns percentiles, and draws every value in one column', () => {
    const latencies = new Latencies();
    for (let value = 1; value <= 1000; value += 1) latencies.record(value);
    expect(latencies.percentile(50)).toBeCloseTo(500, -1);
    expect(latencies.percentile(99)).toBeCloseTo(990, -1);
    expect(latencies.longest).toBeCloseTo(1000, -1);
    const columns = latencies.columns();
    expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    for (const { from, to, count } of columns) {
      const inside = Array.from({ length: 1000 }, (_, index) => index + 1).filter(
        (value) => value > from && value <= to,
      ).length;
      // The histogram stores three significant digits.
      expect(Math.abs(count - inside)).toBeLessThanOrEqual(2);
    }
  });

  it('accepts no values, zero, and values beyond its range', () => {
    const latencies = new Latencies();
    expect([latencies.columns(), latencies.longest]).toEqual([[], 0]);
    latencies.record(0);
    latencies.record(1e9);
    expect(latencies.columns().reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });
});

describe('the thresholds', () => {
  const ledgerOf = (answered: number, failed: number): Ledger => {
    const ledger = new Ledger();
    for (let number = 0; number < answered; number += 1) ledger.answered('one', 20);
    for (let number = 0; number < failed; number += 1) ledger.failed('one', 20, new Error('x'));
    return ledger;
  };

  it.each([
    [100, 0, { p99Ms: 50, errors: 0 }, []],
    [100, 0, { p99Ms: 10, errors: 0 }, ['p99 is 20.0 ms; the maximum is 10 ms.']],
    [100, 0, { p99Ms: null, errors: 0 }, []],
    [199, 1, { p99Ms: null, errors: 0.005 }, []],
    [198, 2, { p99Ms: null, errors: 0.005 }, ['1.00 % failed; the maximum is 0.5 %.']],
    [0, 0, { p99Ms: null, errors: 1 }, ['No request was sent.']],
  ])(
    'of %i answered and %i failed requests with %j miss %j',
    (answered, failed, thresholds, missed) => {
      expect(missedOf(ledgerOf(answered, failed).all, thresholds)).toEqual(missed);
    },
  );
});
