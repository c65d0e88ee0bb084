import { describe, expect, it } from 'vitest';
import {
  MAX_WAIT_MS,
  PasswordCheckQueue,
  type LanePlace,
} from '../../../../src/auth/sign-in/password-check-queue.ts';

/**
 * Returns a queue whose only slot is occupied. Also returns a list to which each job adds its name
 * when it runs.
 */
function busyQueue() {
  let now = 0;
  const queue = new PasswordCheckQueue(1, () => now);
  const done: string[] = [];
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const first = queue.take([], () => held);
  const wait = async (name: string, ...places: LanePlace[]): Promise<boolean> => {
    const work = (): Promise<true> => {
      done.push(name);
      return Promise.resolve(true);
    };
    return (await queue.take(places, work)) ?? false;
  };
  const release = async (): Promise<void> => {
    end();
    await first;
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { wait, done, release, pass };
}

const network = (group: string, member = group): LanePlace => ({ lane: 'network', group, member });
const failing = (group: string): LanePlace => ({ lane: 'failingNetwork', group, member: group });
const known = (user: string): LanePlace => ({ lane: 'knownBrowser', group: user, member: '' });
const journey = (member: string): LanePlace => ({ lane: 'journey', group: 'tpp', member });

describe('the password check queue', () => {
  it('serves each lane by its share of eight turns', async () => {
    const { wait, done, release } = busyQueue();
    const all: Promise<boolean>[] = [];
    for (let at = 0; at < 50; at += 1) {
      all.push(wait('failing', failing(String(at))), wait('network', network(String(at))));
    }
    for (let at = 0; at < 20; at += 1) {
      all.push(wait('known', known(String(at))), wait('journey', journey(String(at))));
    }
    await release();
    expect((await Promise.all(all)).every((isDone) => isDone)).toBe(true);
    const among = (names: readonly string[], name: string) =>
      names.filter((one) => one === name).length;
    for (let from = 0; from < 32; from += 8) {
      const eight = done.slice(from, from + 8);
      expect([among(eight, 'known'), among(eight, 'journey')]).toEqual([3, 2]);
      expect([among(eight, 'network'), among(eight, 'failing')]).toEqual([2, 1]);
    }
  });

  it('serves a network without a wrong password before hundreds with one', async () => {
    const { wait, done, release } = busyQueue();
    const all = Array.from({ length: 500 }, (_, at) => wait('failing', failing(String(at))));
    all.push(wait('first-time customer', network('customer')));
    await release();
    await Promise.all(all);
    expect(done.indexOf('first-time customer')).toBeLessThan(2);
  });

  it('serves a customer before 500 networks that began an attack at the same time', async () => {
    const { wait, done, release } = busyQueue();
    const all = Array.from({ length: 500 }, (_, at) =>
      wait('attacker', { ...network(String(at)), entersFirst: true }),
    );
    all.push(wait('customer', { ...network('customer'), entersFirst: true }));
    await release();
    await Promise.all(all);
    expect(done[0]).toBe('customer');
    expect(done).toHaveLength(128);
  });

  it('queues one check for each of 100 simultaneous networks and refuses the rest', async () => {
    const { wait, done, release } = busyQueue();
    const all = Array.from({ length: 5000 }, (_, at) => {
      const group = String(at % 100);
      return wait(group, network(group));
    });
    await release();
    const answered = await Promise.all(all);
    expect(answered.filter((isDone) => isDone)).toHaveLength(128);
    expect(new Set(done).size).toBe(100);
  });

  it('uses the lane of networks if the reserved lane is full', async () => {
    const { wait, done, release } = busyQueue();
    const all = Array.from({ length: 5 }, (_, at) =>
      wait(String(at), known('clara'), network('home', 'home')),
    );
    const stranger = wait('stranger', network('other'));
    await release();
    expect(await Promise.all([...all, stranger])).toEqual(Array.from({ length: 6 }, () => true));
    expect(done.slice(0, 2)).toEqual(['0', 'stranger']);
  });

  it('refuses a check that waited too long, in every lane and position', async () => {
    const { wait, done, release, pass } = busyQueue();
    const late = [
      wait('known', known('clara'), network('home')),
      ...['first', 'second'].map((name) => wait(name, network('a'))),
      wait('failing', failing('b')),
    ];
    pass(MAX_WAIT_MS - 1);
    const fresh = ['c', 'd'].map((name) => wait(name, network(name)));
    pass(1);
    await release();
    expect(await Promise.all(late)).toEqual([false, false, false, false]);
    expect(await Promise.all(fresh)).toEqual([true, true]);
    expect(done).toEqual(['c', 'd']);
  });
});
