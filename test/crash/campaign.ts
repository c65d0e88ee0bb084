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

/** Assumed duration of a start in milliseconds, until one was measured. */
const USUAL_START_MS = 800;

/** Maximum duration of the first load, which runs until a payment is accepted. */
const FIRST_PAID_WITHIN_MS = 120_000;

export interface CampaignOptions {
  readonly rounds: number;
  /** The same seed makes the same choices. The timing of the machine differs. */
  readonly seed: number;
  /** The data folder, which is used in all rounds. */
  readonly dataDirectory: string;
  readonly tell: (progress: Progress) => void;
}

/** Progress after a round. All numbers count from the beginning. */
export interface Progress extends Acknowledged {
  readonly round: number;
  readonly ended: string;
  /** Number of kills, under load or during a start. */
  readonly kills: number;
}

/** Runs a campaign. Throws the first Violation and leaves the data folder unchanged. */
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
   * Starts the service, audits the data of the previous round, runs the load and ends the service
   * during it.
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

  /** Completes all stories and audits everything. */
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

  /** Waits for the first payment, because a slow machine has none at the end of the first load. */
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

/** Signs in the TPPs of the stories. */
export async function signIn(origin: string): Promise<Tpps> {
  const names = ['tpp-one', 'tpp-two'] as const;
  const signedIn = names.map(async (name) => [name, await Tpp.signIn(origin, name)] as const);
  return new Map(await Promise.all(signedIn));
}

/** Sends SIGTERM. The service must end with exit code 0 and log no failure. */
async function stopCleanly(service: ServiceProcess): Promise<string> {
  const { code, signal, milliseconds } = await service.stop();
  if (code !== 0 || service.lastWords !== '') {
    const how = `code ${String(code)}, signal ${String(signal)}`;
    throw new Violation(`Stopped with ${how}. ${service.lastWords}`);
  }
  return `stopped within ${String(milliseconds)} ms`;
}
