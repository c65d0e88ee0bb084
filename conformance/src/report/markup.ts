import type { Outcome, Result } from '../run.ts';
import { escaped } from '../xml.ts';
import { summaryOf, type RunReport } from './text.ts';

/** Returns the results in the format of JUnit, with one suite for each version. */
export function junitOf({ bank, startedAt, results }: RunReport): string {
  const suites = [...new Set(results.map(({ version }) => version))].map((version) => {
    const ofVersion = results.filter((one) => one.version === version);
    const count = (...outcomes: Outcome[]) =>
      String(ofVersion.filter(({ outcome }) => outcomes.includes(outcome)).length);
    const head =
      `<testsuite name="${escaped(bank)} ${version}" timestamp="${startedAt}" ` +
      `tests="${String(ofVersion.length)}" failures="${count('failed')}" ` +
      `errors="${count('blocked')}" skipped="${count('skipped')}">`;
    return [head, ...ofVersion.map(testCaseOf), '</testsuite>'].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

function testCaseOf({ id, title, version, outcome, problems, milliseconds }: Result): string {
  const time = (milliseconds / 1000).toFixed(3);
  const name = `${id}: ${title}`;
  const head = `<testcase classname="${version}" name="${escaped(name)}" time="${time}">`;
  const text = escaped(problems.join('\n'));
  const elements: Partial<Record<Outcome, string>> = {
    failed: `<failure message="${text}"/>`,
    blocked: `<error message="${text}"/>`,
    skipped: `<skipped message="${text}"/>`,
  };
  return `${head}${elements[outcome] ?? ''}</testcase>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #767676;padding:.4rem;
text-align:left;vertical-align:top}.failed,.blocked{background:#fde8e8}.warning{background:#fff6d6}
code{overflow-wrap:anywhere}`;

/** Returns the results as a web page. It works without JavaScript and loads nothing. */
export function htmlOf(report: RunReport): string {
  const { bank, startedAt, results } = report;
  const title = `File payment conformance of ${escaped(bank)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${escaped(startedAt)}. ${summaryOf(report)}.</p>
<table>
<thead><tr><th scope="col">Result</th><th scope="col">Version</th><th scope="col">Scenario</th>
<th scope="col">Source</th></tr></thead>
<tbody>
${results.map(rowOf).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function rowOf(result: Result): string {
  const { outcome, version, id, title, level, source, problems, warnings, exchanges } = result;
  const items = [...problems, ...warnings].map((text) => `<li>${escaped(text)}</li>`).join('');
  const requests = exchanges.map(({ request, status, interactionId = '' }) =>
    escaped(`${request} → ${String(status)} ${interactionId}`),
  );
  const details =
    outcome === 'passed' || outcome === 'skipped'
      ? ''
      : `<ul>${items}</ul><p><code>${requests.join('<br>')}</code></p>`;
  const address = `<a href="${escaped(source.url)}">${escaped(source.title)}</a>`;
  return (
    `<tr class="${outcome}" id="${version}-${id}"><td>${outcome}</td><td>${version}</td>` +
    `<td><strong>${id}</strong> (${level})<br>${escaped(title)}${details}</td>` +
    `<td>${address}, ${escaped(source.section)}</td></tr>`
  );
}
