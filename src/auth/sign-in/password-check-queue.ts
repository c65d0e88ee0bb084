import { SECOND_MS, type Clock, type Instant } from '../../shared/time.ts';
import { FairQueue, type QueueBounds, type QueuePlace } from './fair-queue.ts';

/** Who a password check is for, from the most to the least that is known about them. */
type Lane =
  /** A browser in which this user signed in before. The groups are the users. */
  | 'knownBrowser'
  /** An approval that a TPP started. The groups are the TPPs, their members the networks. */
  | 'journey'
  /** A network without signs of an attack. The groups are the networks. */
  | 'network'
  /** A network from which a wrong password or many checks without a result came lately. */
  | 'failingNetwork';

/**
 * Password checks that wait at once in each of the lanes of networks. Each holds a request open:
 * both lanes together must leave much of what strangers may have at once (PIS_REQUESTS_AT_ONCE) to
 * others.
 */
const MAX_WAITING_OF_NETWORKS = 128;
/** Of one /48 of IPv6, or one /24 of IPv4. */
const MAX_WAITING_PER_SITE = 8;
/** Of one /56 of IPv6, or one address of IPv4. */
const MAX_WAITING_PER_HOUSEHOLD = 4;
/** Password checks that wait at once in each of the reserved lanes. */
const MAX_WAITING_RESERVED = 64;
const MAX_WAITING_PER_USER = 2;
const MAX_WAITING_PER_TPP = 32;
/** Of one network in the approvals that one TPP started. */
const MAX_WAITING_PER_SITE_OF_TPP = 4;

const OF_NETWORKS: QueueBounds = {
  inAll: MAX_WAITING_OF_NETWORKS,
  perGroup: MAX_WAITING_PER_SITE,
  perMember: MAX_WAITING_PER_HOUSEHOLD,
};

const BOUNDS: Readonly<Record<Lane, QueueBounds>> = {
  knownBrowser: {
    inAll: MAX_WAITING_RESERVED,
    perGroup: MAX_WAITING_PER_USER,
    perMember: MAX_WAITING_PER_USER,
  },
  journey: {
    inAll: MAX_WAITING_RESERVED,
    perGroup: MAX_WAITING_PER_TPP,
    perMember: MAX_WAITING_PER_SITE_OF_TPP,
  },
  network: OF_NETWORKS,
  failingNetwork: OF_NETWORKS,
};

/**
 * The order in which the lanes are served, over and over: of eight turns three are reserved for
 * known browsers, two for approvals of TPPs and two for networks without signs of an attack. A turn
 * that a lane has no use for goes to the next one.
 */
const ORDER: readonly Lane[] = [
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'journey', 'network'] as const),
  ...(['knownBrowser', 'failingNetwork'] as const),
];

/** A place in one of the lanes. */
export interface LanePlace extends QueuePlace {
  readonly lane: Lane;
}

/**
 * How long a password check waits for its turn, in milliseconds. It must end well before another
 * node takes a form for abandoned, and does it a second time (Once, 10 s).
 */
export const MAX_WAIT_MS = 5 * SECOND_MS;

interface Waiting {
  /** From then on it has no turn any more. */
  readonly deadline: Instant;
  /** Called once: with true when the turn has come, with false when there is no place any more. */
  readonly answer: (hasTurn: boolean) => void;
}

/** Lets a few work at once and others wait for their turn, and turns the rest away. */
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
   * Does the work when its turn comes. Returns undefined, without doing it, where none of the
   * places is free, or the turn has not come within MAX_WAIT_MS.
   *
   * @param places where to wait; the next one where there is no room in the one before
   */
  async take<Value>(
    places: readonly LanePlace[],
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    if (!(await this.#isAdmitted(places))) return undefined;
    try {
      return await work();
    } finally {
      // The place passes to the next in turn, and is never free in between.
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
    // Jobs wait only while others run, so somebody comes by here again and again.
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
