import { countOutcomes, type Outcome, type Result } from '../run.ts';

/** The results of a run, as the reports show them. */
export interface RunReport {
  /** Name of the bank. */
  readonly bank: string;
  /** Start of the run in ISO 8601. */
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly results: readonly Result[];
}

const NAMES: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  warning: 'passed with warnings',
  failed: 'failed',
  blocked: 'blocked',
  skipped: 'skipped',
};

/** Returns the summary of a run in one line. */
export function summaryOf({ results }: Pick<RunReport, 'results'>): string {
  return Object.entries(countOutcomes(results))
    .map(([outcome, count]) => `${String(count)} ${NAMES[outcome as Outcome]}`)
    .join(', ');
}

/** Returns a result as text for the terminal. */
export function textOfResult(result: Result): string {
  const { outcome, version, id, title, source, problems, warnings } = result;
  const lines = [`${outcome.toUpperCase()} ${version} ${id}: ${title}`];
  lines.push(...problems.map((problem) => `    ${problem}`));
  lines.push(...warnings.map((warning) => `    warning: ${warning}`));
  if (outcome === 'failed') lines.push(`    ${source.title}, ${source.section}: ${source.url}`);
  return lines.join('\n');
}

/** Returns the exit code of a run: 1 if a scenario failed or was blocked. */
export function exitCodeOf(results: readonly Result[]): 0 | 1 {
  const isBad = ({ outcome }: Result) => outcome === 'failed' || outcome === 'blocked';
  return results.some(isBad) ? 1 : 0;
}
