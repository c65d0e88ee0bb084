import { setTimeout as wait } from 'node:timers/promises';
import { Tpp } from '../helpers/tpp.ts';
import { auditBooks, auditCounts, auditFiles, leaveDebris, rowsIn } from './audit-disk.ts';
import { Dice } from './random.ts';
import type { Tpps } from './journey.ts';
import { runLeaps, runLoad } from './load.ts';
import { planRound, type RoundPlan } from './round.ts';
import { ServiceProcess } from './service-process.ts';
import { Violation } from './story.ts';
import { Witness, type Acknowledged } from './witness.ts';

/** Assumed duration of a start in milliseconds. It is used until one was measured. */
const USUAL_START_MS = 800;

/**
 * Maximum duration of the first load, which continues until a payment is accepted, in milliseconds.
 */
const FIRST_PAID_WITHIN_MS = 120_000;

export interface CampaignOptions {
  readonly rounds: number;
  /** Seed of the random choices. The same seed makes the same choices, but timing still differs. */
  readonly seed: number;
  /** The data folder that all rounds use. */
  readonly dataDirectory: string;
  readonly tell: (progress: Progress) => void;
}

/** Progress after a round. All numbers count from the start of the campaign. */
export interface Progress extends Acknowledged {
  readonly round: number;
  readonly ended: string;
  /** Number of times that the service was killed, under load or during a start. */
  readonly kills: number;
}

/** Runs a campaign. Throws the first Violation, and then leaves the data folder as it is. */
export async function runCampaign(options: CampaignOptions): Promise<void> {
  const campaign = new Campaign(options);
  for (let round = 1; round <= options.rounds; round += 1) {
    options.tell(await campaign.playRound(round));
  }
  options.tell(await campaign.finish());
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #witness: Witness;
  #startedInMs = USUAL_START_MS;
  #kills = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#witness = new Witness(options.seed);
  }

  /**
   * Starts the service, checks the data of the previous round and runs the load. Ends the service
   * while the load still runs.
   */
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
      const ended = await this.#load(service, tpps, plan, dice);
      if (plan.isAuditedDown) await auditBooks(dataDirectory);
      return this.#progress(round, ended);
    });
  }

  /** Lets all stories end and then audits everything. */
  async finish(): Promise<Progress> {
    const { dataDirectory, rounds, seed } = this.#options;
    const progress = await this.#serve(async (service, tpps) => {
      await this.#audit(tpps, new Dice(seed, 'last audit'));
      await this.#witness.finish(tpps);
      await stopCleanly(service);
      return this.#progress(rounds, 'drained');
    });
    await auditBooks(dataDirectory);
    await auditCounts(rowsIn(dataDirectory), this.#witness.stories);
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
      return await use(service, await signIn(service.origin));
    } finally {
      if (!service.isDoomed) await service.kill();
    }
  }

  #audit(tpps: Tpps, dice: Dice): Promise<void> {
    return this.#witness.audit(tpps, dice, () => {
      auditFiles(this.#options.dataDirectory, this.#witness.stories);
    });
  }

  async #load(
    service: ServiceProcess,
    tpps: Tpps,
    { loadMs, isLeap, isStopped }: RoundPlan,
    dice: Dice,
  ): Promise<string> {
    const problems: unknown[] = [];
    const witness = this.#witness;
    const load = (isLeap ? runLeaps : runLoad)({
      service,
      tpps,
      dice,
      nextStory: () => witness.nextStory(),
      toCancel: () => witness.toCancelDue,
      clockAcknowledged: (now) => {
        witness.clockAcknowledged(now);
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

  /**
   * Waits for the first accepted payment. On a slow machine, the first load may otherwise end
   * before it.
   */
  async #firstPaid(problems: readonly unknown[]): Promise<void> {
    const deadline = performance.now() + FIRST_PAID_WITHIN_MS;
    const isPaid = (): boolean =>
      this.#witness.stories.some(({ taken: accepted }) => accepted.length > 0);
    while (!isPaid() && problems.length === 0 && performance.now() < deadline) await wait(20);
  }

  #progress(round: number, ended: string): Progress {
    return { round, ended, kills: this.#kills, ...this.#witness.acknowledged };
  }
}

/** Signs in the TPPs that the stories use. */
export async function signIn(origin: string): Promise<Tpps> {
  const names = ['tpp-one', 'tpp-two'] as const;
  const signedIn = names.map(async (name) => [name, await Tpp.signIn(origin, name)] as const);
  return new Map(await Promise.all(signedIn));
}

/** Sends SIGTERM to the service. Fails unless it ends with exit code 0 and logs no failure. */
async function stopCleanly(service: ServiceProcess): Promise<string> {
  const { code, signal, milliseconds } = await service.stop();
  if (code !== 0 || service.lastWords !== '') {
    const how = `code ${String(code)}, signal ${String(signal)}`;
    throw new Violation(`Stopped with ${how}. ${service.lastWords}`);
  }
  return `stopped within ${String(milliseconds)} ms`;
}
