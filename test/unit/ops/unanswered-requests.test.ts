import { describe, expect, it } from 'vitest';
import type { BegunRequest } from '../../../src/domain/records/api-figures.ts';
import { UnansweredRequests } from '../../../src/ops/unanswered-requests.ts';

/** The instant at which the stopwatch is zero, and an operation that counts. */
const ZERO = Date.parse('2026-06-30T12:00:00Z');
const PAY = 'domestic-payments.createPayment';

/** Requests by the second of their arrival, and the times at which they are answered. */
function watched() {
  let second = 0;
  const requests = new UnansweredRequests(() => second * 1000);
  const answers = new Map<number, BegunRequest>();
  return {
    arrive: (...seconds: readonly number[]) => {
      for (second of seconds) answers.set(second, requests.begin(PAY));
    },
    answer: (at: number, arrived: number, status = 201) => {
      second = at;
      answers.get(arrived)?.end(status);
    },
    /** Begins to read the body of a request. Call the result at the end of the body. */
    read: (arrived: number) => {
      const { promise, resolve } = Promise.withResolvers<null>();
      const received = answers.get(arrived)?.receive(promise);
      return async (at: number) => {
        second = at;
        resolve(null);
        await received;
      };
    },
    /** Returns the outages that are known at a time, in seconds. */
    takeAt: (at: number) => {
      second = at;
      return requests.take(ZERO + at * 1000).map(({ from, until }) => {
        return [(from - ZERO) / 1000, until === null ? null : (until - ZERO) / 1000];
      });
    },
    requests,
  };
}

describe('UnansweredRequests', () => {
  it('does not count the time in which clients send the bodies of requests', async () => {
    const { arrive, answer, read, takeAt } = watched();
    arrive(0, 1, 2, 3, 4);
    const bodies = [0, 1, 2, 3, 4].map(read);
    expect(takeAt(100)).toEqual([]);
    for (const end of bodies) await end(100);
    answer(101, 0, 400);
    expect(takeAt(130)).toEqual([]);
    // Four requests wait since 100 seconds, and another one since 105 seconds.
    arrive(105);
    expect(takeAt(136)).toEqual([[100, null]]);
  });

  it('counts a request that waited for more than 30 s before its body was read', async () => {
    const { arrive, answer, read, takeAt } = watched();
    arrive(0, 1, 2, 3, 4);
    expect(takeAt(40)).toEqual([[0, null]]);
    await read(2)(45);
    answer(46, 2);
    arrive(50);
    answer(51, 50);
    expect(takeAt(52)).toEqual([[0, 51]]);
  });

  it('counts from the arrival of the first of five requests that wait for more than 30 s', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 4);
    // The fifth request has waited for exactly 30 seconds, which is in time.
    expect(takeAt(34)).toEqual([]);
    expect(takeAt(34.001)).toEqual([[0, null]]);
    expect(takeAt(44)).toEqual([[0, null]]);
    arrive(50);
    answer(51, 50);
    expect(takeAt(54)).toEqual([[0, 51]]);
    expect(takeAt(64)).toEqual([]);
  });

  it('does not count four requests, nor five with a success in between', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 3.5, 4);
    answer(4.5, 3.5);
    expect(takeAt(60)).toEqual([]);
    arrive(61, 62, 63);
    // Only four requests arrived after the success.
    expect(takeAt(100)).toEqual([]);
    arrive(101);
    expect(takeAt(140)).toEqual([[4, null]]);
  });

  it('ignores refusals and errors in between, and a success that took more than 30 s', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 1.5, 2, 2.5, 3, 4);
    answer(2, 1.5, 401);
    answer(3, 2.5, 503);
    answer(32.5, 2);
    expect(takeAt(35)).toEqual([[0, null]]);
    // 30 seconds after its arrival: a success ends it.
    arrive(40);
    answer(70, 40, 200);
    expect(takeAt(71)).toEqual([[0, 70]]);
  });

  it('finds downtime that ended before the fifth request had waited for 30 s', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 4, 10, 11);
    // The later request succeeds first. Its success also ends the downtime.
    answer(12, 11);
    answer(13, 10);
    expect(takeAt(33)).toEqual([]);
    expect(takeAt(35)).toEqual([[0, 12]]);
  });

  it('ends when no request waits, and then counts from one again', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 4);
    for (const arrived of [0, 1, 2, 3, 4]) answer(40 + arrived, arrived, 500);
    expect(takeAt(50)).toEqual([[0, 44]]);
    arrive(100, 101, 102, 103);
    expect(takeAt(140)).toEqual([]);
    arrive(141);
    // It has not waited for 30 seconds yet.
    expect(takeAt(150)).toEqual([]);
    expect(takeAt(172)).toEqual([[100, null]]);
  });

  it('ends with the last answer, also if that is an error in time', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 4, 5);
    for (const arrived of [0, 1, 2, 3, 4]) answer(40, arrived, 500);
    arrive(55);
    answer(60, 5);
    expect(takeAt(61)).toEqual([[0, null]]);
    answer(65, 55, 500);
    expect(takeAt(70)).toEqual([[0, 65]]);
  });

  it('goes on while any request waits', () => {
    const { arrive, answer, takeAt } = watched();
    arrive(0, 1, 2, 3, 4, 5);
    expect(takeAt(40)).toEqual([[0, null]]);
    for (const arrived of [0, 1, 2, 3, 4]) answer(41, arrived);
    expect(takeAt(42)).toEqual([[0, null]]);
    arrive(43);
    answer(44, 5);
    expect(takeAt(45)).toEqual([[0, null]]);
    answer(46, 43);
    expect(takeAt(47)).toEqual([[0, 46]]);
  });

  it('keeps one downtime over many requests that are answered late', () => {
    const { arrive, answer, takeAt } = watched();
    for (let at = 0; at < 200; at += 1) {
      arrive(at);
      if (at >= 40) answer(at + 0.5, at - 40);
      if (at % 10 === 9 && at > 40) expect(takeAt(at + 0.9)).toEqual([[0, null]]);
    }
    answer(200, 199);
    expect(takeAt(300)).toEqual([[0, 200]]);
  });

  it('does not count events, extensions and uploads', () => {
    const { requests, takeAt } = watched();
    for (const operation of ['events.poll', 'extensions.check', 'file-payments.uploadFile']) {
      for (let one = 0; one < 5; one += 1) requests.begin(operation);
    }
    expect(takeAt(60)).toEqual([]);
  });
});
