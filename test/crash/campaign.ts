import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, type Instant } from '../../src/kernel/time.ts';
import { Tpp } from '../helpers/tpp.ts';
import { auditBooks, auditCounts, auditFiles, leaveDebris } from './audit-disk.ts';
import { auditStory, repeatRequests } from './audit-story.ts';
import { Dice } from './dice.ts';
import { advance, tppOf, type Tpps } from './journey.ts';
import { pickKind } from './kinds.ts';
import { readClock, runLeaps, runLoad, setClock } from './load.ts';
import { planRound, type RoundPlan } from './round.ts';
import { ServiceProcess } from './service-process.ts';
import { Statements } from './statements.ts';
import { Story, Violation } from './story.ts';

/** What a start takes, in milliseconds, before the first one has told. */
const USUAL_START_MS = 800;

/** Over stories that are looked at again in each audit. */
const OLD_STORIES_AUDITED = 20;
/** What does not wait for the clock is done within this, on the slowest of machines: a hang. */
const SETTLED_WITHIN_MS = 300_000;
/** The first load goes on until something is paid, but no longer than this: so would a hang. */
const FIRST_PAID_WITHIN_MS = 120_000;
/** Days after which nothing can wait any longer, weekends and bank holidays included. */
const MAX_DAYS_TO_DRAIN = 21;

export interface CampaignOptions {
  readonly rounds: number;
  /** The same seed makes the same choices; the machine's timing is its own. */
  readonly seed: number;
  /** The data folder, which lives over all rounds. */
  readonly dataDirectory: string;
  readonly tell: (progress: Progress) => void;
}

/** Where the campaign stands after a round, all numbers from its beginning. */
export interface Progress {
  readonly round: number;
  readonly ended: string;
  /** Of a service under load, or at its start. */
  readonly kills: number;
  readonly consents: number;
  readonly payments: number;
  readonly finished: number;
  /** Cancellations that won, and those that came too late. */
  readonly cancelled: number;
  readonly tooLate: number;
  /** Consents that their customers revoked. */
  readonly revoked: number;
}

/** Runs a campaign. Throws at the first Violation, with the data folder left as it was then. */
export async function runCampaign(options: CampaignOptions): Promise<void> {
  const campaign = new Campaign(options);
  for (let round = 1; round <= options.rounds; round += 1) {
    options.tell(await campaign.playRound(round));
  }
  options.tell(await campaign.finish());
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #statements = new Statements();
  readonly #stories: Story[] = [];
  /** Stories begun in the last round are those from here on. */
  #firstOfRound = 0;
  #clock: Instant = 0;
  #tokens: readonly string[] = [];
  #startedInMs = USUAL_START_MS;
  #kills = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
  }

  /** Starts, audits what the round before left, loads, and ends the service in the midst of it. */
  async playRound(round: number): Promise<Progress> {
    const { dataDirectory, seed } = this.#options;
    const plan = planRound(seed, round);
    for (const percent of plan.killedStartsPercent) {
      await ServiceProcess.startAndKill({ dataDirectory }, (percent / 100) * this.#startedInMs);
      this.#kills += 1;
    }
    return this.#serve(async (service, tpps) => {
      const dice = new Dice(seed, `audits and clock of round ${String(round)}`);
      await this.#audit(tpps, dice);
      this.#firstOfRound = this.#stories.length;
      const ended = await this.#load(service, tpps, plan, dice);
      if (plan.isAuditedDown) await auditBooks(dataDirectory);
      return this.#progress(round, ended);
    });
  }

  /** Lets everything come to its end, and audits it all. */
  async finish(): Promise<Progress> {
    const { dataDirectory, rounds, seed } = this.#options;
    const progress = await this.#serve(async (service, tpps) => {
      await this.#audit(tpps, new Dice(seed, 'last audit'));
      await this.#drain(tpps);
      for (const story of this.#stories) await auditStory(story, tppOf(story, tpps));
      await stopCleanly(service);
      return this.#progress(rounds, 'drained');
    });
    await auditBooks(dataDirectory);
    auditCounts(dataDirectory, this.#stories);
    return progress;
  }

  async #serve<Result>(
    use: (service: ServiceProcess, tpps: Tpps) => Promise<Result>,
  ): Promise<Result> {
    const { dataDirectory } = this.#options;
    leaveDebris(dataDirectory);
    const service = await ServiceProcess.start({
      dataDirectory,
      settings: { PIS_FILE_MAX_BYTES: String(8 * 1024 * 1024) },
    });
    this.#startedInMs = service.startedInMs;
    try {
      const names = ['tpp-one', 'tpp-two'] as const;
      const signedIn = names.map(
        async (name) => [name, await Tpp.signIn(service.origin, name)] as const,
      );
      return await use(service, new Map(await Promise.all(signedIn)));
    } finally {
      if (!service.isDoomed) await service.kill();
    }
  }

  async #load(
    service: ServiceProcess,
    tpps: Tpps,
    { loadMs, isLeap, isStopped }: RoundPlan,
    dice: Dice,
  ): Promise<string> {
    const problems: unknown[] = [];
    const load = (isLeap ? runLeaps : runLoad)({
      service,
      tpps,
      dice,
      nextStory: () => this.#nextStory(),
      toCancel: () => this.#stories.filter((story) => story.toCancel('due').length > 0),
      clockAcknowledged: (now) => {
        this.#clock = now;
      },
      report: (problem) => problems.push(problem),
    });
    await wait(loadMs);
    await this.#firstPaid(problems);
    const ended = isStopped ? await stopCleanly(service) : await this.#kill(service);
    await load;
    if (problems.length > 0) {
      throw new Error(`Under load. ${service.lastWords}`, { cause: problems[0] });
    }
    return `${ended} after ${String(loadMs)} ms`;
  }

  async #kill(service: ServiceProcess): Promise<string> {
    await service.kill();
    this.#kills += 1;
    return 'killed';
  }

  /** A slow machine has nothing to lose yet when the time of the first load is over. */
  async #firstPaid(problems: readonly unknown[]): Promise<void> {
    const deadline = performance.now() + FIRST_PAID_WITHIN_MS;
    const isPaid = (): boolean => this.#stories.some(({ taken }) => taken.length > 0);
    while (!isPaid() && problems.length === 0 && performance.now() < deadline) await wait(20);
  }

  #nextStory(): Story {
    const number = this.#stories.length;
    const { seed } = this.#options;
    const kind = pickKind(new Dice(seed, `story ${String(number)}`));
    const story = new Story(kind, { number, seed, now: this.#clock });
    this.#stories.push(story);
    return story;
  }

  /** What was acknowledged is there once; what was under way comes to its end. */
  async #audit(tpps: Tpps, dice: Dice): Promise<void> {
    const [first, ...others] = tpps.values();
    if (first === undefined) throw new Error('Nobody is signed in.');
    await this.#auditClockAndTokens([first, ...others]);
    const recent = this.#stories.slice(this.#firstOfRound);
    const open = this.#stories.filter((story) => !story.isOver);
    for (const story of new Set([...recent, ...open, ...this.#someStories(dice)])) {
      await auditStory(story, tppOf(story, tpps));
    }
    auditFiles(this.#options.dataDirectory, this.#stories);
    await this.#settle(tpps);
    for (const story of recent) await repeatRequests(story, tppOf(story, tpps));
    await this.#auditStatements(first);
  }

  async #auditClockAndTokens(signedIn: readonly [Tpp, ...Tpp[]]): Promise<void> {
    const [first] = signedIn;
    const now = await readClock(first);
    if (now < this.#clock) throw new Violation('The clock went back.');
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

  /** Takes every story as far as it goes without the clock; what is left after that is stuck. */
  async #settle(tpps: Tpps): Promise<void> {
    for (const story of this.#stories) {
      const deadline = performance.now() + SETTLED_WITHIN_MS;
      while (!story.isOver) {
        await advance(story, tpps);
        if (!story.isSubmitted) continue;
        if (story.plan.waitsForClock) break;
        if (performance.now() > deadline) story.fail('is stuck');
        await wait(5);
      }
    }
  }

  async #auditStatements(tpp: Tpp): Promise<void> {
    await this.#statements.audit(tpp, (reference) => this.#storyOf(reference));
    for (const story of this.#stories) {
      const missing = story.outstanding.first;
      if (story.isFinished && missing !== undefined) story.fail(`not on a statement: ${missing}`);
    }
  }

  /** An entry names its story's number; a charge, its payment. */
  #storyOf(reference: string): Story | undefined {
    const number = /\bS(\d+)\.\d+$/.exec(reference)?.[1];
    if (number !== undefined) return this.#stories[Number(number)];
    return this.#stories.find(({ taken }) => taken.some((one) => one.paymentId === reference));
  }

  /** Moves the clock on until nothing waits for it. */
  async #drain(tpps: Tpps): Promise<void> {
    const [tpp] = tpps.values();
    if (tpp === undefined) return;
    for (let days = 0; days < MAX_DAYS_TO_DRAIN; days += 1) {
      await this.#settle(tpps);
      if (this.#stories.every((story) => story.isOver)) break;
      this.#clock = await setClock(tpp, this.#clock + DAY_MS);
    }
    const waiting = this.#stories.find((story) => !story.isOver);
    waiting?.fail('still waits when all its days are over');
    await this.#auditStatements(tpp);
  }

  #progress(round: number, ended: string): Progress {
    const taken = this.#stories.flatMap((story) => story.taken);
    return {
      round,
      ended,
      kills: this.#kills,
      consents: this.#stories.filter(({ consentId }) => consentId !== undefined).length,
      payments: taken.length,
      finished: taken.filter(({ isFinished }) => isFinished).length,
      cancelled: taken.filter(({ cancellation }) => cancellation === 'done').length,
      tooLate: taken.filter(({ cancellation }) => cancellation === 'late').length,
      revoked: this.#stories.filter(({ status }) => status === 'Revoked').length,
    };
  }
}

/** SIGTERM: the service must end by itself, with exit code 0, and report no failure. */
async function stopCleanly(service: ServiceProcess): Promise<string> {
  const { code, signal, milliseconds } = await service.stop();
  if (code !== 0 || service.lastWords !== '') {
    const how = `code ${String(code)}, signal ${String(signal)}`;
    throw new Violation(`Stopped with ${how}. ${service.lastWords}`);
  }
  return `stopped within ${String(milliseconds)} ms`;
}
