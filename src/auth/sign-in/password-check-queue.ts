import { SECOND_MS, type Clock, type Instant, type Milliseconds } from '../../shared/time.ts';
import { FairQueue, type QueueBounds, type QueuePlace } from './fair-queue.ts';

/** The lanes in which password checks wait, from the most to the least trusted. */
type Lane =
  /** The browser is one in which this user signed in before. Each group is a user. */
  | 'knownBrowser'
  /** A TPP started the consent journey. Each group is a TPP, and its members are networks. */
  | 'journey'
  /** The network shows no signs of an attack. Each group is a network. */
  | 'network'
  /**
   * The network recently sent a wrong password, or many checks that were turned away. Each group is
   * a network.
   */
  | 'failingNetwork';

/**
 * Maximum number of password checks that wait in each of the two network lanes. Each waiting check
 * keeps a request open. Both lanes together must therefore take only a small part of
 * PIS_MAX_CONCURRENT_REQUESTS.
 */
const MAX_WAITING_OF_NETWORKS = 128;
/** Maximum number of waiting checks from one IPv6 /48 or IPv4 /24. */
const MAX_WAITING_PER_SITE = 8;
/** Maximum number of waiting checks from one IPv6 /56 or IPv4 address. */
const MAX_WAITING_PER_HOUSEHOLD = 4;
/** Maximum number of password checks that wait in each of the two reserved lanes. */
const MAX_WAITING_RESERVED = 64;
const MAX_WAITING_PER_USER = 2;
const MAX_WAITING_PER_TPP = 32;
/** Maximum number of waiting checks from one network in the consent journeys of one TPP. */
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
 * The repeating order in which the lanes are served. Of eight turns, three are for known browsers,
 * two for the consent journeys of TPPs, and two for networks without signs of an attack. If a lane
 * does not use its turn, the next lane gets it.
 */
const ORDER: readonly Lane[] = [
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'failingNetwork'] as const),
];

/** The lane, the group and the member in which a password check waits. */
export interface LanePlace extends QueuePlace {
  readonly lane: Lane;
}

/**
 * Maximum time that a password check waits for its turn, in milliseconds. It must be far below the
 * 10 seconds after which another node may process the same form (`FormResponses`).
 */
export const MAX_WAIT_MS: Milliseconds = 5 * SECOND_MS;

interface Waiting {
  /** The check is refused if its turn has not come by this time. */
  readonly deadline: Instant;
  /**
   * Called exactly once: with true when the check's turn comes, or with false when the check is
   * refused.
   */
  readonly answer: (hasTurn: boolean) => void;
}

/**
 * Limits how many password checks run at the same time. A few run, some wait in queues, and the
 * others are refused.
 */
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
   * Runs `work` when its turn comes. If every lane is full, or if its turn has not come within
   * MAX_WAIT_MS, returns undefined without running it.
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
      // The slot passes directly to the next job, so that no new job can take it in between.
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
    // No timer is needed: jobs wait only while others run, and each job that ends calls this
    // method.
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
