import { setTimeout as wait } from 'node:timers/promises';
import type { Mood } from '../../src/simulators/hub/moods.ts';
import { auditBooks, auditCounts, auditFiles, leaveDebris, rowsIn } from './audit-disk.ts';
import { CoreSide, type CoreProgress } from './core/core-side.ts';
import { openExchange, type ExchangeKind, type HubExchange } from './hub/exchange.ts';
import { HubSide, type HubProgress } from './hub/hub-side.ts';
import { withoutExpected } from './expected-lines.ts';
import { OperatorsSide, type OperatorProgress } from './operators/operators-side.ts';
import { Dice } from './random.ts';
import { signIn, tppOf, type Tpps } from './journey.ts';
import { settleAll } from './requests.ts';
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
  /**
   * Behaviour of a payment hub, which is killed too. Its folder is next to the data folder.
   * Undefined if the service simulates the schemes.
   */
  readonly hub?: Mood | undefined;
  /** Exchange between the service and the hub. Default: through a folder. */
  readonly exchange?: ExchangeKind | undefined;
  /**
   * True if a core banking system keeps the accounts. It injects faults and is killed too. Its
   * folder is next to the data folder. Default: false.
   */
  readonly core?: boolean;
  /** True if operators use the console. Default: false. */
  readonly operators?: boolean;
  readonly tell: (progress: Progress) => void;
}

/** Progress after a round. All numbers count from the start of the campaign. */
export interface Progress extends Acknowledged {
  readonly round: number;
  readonly ended: string;
  /** Number of times that the service was killed, under load or during a start. */
  readonly kills: number;
  /** Counts of the exchange with the payment hub, if there is one. */
  readonly hub?: HubProgress | undefined;
  /** Counts of the core banking system, if there is one. */
  readonly core?: CoreProgress | undefined;
  /** Counts of the operators' actions, if they use the console. */
  readonly operators?: OperatorProgress | undefined;
}

/**
 * Maximum number of times that the hub and the core are each killed during an audit, and during a
 * load.
 */
const MAX_PEER_KILLS = { audit: 2, load: 4 } as const;

/** Returns the folder that the service and the hub share. */
export function hubFolderOf(dataDirectory: string): string {
  return `${dataDirectory}-hub`;
}

/** Runs a campaign. Throws the first Violation, and then leaves the data folder as it is. */
export async function runCampaign(options: CampaignOptions): Promise<void> {
  const { hub, dataDirectory, seed, exchange: kind = 'folder' } = options;
  const folder = hubFolderOf(dataDirectory);
  const exchange = hub && (await openExchange(folder, kind));
  const core = options.core === true ? await CoreSide.start(dataDirectory, seed) : undefined;
  const campaign = new Campaign(options, exchange, core);
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      options.tell(await campaign.playRound(round));
    }
    options.tell(await campaign.finish());
  } finally {
    await campaign.end();
    exchange?.remove();
  }
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #witness: Witness;
  readonly #hub: HubSide | undefined;
  readonly #core: CoreSide | undefined;
  readonly #operators: OperatorsSide | undefined;
  #startedInMs = USUAL_START_MS;
  #kills = 0;

  constructor(
    options: CampaignOptions,
    exchange: HubExchange | undefined,
    core: CoreSide | undefined,
  ) {
    this.#options = options;
    this.#core = core;
    const { seed, dataDirectory, hub: mood, operators: hasOperators = false } = options;
    if (hasOperators) this.#operators = new OperatorsSide(dataDirectory);
    this.#witness = new Witness(seed, { hub: mood, hasCore: core !== undefined, hasOperators });
    if (mood === undefined || exchange === undefined) return;
    const folder = hubFolderOf(dataDirectory);
    this.#hub = new HubSide({ folder, exchange, mood, seed }, dataDirectory);
  }

  /** Ends the processes that still run. */
  async end(): Promise<void> {
    await this.#killPeers();
  }

  /**
   * Starts the service, checks the data of the previous round and runs the load. Ends the service
   * while the load still runs.
   */
  async playRound(round: number): Promise<Progress> {
    const { dataDirectory, seed } = this.#options;
    const plan = planRound(seed, round);
    if (plan.isHubFirst) this.#startPeers();
    for (const percent of plan.killedStartsPercent) {
      const afterMs = (percent / 100) * this.#startedInMs;
      await ServiceProcess.startAndKill({ dataDirectory, settings: this.#settings }, afterMs);
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
    await this.#serve(async (service, tpps) => {
      await this.#audit(tpps, new Dice(seed, 'last audit'));
      await this.#operators?.finish(this.#witness.stories, new Dice(seed, 'last actions'));
      await this.#witness.finish(tpps, () => this.#hub?.untilQuiet() ?? Promise.resolve());
      await this.#hub?.audit(this.#witness.stories);
      await this.#hub?.auditDetails(this.#witness.stories, (story) => tppOf(story, tpps));
      await this.#core?.untilQuiet();
      await this.#stop(service);
    });
    this.#operators?.auditEnded();
    await this.#core?.audit();
    await auditBooks(dataDirectory);
    await auditCounts(rowsIn(dataDirectory), this.#witness.stories);
    return this.#progress(rounds, 'drained');
  }

  async #serve<Result>(
    use: (service: ServiceProcess, tpps: Tpps) => Promise<Result>,
  ): Promise<Result> {
    const { dataDirectory } = this.#options;
    leaveDebris(dataDirectory);
    await this.#operators?.prepare(this.#witness.stories);
    const service = await ServiceProcess.start({ dataDirectory, settings: this.#settings });
    this.#startPeers();
    this.#startedInMs = service.startedInMs;
    try {
      await this.#operators?.begin(service.ports.consolePort);
      return await use(service, await signIn(service.origin));
    } finally {
      if (!service.isDoomed) await service.kill();
    }
  }

  get #settings(): Readonly<Record<string, string | undefined>> {
    return {
      PIS_FILE_MAX_BYTES: String(8 * 1024 * 1024),
      ...this.#hub?.exchange.settings,
      PIS_CORE: this.#core?.url,
      ...this.#operators?.settings,
    };
  }

  async #audit(tpps: Tpps, dice: Dice): Promise<void> {
    const { stories } = this.#witness;
    const { dataDirectory } = this.#options;
    const hub = this.#hub;
    await this.#operators?.resumeSchemes(stories, dice);
    let isAudited = false;
    const audit = this.#witness
      .audit(tpps, dice, () => {
        if (hub === undefined) auditFiles(dataDirectory, stories);
      })
      .finally(() => (isAudited = true));
    await settleAll([audit, ...this.#disturb('audit', () => isAudited)]);
    await this.#operators?.audit(stories, dice);
    if (hub !== undefined) auditFiles(dataDirectory, stories, await hub.audit(stories));
  }

  /** Kills the hub and the core at random times, and lets operators work. */
  #disturb(when: 'audit' | 'load', isOver: () => boolean): readonly Promise<void>[] {
    const story = `of story ${String(this.#witness.stories.length)}, ${when}`;
    const diceOf = (who: string): Dice => new Dice(this.#options.seed, `${who} ${story}`);
    return [
      this.#hub?.killAtRandom(diceOf('hub'), MAX_PEER_KILLS[when], isOver),
      this.#hub?.operateAtRandom(diceOf('operator'), isOver),
      this.#core?.killAtRandom(diceOf('core'), MAX_PEER_KILLS[when], isOver),
      when === 'load'
        ? this.#operators?.actAtRandom(this.#witness.stories, diceOf('console'), isOver)
        : undefined,
    ].filter((disturbing) => disturbing !== undefined);
  }

  #startPeers(): void {
    this.#hub?.start();
    this.#core?.start();
  }

  async #killPeers(): Promise<void> {
    await Promise.all([this.#hub?.kill(), this.#core?.kill()]);
  }

  async #load(service: ServiceProcess, tpps: Tpps, plan: RoundPlan, dice: Dice): Promise<string> {
    const { loadMs, isLeap, isStopped, isHubKilled, endsAtChangeIn } = plan;
    const problems: unknown[] = [];
    const witness = this.#witness;
    const disturbances = this.#disturb('load', () => service.isDoomed).map((disturbing) =>
      disturbing.catch((problem: unknown) => problems.push(problem)),
    );
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
    if (endsAtChangeIn !== null) {
      await this.#hub?.changeIn(endsAtChangeIn, plan.isTemporaryChange);
    }
    await this.#operators?.untilEndOf(plan);
    const [ended] = await Promise.all([
      isStopped ? this.#stop(service) : this.#kill(service),
      isHubKilled ? this.#killPeers() : undefined,
    ]);
    await load;
    await Promise.all(disturbances);
    if (problems.length > 0) {
      throw new Error(`Under load. ${service.lastWords}`, { cause: problems[0] });
    }
    return `${ended} after ${String(loadMs)} ms`;
  }

  /** Sends SIGTERM to the service. Fails unless it ends with exit code 0 and logs no failure. */
  async #stop(service: ServiceProcess): Promise<string> {
    const { code, signal, milliseconds } = await service.stop();
    const isAlone = this.#hub === undefined && this.#core === undefined;
    const failures = isAlone ? service.lastWords : withoutExpected(service);
    if (code !== 0 || failures !== '') {
      throw new Violation(
        `Stopped with code ${String(code)}, signal ${String(signal)}. ${failures}`,
      );
    }
    return `stopped within ${String(milliseconds)} ms`;
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
    const sides = {
      ...{ hub: this.#hub?.progress, core: this.#core?.progress },
      operators: this.#operators?.progress,
    };
    return { round, ended, kills: this.#kills, ...sides, ...this.#witness.acknowledged };
  }
}
