import {
  judgementOf,
  spokenSeconds,
  written,
  type Chart,
  type Judgement,
  type Measure,
} from './answer.ts';
import { drawChart, escape } from './chart.ts';
import { drawFlame, type Flame } from '../profile/flame.ts';
import { writtenCommit, type Results, type Run } from './results.ts';

/**
 * Returns the results as one HTML page. The page needs no other files and follows the reader's
 * light or dark mode.
 */
export function writeReport(results: Results, flames: readonly Flame[] = []): string {
  const { answers, settings } = results;
  const { isQuick } = settings;
  const aimed = answers.flatMap(({ measures }) => measures.filter(({ target }) => target));
  const met = aimed.filter((measure) => judgementOf(measure, isQuick) === 'met').length;
  const score = isQuick
    ? 'No target is judged by a quick run'
    : `<strong>${String(met)}</strong> of ${String(aimed.length)} targets met`;
  return writePage(
    'Payment initiation, measured',
    `<p class="score">${score}</p>
${circumstances(results)}
${isQuick ? '<p class="warning">A quick run: few rounds, small files. Not for quoting.</p>' : ''}
<p>“× parse” is the time of <code>JSON.parse(buffer.toString())</code> of the same file in the
same run. Figures, ratios too, are of this machine, this engine and this hour:
<code>npm run bench -- compare</code> compares two commits, taking turns.</p>
<nav>${[...answers, ...(flames.length > 0 ? [FLAMES] : [])]
      .map(({ name, title }) => `<a href="#${name}">${escape(title)}</a>`)
      .join('')}</nav>`,
    [...answers.map((answer) => section(answer, isQuick)), ...flameSection(flames)].join('\n'),
  );
}

/** Returns a paragraph about the machine, the commit and the time of a run. */
export function circumstances({ machine, commit, startedAt, seconds }: Run): string {
  const when = new Date(startedAt).toUTCString();
  return `<p>${escape(machine.processor)}, ${String(machine.cores)} cores,
${String(machine.memoryGB)} GB; ${escape(machine.system)}, Node.js ${escape(machine.node)}.
${escape(writtenCommit(commit))}; ${escape(when)}, in ${spokenSeconds(seconds)}.</p>`;
}

/** Returns a page with a title, a header and the main part. */
export function writePage(title: string, header: string, main: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
${header}
</header>
<main>
${main}
</main>
</body>
</html>
`;
}

const SHOWN: Readonly<Record<Judgement, string>> = {
  met: '<span class="met">✓ met</span>',
  missed: '<span class="missed">✗ missed</span>',
  'not judged': 'not judged:',
};

function section(answer: Results['answers'][number], isQuick: boolean) {
  const { name, title, about, measures, charts, notes } = answer;
  return `<section id="${name}">
<h2>${escape(title)}</h2>
<p>${escape(about)}</p>
${charts.map((chart) => drawChart(isQuick ? withoutTargets(chart) : chart)).join('\n')}
<table>
<thead><tr><th>figure</th><th class="number">measured</th><th>unit</th><th>target</th></tr></thead>
<tbody>${measures.map((one) => row(one, isQuick)).join('\n')}</tbody>
</table>
${notes.map((note) => `<p class="note">${escape(note)}</p>`).join('\n')}
</section>`;
}

/** Returns the chart of a run without targets, because the run is not judged. */
function withoutTargets(chart: Chart): Chart {
  switch (chart.kind) {
    case 'bars': {
      const bars = chart.bars.map(({ label, value, ours = false }) => ({ label, value, ours }));
      return { ...chart, bars };
    }
    case 'lines': {
      const { kind, title, unit, xUnit, lines } = chart;
      return { kind, title, unit, xUnit, lines };
    }
    case 'histogram':
      return chart;
  }
}

const FLAMES = { name: 'flames', title: 'Where does the time go?' } as const;

function flameSection(flames: readonly Flame[]): readonly string[] {
  if (flames.length === 0) return [];
  return [
    `<section id="${FLAMES.name}">
<h2>${escape(FLAMES.title)}</h2>
<p>By V8’s sampling, at services of their own: the wider, the longer; what was called stands below
what called it. <span class="key service">the service</span> <span class="key package">a
package</span> <span class="key engine">Node.js, V8 and what is native</span></p>
${flames.map(drawFlame).join('\n')}
</section>`,
  ];
}

function row(measure: Measure, isQuick: boolean): string {
  const { label, value, unit, target } = measure;
  const judgement = judgementOf(measure, isQuick);
  const aim =
    target === undefined || judgement === undefined
      ? ''
      : `${SHOWN[judgement]} ${target.kind} ${written(target.value)}`;
  return (
    `<tr><td>${escape(label)}</td><td class="number">${written(value)}</td>` +
    `<td>${escape(unit)}</td><td>${aim}</td></tr>`
  );
}

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fbfaf7; --text: #22252b; --quiet: #6a6f7a; --rule: #dfdcd3;
  --ours: #0f766e; --other: #b9b5a9; --met: #16713f; --missed: #b3401f;
  --service: color-mix(in srgb, var(--ours) 35%, var(--page));
  --package: color-mix(in srgb, #7a4fc4 35%, var(--page));
  --engine: color-mix(in srgb, var(--other) 35%, var(--page));
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --text: #e4e3de; --quiet: #979ca6; --rule: #2e333b;
    --ours: #2dd4bf; --other: #565d69; --met: #5fd38d; --missed: #ff9270;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 3rem 1.25rem 6rem; max-width: 50rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.6 ui-serif, Georgia, Cambria, serif;
}
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.015em; }
h2 { font-size: 1.45rem; line-height: 1.25; margin: 0 0 .25rem; }
section { border-top: 1px solid var(--rule); margin-top: 3rem; padding-top: 2rem; }
.score { font-size: 1.2rem; margin: 0 0 1rem; }
.score strong { color: var(--ours); font-size: 1.9rem; }
.warning { color: var(--missed); }
code { font-size: .88em; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
a { color: var(--ours); text-underline-offset: .2em; text-decoration-thickness: 1px; }
figure { margin: 1.5rem 0; }
figcaption, table, svg, .note { font-family: ui-sans-serif, system-ui, sans-serif; }
figcaption { font-size: .9rem; font-weight: 600; margin-bottom: .5rem; }
svg { display: block; width: 100%; height: auto; font-size: 12px; }
svg text { fill: var(--text); }
svg .unit, svg .label { fill: var(--quiet); }
svg .value { font-variant-numeric: tabular-nums; font-weight: 600; }
svg .ours { fill: var(--ours); }
svg .other { fill: var(--other); }
svg polyline.ours { fill: none; stroke: var(--ours); stroke-width: 2; }
svg .axis { stroke: var(--other); }
svg line.mark { stroke: var(--text); stroke-width: 1; stroke-dasharray: 1 3; }
svg line.target { stroke: var(--missed); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg text.target { fill: var(--missed); font-size: 11px; }
.flame { margin-inline: max(50% - 50vw + 1.25rem, 50% - 52rem); }
.flame div { overflow-x: auto; }
.flame svg { min-width: 1100px; }
.flame .service { fill: var(--service); }
.flame .package { fill: var(--package); }
.flame .engine { fill: var(--engine); }
.flame g:hover rect { stroke: var(--text); }
.flame td { overflow-wrap: anywhere; }
.key { border-left: .9em solid; padding-left: .35em; margin-left: .6em; white-space: nowrap; }
.key.service { border-color: var(--service); }
.key.package { border-color: var(--package); }
.key.engine { border-color: var(--engine); }
summary { cursor: pointer; font: .85rem ui-sans-serif, system-ui, sans-serif; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); }
th { color: var(--quiet); font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.met { color: var(--met); }
.missed { color: var(--missed); font-weight: 600; }
.note { color: var(--quiet); font-size: .85rem; line-height: 1.5; margin: .9rem 0 0; }
@media print { body { max-width: none; padding: 0; } section { break-inside: avoid; } }
@media print { .flame { margin-inline: 0; } .flame svg { min-width: 0; } }
`;
