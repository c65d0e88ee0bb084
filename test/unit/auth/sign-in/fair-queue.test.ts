import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { FairQueue, type QueuePlace } from '../../../../src/auth/sign-in/fair-queue.ts';

const ROOMY = { total: 100, perGroup: 100, perMember: 100 };

/**
 * Returns the place in the queue that a name stands for. For example, `a1` is member 1 of group a.
 */
const placeOf = (name: string): QueuePlace => ({ group: name.charAt(0), member: name });

/** Returns a queue that contains these jobs. Each job's name also states its place. */
function queueOf(names: string, bounds = ROOMY) {
  const queue = new FairQueue<string>(bounds);
  const left = names.split(' ').map((name) => queue.add(placeOf(name), name));
  return { queue, left };
}

function drain<Job>(queue: FairQueue<Job>): readonly Job[] {
  const served: Job[] = [];
  for (let job = queue.next(); job !== undefined; job = queue.next()) served.push(job);
  return served;
}

describe('a fair queue', () => {
  it.each([
    ['serves one group in the order of arrival', 'a1 a1 a1', 'a1 a1 a1'],
    ['serves groups in turn', 'a1 a1 a1 b1 c1 b1', 'a1 b1 c1 a1 b1 a1'],
    ['serves the members of a group in turn', 'a1 a1 a2 a3', 'a1 a2 a3 a1'],
    [
      'gives a group of many members as many turns as one of few',
      'a1 a2 a3 b1 b1',
      'a1 b1 a2 b1 a3',
    ],
  ])('%s', (_, added, served) => {
    expect(drain(queueOf(added).queue).join(' ')).toBe(served);
  });

  it('serves a group again only after the groups that were not served', () => {
    const { queue } = queueOf('a1 a1 b1');
    expect(queue.next()).toBe('a1');
    queue.add(placeOf('c1'), 'c1');
    queue.add(placeOf('a2'), 'a2');
    expect(drain(queue)).toEqual(['b1', 'a1', 'c1', 'a2']);
  });

  it('refuses a job above the maximum of a member', () => {
    const { queue, left } = queueOf('a1 a1 a1 a2', { ...ROOMY, perMember: 2 });
    expect(left).toEqual([undefined, undefined, 'a1', undefined]);
    expect(queue.size).toBe(3);
  });

  it.each([
    ['a full group', 'a1 a1 a1 a2', { ...ROOMY, perGroup: 3 }],
    ['a full queue', 'a1 a1 a1 b1', { ...ROOMY, total: 3 }],
  ])('replaces the newest job of the largest group or member in %s', (_, names, bounds) => {
    const queue = new FairQueue<string>(bounds);
    const left = names
      .split(' ')
      .map((name, index) => queue.add(placeOf(name), `${name} ${String(index)}`));
    expect(left).toEqual([undefined, undefined, undefined, 'a1 2']);
    expect(queue.size).toBe(3);
  });

  it('refuses a job in a full queue if no group has two jobs more', () => {
    const { queue, left } = queueOf('a1 b1 b1 c1', { ...ROOMY, total: 2 });
    expect(left).toEqual([undefined, undefined, 'b1', 'c1']);
    expect(drain(queue)).toEqual(['a1', 'b1']);
  });
});

describe('a fair queue of groups with entersFirst', () => {
  const newestFirst = (names: string, bounds = ROOMY) => {
    const queue = new FairQueue<string>(bounds);
    const add = (name: string) => queue.add({ ...placeOf(name), entersFirst: true }, name);
    const left = names.split(' ').map(add);
    return { queue, left };
  };

  it.each([
    ['serves the newest group first', 'a1 b1 c1', 'c1 b1 a1'],
    ['serves groups in turn', 'a1 b1 b1 c1 c1', 'c1 b1 a1 c1 b1'],
    ['does not move a waiting group forward when it adds a second job', 'a1 b1 a1', 'b1 a1 a1'],
  ])('%s', (_, added, served) => {
    expect(drain(newestFirst(added).queue).join(' ')).toBe(served);
  });

  it('serves a group without entersFirst after them', () => {
    const { queue } = newestFirst('a1 b1');
    queue.add(placeOf('c1'), 'c1');
    expect(drain(queue)).toEqual(['b1', 'a1', 'c1']);
  });

  it('replaces the job of the last group by that of a new group', () => {
    const { queue, left } = newestFirst('a1 b1 c1 c1', { ...ROOMY, total: 2 });
    expect(left).toEqual([undefined, undefined, 'a1', 'c1']);
    expect(drain(queue)).toEqual(['c1', 'b1']);
  });

  it('replaces the newest job of the largest group first', () => {
    const { queue, left } = newestFirst('a1 b1 b2 c1', { ...ROOMY, total: 3 });
    expect(left).toEqual([undefined, undefined, undefined, 'b1']);
    expect(drain(queue)).toEqual(['c1', 'b2', 'a1']);
  });
});

const BOUNDS = { total: 12, perGroup: 4, perMember: 2 };
const GROUPS = Array.from('abcdefgh');

/** Generates random steps: each adds a job at a place or takes the next job. */
const steps = fc.array(
  fc.option(
    fc.record({
      group: fc.constantFrom(...GROUPS),
      member: fc.constantFrom('1', '2', '3'),
    }),
  ),
  { maxLength: 200 },
);

test.each(['oldest first', 'newest first'] as const)(
  'a fair queue, %s, keeps its limits, loses no job and serves the groups in turn',
  (order) => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const queue = new FairQueue<QueuePlace>(BOUNDS);
        const waiting: QueuePlace[] = [];
        // Counts, for each waiting group, how often each other group was served since it began to
        // wait.
        const passedBy = new Map<string, Map<string, number>>();
        const remove = (job: QueuePlace) => waiting.splice(waiting.indexOf(job), 1);
        const countOf = (group: string) => waiting.filter((job) => job.group === group).length;
        for (const place of sequence) {
          if (place !== null) {
            const job = { ...place, entersFirst: order === 'newest first' };
            waiting.push(job);
            const left = queue.add(job, job);
            if (left !== undefined) {
              expect(waiting).toContain(left);
              remove(left);
              // The queue may refuse a group that has no job only if no group has two.
              const isAlone = left === job && countOf(job.group) === 0;
              if (isAlone) expect(GROUPS.every((one) => countOf(one) < 2)).toBe(true);
              if (order === 'newest first') expect(isAlone).toBe(false);
            }
            if (countOf(place.group) === 0) passedBy.delete(place.group);
          } else {
            const job = queue.next();
            expect(job === undefined).toBe(waiting.length === 0);
            if (job === undefined) continue;
            expect(waiting).toContain(job);
            remove(job);
            passedBy.delete(job.group);
            for (const group of new Set(waiting.map((one) => one.group))) {
              if (group === job.group) continue;
              const passed = passedBy.get(group) ?? new Map<string, number>();
              passed.set(job.group, (passed.get(job.group) ?? 0) + 1);
              passedBy.set(group, passed);
              if (order === 'oldest first') expect(passed.get(job.group)).toBe(1);
            }
          }
          for (const group of GROUPS) if (countOf(group) === 0) passedBy.delete(group);
          expect(queue.size).toBe(waiting.length);
          expect(waiting.length).toBeLessThanOrEqual(BOUNDS.total);
          for (const group of GROUPS) {
            const ofGroup = waiting.filter((job) => job.group === group);
            expect(ofGroup.length).toBeLessThanOrEqual(BOUNDS.perGroup);
            for (const member of '123') {
              const ofMember = ofGroup.filter((job) => job.member === member);
              expect(ofMember.length).toBeLessThanOrEqual(BOUNDS.perMember);
            }
          }
        }
        expect(new Set(drain(queue))).toEqual(new Set(waiting));
      }),
    );
  },
);
