import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of promtool in Debian's package `prometheus`. */
const PROMTOOL = '/usr/bin/promtool';

export const hasPromtool = existsSync(PROMTOOL);

/** Number of minutes for which the samples before and after a change are repeated. */
const [BEFORE_MINUTES, AFTER_MINUTES] = [10, 90];

const DEPLOYED = fileURLToPath(new URL('../../deploy/observability/', import.meta.url));

/** Labels that Prometheus adds to each sample of a node. */
const TARGET = 'instance="node-1",job="payment-initiation-service"';

/** Runs a check of promtool on a file of deploy/observability. Throws its output if it fails. */
export function checkDeployed(command: 'rules' | 'config', name: string): void {
  execFileSync(PROMTOOL, ['check', command, join(DEPLOYED, name)], { encoding: 'utf8' });
}

/**
 * Checks the scrape configuration for Kubernetes in the same way. Debian's promtool has no
 * discovery for Kubernetes, so a fixed target takes its place.
 */
export function checkScrapeOfPods(): void {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  const written = readFileSync(join(DEPLOYED, 'prometheus-kubernetes.yml'), 'utf8');
  const discovery = 'kubernetes_sd_configs: [{ role: pod }]';
  const checked = written
    .replace(discovery, "static_configs: [{ targets: ['127.0.0.1:9464'] }]")
    .replace('[alerts.yml]', `['${DEPLOYED}alerts.yml']`);
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, checked);
  try {
    execFileSync(PROMTOOL, ['check', 'config', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Reads the metrics of the service. Metrics of Node.js and the process are left out, because they
 * depend on the load of the machine. Undefined stands for a node that does not answer.
 */
export function samplesOf(text: string | undefined, named = /^pis_/): ReadonlyMap<string, string> {
  const lines = (text ?? '').split('\n').filter((line) => named.test(line));
  const samples = lines.map((line): [string, string] => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return [`${name}{${labels === '' ? '' : `${labels},`}${TARGET}}`, value];
  });
  return new Map([...samples, [`up{${TARGET}}`, text === undefined ? '0' : '1']]);
}

type Samples = ReadonlyMap<string, string>;

/**
 * Checks with promtool that exactly these alerts of deploy/observability fire if a node first
 * reports the samples `before`, and then `after`. Throws the output of promtool if others fire.
 */
export function expectAlerts(expected: readonly string[], before: Samples, after: Samples): void {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const seriesOf = (samples: Samples, name: string, count: number): string => {
    const value = samples.get(name);
    return value === undefined || value === 'Nan'
      ? `_x${String(count)}`
      : `${value}x${String(count - 1)}`;
  };
  const series = names.map((name) => ({
    series: name,
    values: `${seriesOf(before, name, BEFORE_MINUTES)} ${seriesOf(after, name, AFTER_MINUTES)}`,
  }));
  const fired = 'group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[2h]))';
  const minutes = BEFORE_MINUTES + AFTER_MINUTES - 1;
  const evaluated = {
    expr: fired,
    eval_time: `${String(minutes)}m`,
    exp_samples: expected.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  };
  const file = join(folder, 'test.json');
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [evaluated] }];
  const rules = { rule_files: [join(DEPLOYED, 'alerts.yml')], evaluation_interval: '1m', tests };
  // promtool reads YAML, of which JSON is a part.
  writeFileSync(file, JSON.stringify(rules));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`Other alerts fire than expected.\n${stdout}${stderr}`);
}

/** Does the same for two texts of metrics. Undefined stands for a node that does not answer. */
export function expectFiring(
  expected: readonly string[],
  before: string,
  after: string | undefined,
): void {
  expectAlerts(expected, samplesOf(before), samplesOf(after));
}
