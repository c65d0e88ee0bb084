import { thousands, written, type Histogram } from '../helpers/answer.ts';
import { drawChart, escape } from '../helpers/chart.ts';
import { circumstances, writePage } from '../helpers/report.ts';
import type { Run } from '../helpers/results.ts';
import type { Ledger, Row } from './ledger.ts';

/** The percentiles in the report, by column name. */
const PERCENTILES = { p50: 50, p90: 90, p99: 99, 'p99.9': 99.9, longest: 100 } as const;

export const LOAD_HEADINGS = ['', 'requests', 'failed', ...Object.keys(PERCENTILES)] as const;

/** Returns a row for `table`, with times in milliseconds. */
export function loadRow({ name, requests, failed, latencies }: Row): string[] {
  const times = Object.values(PERCENTILES).map((percent) => written(latencies.percentile(percent)));
  return [name, thousands(requests), thousands(failed), ...times];
}

/** Returns notes that explain the values, each one or two sentences long. */
export function notesOn({ lateness, reasons }: Ledger): readonly string[] {
  const [usually, seldom] = [50, 99].map((percent) => written(lateness.percentile(percent)));
  return [
    'Times are in milliseconds from the intended start of a request. For the first request of a ' +
      'journey that is its scheduled time, for the others the response to the previous one.',
    `Journeys started ${usually ?? ''} ms after their scheduled time (p50; p99 ${seldom ?? ''}), ` +
      'which the times include.',
    ...reasons.map(([reason, count]) => `Failed, ${thousands(count)} times: ${reason}.`),
  ];
}

/** Contents of a load report. `asked` is a line that describes the load. */
interface LoadPage {
  readonly asked: string;
  readonly run: Run;
  readonly ledger: Ledger;
  readonly missed: readonly string[];
}

/** Returns the report page, with a histogram of all requests and of each kind. */
export function writeLoadReport({ asked: request, run, ledger, missed }: LoadPage): string {
  const { all, rows } = ledger;
  const heading = LOAD_HEADINGS.map((name) => `<th class="number">${name}</th>`).join('');
  const notes = notesOn(ledger).map((note) => `<p class="note">${escape(note)}</p>`);
  return writePage(
    'Payment initiation under load',
    `<p>${escape(request)}</p>
${circumstances(run)}
${missed.map((what) => `<p class="warning">${escape(what)}</p>`).join('\n')}`,
    `<section>
<table>
<thead><tr>${heading}</tr></thead>
<tbody>${[all, ...rows].map(tableRow).join('\n')}</tbody>
</table>
${notes.join('\n')}
${[all, ...rows].map((row) => drawChart(histogramOf(row))).join('\n')}
</section>`,
  );
}

function tableRow(row: Row): string {
  const [name = '', ...cells] = loadRow(row);
  const numbers = cells.map((cell) => `<td class="number">${cell}</td>`).join('');
  return `<tr><td>${escape(name)}</td>${numbers}</tr>`;
}

function histogramOf({ name, latencies }: Row): Histogram {
  return {
    kind: 'histogram',
    title: `${name}: number of requests by duration (logarithmic heights)`,
    unit: 'ms',
    columns: latencies.columns(),
    marks: ['p50', 'p99', 'longest'].map((label) => ({
      label,
      value: latencies.percentile(PERCENTILES[label as keyof typeof PERCENTILES]),
    })),
  };
}
