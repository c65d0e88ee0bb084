import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAlerts, readObservability } from '../helpers/observability.ts';

const RUNBOOKS = 'docs/runbooks';

/** Metrics of Node.js, the process and Prometheus that the files may use. */
const OTHER_METRICS = [
  ...['up', 'ALERTS', 'nodejs_eventloop_lag_p99_seconds'],
  ...['process_cpu_seconds_total', 'process_resident_memory_bytes'],
];

/** The metrics in the reference, with the series that Prometheus stores for a histogram. */
function knownMetrics(): ReadonlySet<string> {
  const page = readFileSync('docs/reference/metrics.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(pis_\w+)`\s+\| (\w+)/gm)];
  const names = rows.flatMap(([, name = '', type = '']) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  return new Set([...names, ...OTHER_METRICS]);
}

/** Returns the names of metrics in an expression: words that are no function, label or keyword. */
function metricsIn(expression: string): readonly string[] {
  const withoutLabels = expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(by|on|without|ignoring) ?\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  return withoutLabels.match(/\b[A-Za-z]\w*_\w+\b(?! ?\()|\bup\b|\bALERTS\b/g) ?? [];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

describe('the alerts', () => {
  test.each(readAlerts().map((alert) => [alert.alert, alert] as const))(
    '%s has known metrics, a severity and a runbook',
    (name, { expr, labels, annotations }) => {
      const metrics = metricsIn(expr);
      expect(metrics.length).toBeGreaterThan(0);
      for (const metric of metrics) expect(knownMetrics()).toContain(metric);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.runbook_url).toBe(`${RUNBOOKS}/${name}.md`);
      const runbook = readFileSync(annotations.runbook_url, 'utf8');
      for (const heading of ['## Meaning', '## Diagnosis', '## What to do']) {
        expect(runbook).toContain(`\n${heading}\n`);
      }
      expect(runbook).toContain(annotations.summary);
      expect(runbook).toMatch(/npx pisctl /);
      expect(runbook).toMatch(/\b[Cc]onsole\b|\b[Pp]ages? [A-Z]/);
      expect(readFileSync(`${RUNBOOKS}/README.md`, 'utf8')).toContain(`[${name}](${name}.md)`);
    },
  );
});

test('the operations guides name the alerts of counters, and no expression of their own', () => {
  const pages = readdirSync('docs').filter((name) => name.startsWith('operations'));
  const text = pages.map((name) => readFileSync(join('docs', name), 'utf8')).join('\n');
  const expressions = new Map(readAlerts().map(({ alert, expr }) => [alert, expr]));
  const named = [...text.matchAll(/\(runbooks\/(\w+)\.md\): `([^`]+)` rises/g)];
  expect(named.length).toBeGreaterThan(5);
  for (const [, alert = '', metric = ''] of named) {
    expect(expressions.get(alert)).toContain(`increase(${metric}[`);
    expect(expressions.get(alert)).toContain(`${metric} > 0 unless ${metric} offset`);
  }
  // The first event of a counter with labels would be missed.
  expect(text).not.toMatch(/`[^`]*(increase|rate)\((?!…)[^`]*> 0`/);
});

test('a test causes each alert', () => {
  const folder = 'test/contract/observability';
  const tests = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const { alert } of readAlerts()) expect(tests.join('\n')).toContain(`'${alert}'`);
});

describe('the runbooks', () => {
  const pages = readdirSync(RUNBOOKS);

  test('belong to an alert', () => {
    const alerts = readAlerts().map(({ alert }) => `${alert}.md`);
    expect([...pages].sort()).toEqual([...alerts, 'README.md'].sort());
  });

  test.each(pages)('%s links to places that exist, and names commands that exist', (page) => {
    const path = join(RUNBOOKS, page);
    const text = readFileSync(path, 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      const linked = join(dirname(path), file);
      expect(existsSync(linked), `${page} links to ${target}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = readFileSync(linked, 'utf8').match(/^#+ .*$/gm) ?? [];
      expect(headings.map(anchorOf), `${page} links to ${target}`).toContain(anchor);
    }
    const commands = readFileSync('docs/reference/cli.md', 'utf8');
    for (const [, command = ''] of text.matchAll(/npx pisctl ([a-z-]+(?: [a-z-]{3,})?)/g)) {
      const [group = ''] = command.split(' ');
      const isKnown = [command, group].some((name) => commands.includes(`\`pisctl ${name}`));
      expect(isKnown, `${page}: pisctl ${command}`).toBe(true);
    }
  });
});

/** Returns the anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  const words = heading.replace(/^#+ /, '').toLowerCase();
  return words.replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-');
}

describe('the dashboard', () => {
  const { panels } = JSON.parse(readObservability('dashboard.json')) as Dashboard;

  test.each(
    panels.flatMap(({ title, targets }) =>
      (targets ?? []).map(({ expr }) => [title, expr] as const),
    ),
  )('panel %s uses known metrics: %s', (_, expr) => {
    const metrics = metricsIn(expr);
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect(knownMetrics()).toContain(metric);
  });

  test('shows requests, latency, files, payments, schemes, the age of the queue and nodes', () => {
    const titles = panels.map(({ title }) => title);
    for (const title of [
      ...['Requests by status', 'Latency', 'Uploads', 'Finished payments', 'Messages'],
      ...['Age of the queue', 'Event loop', 'Nodes'],
    ]) {
      expect(titles).toContain(title);
    }
  });
});

test('a name that is no metric is found in an expression', () => {
  expect(
    metricsIn('sum by (scheme) (rate(pis_none_total{a="pis_b"}[5m])) > 0 and on (instance) up'),
  ).toEqual(['pis_none_total', 'up']);
});
