import { expect, test } from 'vitest';
import type { Chart } from '../../../bench/helpers/answer.ts';
import { writeReport } from '../../../bench/helpers/report.ts';

const BARS: Chart = {
  kind: 'bars',
  title: 'Requests a second',
  unit: 'requests/s',
  bars: [{ label: 'durable POST', value: 3, ours: true, target: 4 }],
};

const LINES: Chart = {
  kind: 'lines',
  title: 'Memory',
  unit: 'MB',
  xUnit: 'MB of file',
  lines: [{ label: 'peak', points: [[2, 6]] }],
  target: 64,
};

test.each([
  [false, 2],
  [true, 0],
])('in the report of a run with quick=%s, the charts have %d targets', (isQuick, targets) => {
  const page = writeReport({
    startedAt: '2026-11-22T12:00:00.000Z',
    seconds: 4,
    commit: null,
    machine: { processor: 'one', cores: 2, memoryGB: 8, system: 'Linux', node: 'v26' },
    settings: { only: ['one'], isQuick, service: {} },
    answers: [
      {
        ...{ name: 'one', title: 'One', about: 'One.', seconds: 4 },
        ...{ measures: [], charts: [BARS, LINES], notes: [] },
      },
    ],
  });
  expect(page.match(/<line class="target"/g) ?? []).toHaveLength(targets);
  expect(page).toContain('durable POST: 3.00 requests/s');
  expect(page).toContain('<polyline');
});
