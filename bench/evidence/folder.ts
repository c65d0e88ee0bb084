import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { thousands, written, type Chart } from '../helpers/answer.ts';
import { drawChart } from '../helpers/chart.ts';
import { writtenCommit, type Run } from '../helpers/results.ts';
import type { LayerCost } from './layers.ts';
import { SATURATED, type Level, type Sample } from './level.ts';

/** Highest number of points of the chart over time. */
const MAX_POINTS = 12;

/** Style of the charts, because a file of its own has no page around it. */
const STYLE =
  'text{font:12px sans-serif;fill:#333}.value{font-weight:600}.ours{fill:#1f6f8b}' +
  '.other{fill:#bbb}polyline.ours{fill:none;stroke:#1f6f8b;stroke-width:2}.axis{stroke:#bbb}';

/** Load of an idle machine at the start of a run: at most this many processes for each core. */
export const MAX_IDLE_LOAD_PER_CORE = 0.25;

/** All results of a run. */
export interface Evidence {
  readonly run: Run;
  readonly isQuick: boolean;
  readonly store: 'sqlite' | 'postgres';
  readonly settings: object;
  /** One-minute load of the machine before the run. */
  readonly loadBefore: number;
  readonly levels: readonly Level[];
  readonly samples: readonly Sample[];
  readonly layers: readonly LayerCost[];
  /** Why the run does not count. Empty if it counts. */
  readonly problems: readonly string[];
  readonly accepted: number;
  /** Reasons of failed requests. */
  readonly reasons: readonly string[];
}

/** The databases of a run, as the README names them. */
const DATABASES = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL, one node, with `fsync` and synchronous commits',
} as const;

/** Returns the load of the machine over the last minute: processes that run or wait. */
export function machineLoad(): number {
  return loadavg()[0] ?? 0;
}

/** Returns the load before a run as a text, with a warning if the machine was not idle. */
export function loadText(loadBefore: number, cores: number): string {
  const load = `Load of the machine before the run: ${loadBefore.toFixed(2)}.`;
  if (loadBefore <= MAX_IDLE_LOAD_PER_CORE * cores) return load;
  return (
    `${load} **The machine was not idle**: the load was more than ` +
    `${String(MAX_IDLE_LOAD_PER_CORE)} for each core, so the figures are not comparable with those ` +
    'of other runs.'
  );
}

/** Writes the folder of a run: README.md, manifest.json, summary.json and charts. */
export function writeFolder(folder: string, evidence: Evidence): void {
  mkdirSync(folder, { recursive: true });
  const { run, isQuick, store, settings, loadBefore, samples, levels, layers } = evidence;
  const { problems, accepted, reasons } = evidence;
  const charts = chartsOf(evidence);
  const save = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  save(
    'manifest.json',
    json({ ...run, isQuick, store, loadBefore, loadAfter: machineLoad(), settings }),
  );
  save(
    'summary.json',
    json({ counts: problems.length === 0, problems, accepted, reasons, levels, layers, samples }),
  );
  for (const [name, chart] of Object.entries(charts)) save(`${name}.svg`, svgOf(chart));
  save('README.md', readmeOf(evidence, charts));
}

function svgOf(chart: Chart): string {
  const [, open = '', body = ''] = /<svg (.*?)>(.*)<\/svg>/s.exec(drawChart(chart)) ?? [];
  const size = 'xmlns="http://www.w3.org/2000/svg" width="720"';
  return `<svg ${size} ${open}><style>${STYLE}</style>${body}</svg>\n`;
}

function chartsOf({ store, levels, samples, layers }: Evidence): Readonly<Record<string, Chart>> {
  const byRate = { kind: 'lines', xUnit: 'payments due per second' } as const;
  const every = Math.ceil(samples.length / MAX_POINTS);
  const shown = samples.filter((_, index) => index % every === 0);
  const overTime = { kind: 'lines', xUnit: 'seconds', isLinear: true } as const;
  const timeline = (read: (sample: Sample) => number) =>
    shown.map((one) => [Math.max(1, Math.round(one.second)), read(one)] as const);
  return {
    throughput: {
      ...{ ...byRate, title: 'Payments answered per second', unit: '1/s' },
      lines: [
        { label: 'answered', points: levels.map((one) => [one.rate, one.answeredPerSecond]) },
      ],
    },
    latency: {
      ...{ ...byRate, title: 'Time to answer, 99th percentile, below saturation', unit: 'ms' },
      lines: [
        {
          label: 'p99',
          points: levels
            .filter((one) => one.answeredPerSecond >= SATURATED * one.rate)
            .map((one) => [one.rate, one.percentiles.p99]),
        },
      ],
    },
    cpu: {
      ...{ ...overTime, title: 'CPU in use', unit: 'cores' },
      lines: [
        { label: 'service', points: timeline(({ cores }) => cores) },
        ...(store === 'sqlite'
          ? []
          : [
              {
                label: 'PostgreSQL',
                points: timeline(({ databaseCores }) => databaseCores ?? 0),
              },
            ]),
      ],
    },
    memory: {
      ...{ ...overTime, title: 'Resident memory of the service', unit: 'MB' },
      lines: [{ label: 'service', points: timeline(({ memoryMB }) => memoryMB) }],
    },
    layers: {
      ...{ kind: 'bars', title: 'CPU of the server for a POST, by layer', unit: 'µs' },
      bars: layers.map(({ label, cpuMicros }) => ({ label, value: cpuMicros, ours: true })),
    },
  };
}

function readmeOf(
  { run, isQuick, store, loadBefore, levels, layers, problems, accepted, reasons }: Evidence,
  charts: Readonly<Record<string, Chart>>,
): string {
  const { machine, commit, startedAt, seconds } = run;
  const args = [
    ...(isQuick ? ['--quick'] : []),
    ...(store === 'postgres' ? ['--store postgres'] : []),
  ];
  const lines = [
    '# Evidence of a load test',
    '',
    `Written by \`npm run evidence${args.length === 0 ? '' : ` -- ${args.join(' ')}`}\` on ${startedAt}, in ` +
      `${String(seconds)} seconds, at commit ${writtenCommit(commit)}. ` +
      `${machine.processor}, ${String(machine.cores)} cores, ${String(machine.memoryGB)} GB, ` +
      `${machine.system}, Node.js ${machine.node}. ${loadText(loadBefore, machine.cores)}` +
      (isQuick ? ' A quick run is too short to be judged.' : ''),
    '',
    problems.length === 0
      ? `**The run counts**: all ${thousands(accepted)} accepted payments are in the books exactly ` +
        'once, and the sums are equal.'
      : `**The run does not count**: ${problems.join(' ')}`,
    '',
    'A TPP submits variable recurring payments through mutual TLS, with signatures of requests and ' +
      'answers. Each rate begins and ends with a time that is not measured (`cutMs` in ' +
      'manifest.json). Times are in milliseconds from the scheduled start of a request. Client, ' +
      `service and database share the machine. The database is ${DATABASES[store]}.`,
    '',
    '| due per second | answered per second | payments | failed | p50 | p90 | p99 | p99.9 | longest |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...levels.map(({ rate, answeredPerSecond, payments, failed, percentiles }) => {
      const times = Object.values(percentiles).map(written);
      const counts = [thousands(payments), thousands(failed)];
      return `| ${[thousands(rate), written(answeredPerSecond), ...counts, ...times].join(' | ')} |`;
    }),
    '',
    ...reasons.map((reason) => `- Failed: ${reason}`),
    '',
    'Security layers: a POST with all layers above it, measured in turns in one run. The layer with ' +
      'the token includes the work of the service, which stores a consent in SQLite.',
    '',
    '| layer | µs CPU | × the layer before | × plain HTTP |',
    '| --- | --- | --- | --- |',
    ...layers.map(({ label, ...cost }) => {
      const values = [cost.cpuMicros, cost.timesPrevious, cost.timesPlain].map(written);
      return `| ${[label, ...values].join(' | ')} |`;
    }),
    '',
    ...Object.entries(charts).map(([name, { title }]) => `![${title}](${name}.svg)\n`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
