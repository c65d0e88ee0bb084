/** Maximum numbers of jobs that may wait in the queue. */
export interface QueueBounds {
  readonly total: number;
  readonly perGroup: number;
  readonly perMember: number;
}

/**
 * The group and the member to which a job belongs. Groups take turns, and so do the members of a
 * group.
 */
export interface QueuePlace {
  readonly group: string;
  readonly member: string;
  /**
   * True if the group is served next when it starts to wait, and not after all others. The default
   * is false.
   */
  readonly entersFirst?: boolean;
}

interface Group<Job> {
  size: number;
  readonly members: Map<string, Job[]>;
}

/**
 * A bounded queue in which groups take turns. Within a group, members take turns. The jobs of one
 * member are served in the order of their arrival.
 *
 * If the queue is full, a new job replaces the newest job of the largest group, provided that the
 * largest group has at least two jobs more than the job's own group. The same rule applies within a
 * full group, among its members. One group therefore cannot keep the others out by sending many
 * jobs.
 *
 * If a group has `entersFirst`, it is served next when it starts to wait. If the queue is full and
 * no group has two jobs more, its job replaces a job of the group whose turn is last. The queue has
 * no timers.
 */
export class FairQueue<Job> {
  readonly #bounds: QueueBounds;
  // Both kinds of maps are in the order of the turns. When a group or member has been served, it
  // moves to the end.
  #groups = new Map<string, Group<Job>>();
  #size = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Adds a job to the queue. Returns the job that is refused instead: the new job or one that it
   * replaces. Returns undefined if no job is refused.
   */
  add(place: QueuePlace, job: Job): Job | undefined {
    const { total, perGroup, perMember } = this.#bounds;
    const group = this.#groups.get(place.group) ?? { size: 0, members: new Map<string, Job[]>() };
    const jobs = group.members.get(place.member) ?? [];
    if (jobs.length >= perMember) return job;
    let replaced: Job | undefined;
    if (group.size >= perGroup) {
      const [, largest = []] = largestOf(group.members, ({ length }) => length);
      if (largest.length < jobs.length + 2) return job;
      replaced = this.#dropNewest(place.group, group);
    } else if (this.#size >= total) {
      const [name, found] = this.#groupToShrinkFor(place, group);
      if (found === undefined) return job;
      replaced = this.#dropNewest(name, found);
    }
    jobs.push(job);
    group.members.set(place.member, jobs);
    group.size += 1;
    this.#enter(place, group);
    this.#size += 1;
    return replaced;
  }

  /**
   * Removes the next job from the queue and returns it. Returns undefined if the queue is empty.
   */
  next(): Job | undefined {
    for (const [name, group] of this.#groups) {
      for (const [member, jobs] of group.members) {
        const job = jobs.shift();
        group.members.delete(member);
        if (jobs.length > 0) group.members.set(member, jobs);
        this.#groups.delete(name);
        group.size -= 1;
        if (group.size > 0) this.#groups.set(name, group);
        this.#size -= 1;
        return job;
      }
    }
    return undefined;
  }

  /**
   * Removes all jobs that satisfy the condition, wherever they are in the queue, and returns them.
   */
  removeIf(condition: (job: Job) => boolean): readonly Job[] {
    const removed: Job[] = [];
    for (const [name, group] of this.#groups) {
      for (const [member, jobs] of group.members) {
        const matching = jobs.filter(condition);
        const remaining = jobs.filter((job) => !condition(job));
        removed.push(...matching);
        group.size -= matching.length;
        if (remaining.length === 0) group.members.delete(member);
        else group.members.set(member, remaining);
      }
      if (group.size === 0) this.#groups.delete(name);
    }
    this.#size -= removed.length;
    return removed;
  }

  #enter({ group: name, entersFirst = false }: QueuePlace, group: Group<Job>): void {
    const others = this.#groups;
    // The map is rebuilt, because a key cannot be inserted at its beginning. This is cheap, because
    // the queue is bounded.
    if (entersFirst && !others.has(name)) this.#groups = new Map([[name, group], ...others]);
    else others.set(name, group);
  }

  /**
   * Returns the group that loses a job so that this job can enter a full queue. The result is
   * undefined if no group does.
   */
  #groupToShrinkFor(
    { entersFirst = false }: QueuePlace,
    { size }: Group<Job>,
  ): readonly [name: string, found: Group<Job> | undefined] {
    const [name, largest] = largestOf(this.#groups, (group) => group.size);
    if (largest !== undefined && largest.size >= size + 2) return [name, largest];
    const last = entersFirst && size === 0 ? [...this.#groups].at(-1) : undefined;
    return last ?? ['', undefined];
  }

  #dropNewest(name: string, group: Group<Job>): Job | undefined {
    const [member, jobs] = largestOf(group.members, ({ length }) => length);
    const job = jobs?.pop();
    if (jobs?.length === 0) group.members.delete(member);
    group.size -= 1;
    if (group.size === 0) this.#groups.delete(name);
    this.#size -= 1;
    return job;
  }
}

/** Returns the largest entry of a map, or the first one if several are equally large. */
function largestOf<Value>(
  map: ReadonlyMap<string, Value>,
  size: (value: Value) => number,
): readonly [name: string, value: Value | undefined] {
  let name = '';
  let found: Value | undefined;
  let maxSize = 0;
  for (const [key, value] of map) {
    if (size(value) <= maxSize) continue;
    name = key;
    found = value;
    maxSize = size(value);
  }
  return [name, found];
}
