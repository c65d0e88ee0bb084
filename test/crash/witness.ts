import { setTimeout as wait } from 'node:timers/promises';
import type { Mood } from '../../src/simulators/hub/moods.ts';
import { DAY_MS, type Instant } from '../../src/shared/time.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { settleAll } from './requests.ts';
import { auditStory, repeatRequests } from './audit-story.ts';
import { Dice } from './random.ts';
import { advance, tppOf, type Tpps } from './journey.ts';
import { pickKind } from './kinds.ts';
import { readClock, setClock } from './load.ts';
import { Statements } from './statements.ts';
import { Story, TurnedAway, Violation } from './story.ts';

/** Number of stories that are checked in parallel. */
const AT_ONCE = 8;
/** Number of finished stories that each audit checks once more. */
const OLD_STORIES_AUDITED = 20;
/**
 * Maximum duration of work that does not wait for the clock, in milliseconds. It allows for the
 * slowest machine.
 */
const SETTLED_WITHIN_MS = 300_000;
/** Pause before a request is repeated that the service refused for now, in milliseconds. */
const TURNED_AWAY_MS = 1000;
/**
 * Number of days after which no payment can still wait. It allows for weekends and bank holidays.
 */
const MAX_DAYS_TO_DRAIN = 21;

/** Counts of what the service has acknowledged since the campaign began. */
export interface Acknowledged {
  readonly consents: number;
  readonly payments: number;
  readonly finished: number;
  /** Number of cancellations that succeeded, and of those that came too late. */
  readonly cancelled: number;
  readonly tooLate: number;
  /** Number of consents that their customers revoked. */
  readonly revoked: number;
}

interface WitnessOptions {
  readonly apartMs?: number;
  readonly hub?: Mood | undefined;
  readonly hasCore?: boolean;
  /** True if operators use the console. Default: false. */
  readonly hasOperators?: boolean;
}

/**
 * Records all requests to a service and the effects they must have. Its audits compare these with
 * the service's state.
 */
export class Witness {
  readonly #seed: number;
  readonly #apartMs: number;
  readonly #isHubHostile: boolean;
  readonly #hasCore: boolean;
  readonly #hasOperators: boolean;
  readonly #statements: Statements;
  readonly #stories: Story[] = [];
  /** Index of the first story that the last round began. */
  #firstOfRound = 0;
  #clock: Instant = 0;
  #tokens: readonly string[] = [];

  /**
   * @param apartMs maximum difference between the clocks of several nodes
   * @param hub behaviour of the payment hub. Undefined if the service simulates the schemes.
   * @param hasCore true if a core banking system keeps the accounts
   */
  constructor(seed: number, options: WitnessOptions = {}) {
    const { apartMs = 0, hub, hasCore = false, hasOperators = false } = options;
    this.#seed = seed;
    this.#apartMs = apartMs;
    this.#hasCore = hasCore;
    this.#hasOperators = hasOperators;
    this.#isHubHostile = hub === 'hostile';
    this.#statements = new Statements(hub);
  }

  get stories(): readonly Story[] {
    return this.#stories;
  }

  /** Returns the stories whose customers cancel a payment on its due day. */
  get toCancelDue(): readonly Story[] {
    return this.#stories.filter((story) => story.toCancel('due').length > 0);
  }

  /** Creates the next story. The same number, seed and time give the same story. */
  nextStory(): Story {
    const number = this.#stories.length;
    const dice = new Dice(this.#seed, `story ${String(number)}`);
    const kind = pickKind(dice, this.#hasOperators);
    const systems = { isHubHostile: this.#isHubHostile, hasCore: this.#hasCore };
    const story = new Story(kind, { number, seed: this.#seed, now: this.#clock, ...systems });
    this.#stories.push(story);
    return story;
  }

  /** Records the time that the service's clock has, according to its response. */
  clockAcknowledged(now: Instant): void {
    this.#clock = now;
  }

  /**
   * Checks that everything acknowledged exists exactly once. Repeats requests that were
   * interrupted. The service may execute payments meanwhile, but no client may send requests.
   */
  async audit(tpps: Tpps, dice: Dice, auditFiles = (): void => undefined): Promise<void> {
    const [first, ...others] = tpps.values();
    if (first === undefined) throw new Error('Nobody is signed in.');
    await this.#auditClockAndTokens([first, ...others]);
    const recent = this.#stories.slice(this.#firstOfRound);
    const open = this.#stories.filter((story) => !story.isOver);
    const audited = new Set([...recent, ...open, ...this.#someStories(dice)]);
    await forEach(audited, (story) => auditStory(story, tppOf(story, tpps)));
    auditFiles();
    await this.#settle(tpps);
    await forEach(recent, (story) => repeatRequests(story, tppOf(story, tpps)));
    await this.#auditStatements(first);
    this.#firstOfRound = this.#stories.length;
  }

  /**
   * Lets all stories end, and then audits everything.
   *
   * @param untilAnswered waits until the schemes have answered all credits
   */
  async finish(tpps: Tpps, untilAnswered = () => Promise.resolve()): Promise<void> {
    await this.#drain(tpps, untilAnswered);
    await forEach(this.#stories, (story) => auditStory(story, tppOf(story, tpps)));
  }

  get acknowledged(): Acknowledged {
    const submissions = this.#stories.flatMap((story) => story.taken);
    return {
      consents: this.#stories.filter(({ consentId }) => consentId !== undefined).length,
      payments: submissions.length,
      finished: submissions.filter(({ isFinished }) => isFinished).length,
      cancelled: submissions.filter(({ cancellation }) => cancellation === 'done').length,
      tooLate: submissions.filter(({ cancellation }) => cancellation === 'late').length,
      revoked: this.#stories.filter(({ status }) => status === 'Revoked').length,
    };
  }

  async #auditClockAndTokens(signedIn: readonly [Tpp, ...Tpp[]]): Promise<void> {
    const [first] = signedIn;
    const now = await readClock(first);
    if (now < this.#clock - this.#apartMs) throw new Violation('The clock went back.');
    this.#clock = now;
    for (const token of this.#tokens) {
      const { status } = await first.get('/file-payment-consents/none', { token });
      if (status === 401) throw new Violation('A token that was given out is not known.');
    }
    this.#tokens = signedIn.map((tpp) => tpp.token);
  }

  #someStories(dice: Dice): readonly Story[] {
    const last = this.#stories.length - 1;
    const numbers = Array.from({ length: OLD_STORIES_AUDITED }, () => dice.between(0, last));
    return numbers.flatMap((number) => this.#stories[number] ?? []);
  }

  /**
   * Continues every story until it is over or waits for a later time of the clock. Throws if this
   * takes longer than SETTLED_WITHIN_MS.
   */
  async #settle(tpps: Tpps): Promise<void> {
    await forEach(this.#stories, async (story) => {
      const deadline = performance.now() + SETTLED_WITHIN_MS;
      while (!story.isOver) {
        await advance(story, tpps);
        if (performance.now() > deadline) story.fail('is stuck');
        if (!story.isSubmitted) continue;
        if (story.plan.waitsForClock) break;
        await wait(5);
      }
    });
  }

  async #auditStatements(tpp: Tpp): Promise<void> {
    await this.#statements.audit(tpp, (reference) => this.#storyOf(reference));
    for (const story of this.#stories) {
      const { first, firstNotRejected } = story.outstanding;
      const missing = this.#isHubHostile ? firstNotRejected : first;
      if (story.isFinished && missing !== undefined) story.fail(`not on a statement: ${missing}`);
    }
  }

  /**
   * Finds the story of a statement entry. The entry's reference contains the story's number, or the
   * payment's id if the entry is a charge.
   */
  #storyOf(reference: string): Story | undefined {
    const number = /\bS(\d+)\.\d+$/.exec(reference)?.[1];
    if (number !== undefined) return this.#stories[Number(number)];
    return this.#stories.find(({ taken: accepted }) =>
      accepted.some((one) => one.paymentId === reference),
    );
  }

  /** Moves the clock forward until no payment waits for it any more. */
  async #drain(tpps: Tpps, untilAnswered: () => Promise<void>): Promise<void> {
    const [tpp] = tpps.values();
    if (tpp === undefined) return;
    for (let days = 0; days < MAX_DAYS_TO_DRAIN; days += 1) {
      await untilAnswered();
      await this.#settle(tpps);
      if (this.#stories.every((story) => story.isOver)) break;
      this.#clock = await setClock(tpp, this.#clock + DAY_MS);
    }
    const waiting = this.#stories.find((story) => !story.isOver);
    waiting?.fail('still waits when all its days are over');
    await this.#auditStatements(tpp);
  }
}

/**
 * Runs a function again while the service refuses its requests for now, for example because too
 * many downloads are under way.
 */
async function untilAccepted(act: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof TurnedAway) || performance.now() > deadline) throw error;
      await wait(TURNED_AWAY_MS);
    }
  }
}

/**
 * Runs a function for all stories, several in parallel. After a failure, starts it for no more
 * stories.
 */
async function forEach(
  stories: Iterable<Story>,
  act: (story: Story) => Promise<void>,
): Promise<void> {
  const left = [...stories].reverse();
  const actInTurn = async (): Promise<void> => {
    for (let story = left.pop(); story !== undefined; story = left.pop()) {
      await untilAccepted(() => act(story)).catch((error: unknown) => {
        left.length = 0;
        throw error;
      });
    }
  };
  await settleAll(Array.from({ length: AT_ONCE }, actInTurn));
}
