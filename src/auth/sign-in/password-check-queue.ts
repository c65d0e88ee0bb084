import { SECOND_MS, type Clock, type Instant, type Milliseconds } from '../../shared/time.ts';
import { FairQueue, type QueueBounds, type QueuePlace } from './fair-queue.ts';

/** Kind of client that a password check is for, from the most to the least trusted. */
type Lane =
  /** From a browser in which this user signed in before. The groups are the users. */
  | 'knownBrowser'
  /**
   * In a consent journey that a TPP started. The groups are the TPPs, their members the networks.
   */
  | 'journey'
  /** From a network without signs of an attack. The groups are the networks. */
  | 'network'
  /**
   * From a network that recently sent a wrong password, or many checks without a result. The groups
   * are the networks.
   */
  | 'failingNetwork';

/**
 * Maximum number of waiting password checks in each of the two network lanes. Each one holds a
 * request open, so both lanes must take only a small part of PIS_MAX_CONCURRENT_REQUESTS.
 */
const MAX_WAITING_OF_NETWORKS = 128;
/** Maximum for one IPv6 /48 or IPv4 /24. */
const MAX_WAITING_PER_SITE = 8;
/** Maximum for one IPv6 /56 or IPv4 address. */
const MAX_WAITING_PER_HOUSEHOLD = 4;
/** Maximum number of waiting password checks in each reserved lane. */
const MAX_WAITING_RESERVED = 64;
const MAX_WAITING_PER_USER = 2;
const MAX_WAITING_PER_TPP = 32;
/** Maximum for one network among the approvals that one TPP started. */
const MAX_WAITING_PER_SITE_OF_TPP = 4;

const OF_NETWORKS: QueueBounds = {
  total: MAX_WAITING_OF_NETWORKS,
  perGroup: MAX_WAITING_PER_SITE,
  perMember: MAX_WAITING_PER_HOUSEHOLD,
};

const BOUNDS: Readonly<Record<Lane, QueueBounds>> = {
  knownBrowser: {
    total: MAX_WAITING_RESERVED,
    perGroup: MAX_WAITING_PER_USER,
    perMember: MAX_WAITING_PER_USER,
  },
  journey: {
    total: MAX_WAITING_RESERVED,
    perGroup: MAX_WAITING_PER_TPP,
    perMember: MAX_WAITING_PER_SITE_OF_TPP,
  },
  network: OF_NETWORKS,
  failingNetwork: OF_NETWORKS,
};

/**
 * Order in which the lanes are served, repeatedly. Of eight turns, three are reserved for known
 * browsers, two for approvals of TPPs and two for networks without signs of an attack. An unused
 * turn goes to the next lane.
 */
const ORDER: readonly Lane[] = [
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'failingNetwork'] as const),
];

/** Lane, group and member of a password check. */
export interface LanePlace extends QueuePlace {
  readonly lane: Lane;
}

/**
 * Maximum time that a password check waits for its turn, in milliseconds. It must be well below the
 * 10 seconds after which another node processes the same form again (`FormResponses`).
 */
export const MAX_WAIT_MS: Milliseconds = 5 * SECOND_MS;

interface Waiting {
  /** The check is refused from this time on. */
  readonly deadline: Instant;
  /** Called once: with true when the turn has come, with false when the check is refused. */
  readonly answer: (hasTurn: boolean) => void;
}

/** Limits concurrent password checks. Runs a few at a time, queues some, and refuses the others. */
export class PasswordCheckQueue {
  readonly #maxRunning: number;
  readonly #clock: Clock;
  readonly #lanes: Readonly<Record<Lane, FairQueue<Waiting>>> = {
    knownBrowser: new FairQueue(BOUNDS.knownBrowser),
    journey: new FairQueue(BOUNDS.journey),
    network: new FairQueue(BOUNDS.network),
    failingNetwork: new FairQueue(BOUNDS.failingNetwork),
  };
  #running = 0;
  #turn = 0;

  constructor(maxRunning: number, clock: Clock) {
    this.#maxRunning = maxRunning;
    this.#clock = clock;
  }

  /**
   * Runs `work` when its turn comes. Returns undefined without running it if every lane is full, or
   * if its turn has not come within MAX_WAIT_MS.
   *
   * @param places lanes to wait in. If one is full, the next one is tried
   */
  async take<Value>(
    places: readonly LanePlace[],
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    if (!(await this.#isAdmitted(places))) return undefined;
    try {
      return await work();
    } finally {
      // Pass the slot directly to the next job, so that no new job can take it in between.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.answer(true);
    }
  }

  async #isAdmitted(places: readonly LanePlace[]): Promise<boolean> {
    if (this.#running < this.#maxRunning) {
      this.#running += 1;
      return true;
    }
    const deadline = this.#clock() + MAX_WAIT_MS;
    for (const place of places) {
      const hasTurn = await new Promise<boolean>((answer) => {
        this.#lanes[place.lane].add(place, { deadline, answer })?.answer(false);
      });
      if (hasTurn) return true;
      if (this.#clock() >= deadline) return false;
    }
    return false;
  }

  #next(): Waiting | undefined {
    const now = this.#clock();
    // Jobs wait only while others run, and each job that ends calls this method.
    for (const lane of Object.values(this.#lanes)) {
      for (const late of lane.removeIf(({ deadline }) => deadline <= now)) late.answer(false);
    }
    for (const lane of [...ORDER.slice(this.#turn), ...ORDER.slice(0, this.#turn)]) {
      this.#turn = (this.#turn + 1) % ORDER.length;
      const next = this.#lanes[lane].next();
      if (next !== undefined) return next;
    }
    return undefined;
  }
}
