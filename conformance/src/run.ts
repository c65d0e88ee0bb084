import type { Version } from '@payment-initiation/client';
import type { BankUnderTest } from './bank.ts';
import type { Config } from './config.ts';
import { submitsPayment, type Need, type Scenario } from './scenario.ts';
import { ScenarioRun, type Exchange } from './scenario-run.ts';
import { sourceOf } from './sources.ts';

/** `blocked` means that the state which the scenario needs could not be created. */
export type Outcome = 'passed' | 'warning' | 'failed' | 'blocked' | 'skipped';

/** The result of a scenario with one version. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly version: Version;
  readonly level: Scenario['level'];
  readonly source: ReturnType<typeof sourceOf>;
  readonly outcome: Outcome;
  /** Deviations from rules of the standard, or the reason why the scenario did not run. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly milliseconds: number;
}

export interface RunOptions {
  readonly bank: BankUnderTest;
  readonly scenarios: readonly Scenario[];
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  readonly onResult?: (result: Result) => void;
}

/** Prepared states that several scenarios read. */
type SharedStates = Map<string, Promise<ScenarioRun>>;

/** Runs the scenarios with each version. Returns the results in the order of the scenarios. */
export async function runScenarios(options: RunOptions): Promise<readonly Result[]> {
  const { bank, scenarios, onResult } = options;
  const { versions, concurrency } = bank.config;
  const tasks = versions.flatMap((version) =>
    scenarios
      .filter((scenario) => scenario.versions.includes(version))
      .map((scenario) => ({ scenario, version })),
  );
  const results: Result[] = [];
  const states: SharedStates = new Map();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task === undefined) return;
      const result = await runOne({ ...task, options, states });
      results[index] = result;
      onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

interface Task {
  readonly scenario: Scenario;
  readonly version: Version;
  readonly options: RunOptions;
  readonly states: SharedStates;
}

async function runOne({ scenario, version, options, states }: Task): Promise<Result> {
  const { bank, now } = options;
  const { id, title, level } = scenario;
  const began = performance.now();
  const finished = (outcome: Outcome, rest: Partial<Result> = {}): Result => ({
    ...{ id, title, version, level, source: sourceOf(scenario.source, version), outcome },
    ...{ problems: [], warnings: [], exchanges: [], ...rest },
    milliseconds: Math.round(performance.now() - began),
  });
  const reason = reasonToSkip(scenario, bank.config);
  if (reason !== undefined) return finished('skipped', { problems: [reason] });
  const run = new ScenarioRun({ bank, version, scenario, now });
  try {
    await prepared(run, states);
  } catch (error) {
    const { exchanges } = run.report;
    return finished('blocked', { problems: [messageOf(error)], exchanges });
  }
  try {
    const { problems, warnings, exchanges } = await run.run();
    const isRule = level === 'must';
    const rest = {
      problems: isRule ? problems : [],
      warnings: isRule ? warnings : [...problems, ...warnings],
      exchanges,
    };
    if (rest.problems.length > 0) return finished('failed', rest);
    return finished(rest.warnings.length > 0 ? 'warning' : 'passed', rest);
  } catch (error) {
    const { exchanges } = run.report;
    return finished('failed', { problems: [messageOf(error)], exchanges });
  }
}

/** Creates the state of a scenario, or takes it over from another scenario. */
async function prepared(run: ScenarioRun, states: SharedStates): Promise<void> {
  const { scenario, version } = run.parts;
  if (!scenario.shared) return run.prepare();
  const { given, initiation, data, file, needs } = scenario;
  const key = JSON.stringify([version, given, initiation, data, file, needs.includes(SEVERAL)]);
  let state = states.get(key);
  if (state === undefined) {
    const first = new ScenarioRun(run.parts);
    state = first.prepare().then(() => first);
    states.set(key, state);
  }
  run.adopt(await state);
}

const SEVERAL: Need = 'multiAuthorisation';

/** Returns the reason why a scenario does not apply to the bank. */
function reasonToSkip(scenario: Scenario, config: Config): string | undefined {
  const { needs, initiation, data } = scenario;
  const { members, payments } = config;
  if (!payments.submit && submitsPayment(scenario)) return 'payments.submit is false.';
  const missing = needs.find((need) => !isAvailable(need, config));
  if (missing !== undefined) return `The configuration does not have ${missing}.`;
  const used = Object.entries({ ...initiation, ...data });
  for (const [path, value] of used) {
    const [name = ''] = path.split('.');
    if (value === null && members.required.includes(name)) return `The bank requires ${name}.`;
    if (value !== null && members.refused.includes(name)) {
      return `The bank does not accept ${name}.`;
    }
  }
  return undefined;
}

function isAvailable(need: Need, config: Config): boolean {
  if (need === 'bothVersions') return config.versions.length === 2;
  if (need === 'debtorAccount') return config.payments.debtorAccount !== undefined;
  if (need in config.features) return config.features[need as keyof Config['features']];
  return config[need as 'otherTpp'] !== undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Counts results by outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  return {
    passed: count('passed'),
    warning: count('warning'),
    failed: count('failed'),
    blocked: count('blocked'),
    skipped: count('skipped'),
  };
}
