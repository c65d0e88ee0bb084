import { z } from 'zod';
import { written } from './answer.ts';
import { escape } from './chart.ts';
import { readMeasures } from './results.ts';

const PastRun = z.object({
  startedAt: z.string(),
  commit: z.string().nullable(),
  machine: z.string(),
  measures: z.array(
    z.object({ name: z.string(), label: z.string(), unit: z.string(), value: z.number() }),
  ),
});

/** A run in the history of benchmark results. */
export type PastRun = z.infer<typeof PastRun>;

const Run = z.object({
  startedAt: z.string(),
  commit: z.object({ id: z.string() }).nullable(),
  machine: z.object({ processor: z.string(), cores: z.number(), node: z.string() }),
  settings: z.object({ isQuick: z.boolean() }),
});

/**
 * Returns a history with the results of a run added, one JSON line for each run. A run that the
 * history contains already is not added again. Throws if the run was quick, because its values are
 * not reliable.
 *
 * @param results content of a results file
 */
export function addRun(history: string, results: string): string {
  const { startedAt, commit, machine, settings } = Run.parse(JSON.parse(results));
  if (settings.isQuick) throw new Error('The last run was quick. Run the bench without --quick.');
  if (readHistory(history).some((run) => run.startedAt === startedAt)) return history;
  const run: PastRun = {
    startedAt,
    commit: commit?.id ?? null,
    machine: `${machine.processor}, ${String(machine.cores)} cores, Node.js ${machine.node}`,
    measures: readMeasures(results).map(({ name, label, unit, value }) => {
      return { name, label, unit, value };
    }),
  };
  return `${history}${JSON.stringify(run)}\n`;
}

/** Reads a history. Throws if a line is not valid. */
export function readHistory(history: string): readonly PastRun[] {
  const lines = history.split('\n').filter((line) => line !== '');
  return lines.map((line) => PastRun.parse(JSON.parse(line)));
}

/**
 * Writes the page of a history in Markdown: a table for each benchmark, with the last value of each
 * measure and a chart of all its values.
 */
export function historyPage(runs: readonly PastRun[]): string {
  const last = runs.at(-1);
  const about =
    'This page shows the results of the weekly benchmark, for performance engineers. [Benchmarks](README.md) ' +
    'describes what is measured. Ratios can be compared between machines, absolute values only on the same one.';
  if (last === undefined)
    return `# Benchmarks over time\n\n${about}\n\nThere are no results yet.\n`;
  const questions = new Set(last.measures.map(({ name }) => questionOf(name)));
  const sections = [...questions].map((question) => {
    const own = last.measures.filter(({ name }) => questionOf(name) === question);
    return `## ${question}\n\n${table(
      ['figure', 'unit', 'last', 'lowest', 'highest', 'all runs'],
      own.map(({ name, label, unit, value }) => {
        const values = valuesOf(name, runs);
        const figures = [value, Math.min(...values), Math.max(...values)].map(written);
        return [escape(label), escape(unit), ...figures, drawValues(label, values)];
      }),
    )}`;
  });
  const list = table(
    ['run', 'commit', 'machine'],
    runs.toReversed().map(({ startedAt, commit, machine }) => {
      return [startedAt.slice(0, 10), commit?.slice(0, 8) ?? 'none', escape(machine)];
    }),
  );
  return `# Benchmarks over time\n\n${about}\n\n${sections.join('\n\n')}\n\n## Runs\n\n${list}\n`;
}

/** Returns the name of the benchmark that a measure belongs to. */
function questionOf(measure: string): string {
  return measure.split('.')[0] ?? measure;
}

function valuesOf(name: string, runs: readonly PastRun[]): readonly number[] {
  return runs.flatMap(({ measures }) =>
    measures.filter((measure) => measure.name === name).map(({ value }) => value),
  );
}

/** Dimensions of a chart in pixels. */
const WIDTH = 160;
const HEIGHT = 32;
const MARGIN = 4;

/** Draws the values of a measure from the oldest to the newest run. The axis starts at 0. */
function drawValues(label: string, values: readonly number[]): string {
  const most = Math.max(...values) || 1;
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1);
  const points = values.map((value, index): readonly [string, string] => [
    (MARGIN + index * step).toFixed(1),
    (HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN)).toFixed(1),
  ]);
  const [x = '0', y = '0'] = points.at(-1) ?? [];
  const title = escape(`${label}: ${values.map(written).join(', ')}`);
  return (
    `<svg role="img" aria-label="${title}" width="${String(WIDTH)}" height="${String(HEIGHT)}">` +
    `<polyline fill="none" stroke="currentColor" points="${points.join(' ')}"/>` +
    `<circle fill="currentColor" cx="${x}" cy="${y}" r="2"/></svg>`
  );
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '-'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
