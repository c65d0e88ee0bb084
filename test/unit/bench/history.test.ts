import { expect, it } from 'vitest';
import { addRun, historyPage, readHistory } from '../../../bench/helpers/history.ts';

/** Returns a results file with one measure. */
function results(startedAt: string, value: number, isQuick = false): string {
  const measure = { name: 'requests.post', label: 'POST <durable>', unit: '× hello', value };
  return JSON.stringify({
    ...{ startedAt, commit: { id: 'abcdef0123', isDirty: false }, settings: { isQuick } },
    machine: { processor: 'one', cores: 2, memoryGB: 8, system: 'Linux', node: 'v26' },
    answers: [{ measures: [{ ...measure, better: 'more' }] }],
  });
}

it('a run is added to the history once', () => {
  const first = addRun('', results('2026-11-21T03:43:00Z', 2));
  const second = addRun(first, results('2026-11-28T03:43:00Z', 4));
  expect(addRun(second, results('2026-11-28T03:43:00Z', 4))).toBe(second);
  expect(readHistory(second).map(({ measures }) => measures[0]?.value)).toEqual([2, 4]);
});

it('a quick run is not added', () => {
  expect(() => addRun('', results('2026-11-21T03:43:00Z', 2, true))).toThrow('--quick');
});

it('the page shows the last value and a chart of all values', () => {
  const runs = ['2026-11-14', '2026-11-21', '2026-11-28'].reduce(
    (history, day, index) => addRun(history, results(`${day}T03:43:00Z`, 2 + index)),
    '',
  );
  const page = historyPage(readHistory(runs));
  expect(page).toContain('| POST &lt;durable&gt; | × hello | 4.00 | 2.00 | 4.00 | <svg');
  expect(page).toContain('points="4.0,16.0 80.0,10.0 156.0,4.0"');
  expect(page.indexOf('2026-11-28')).toBeLessThan(page.indexOf('2026-11-14'));
});

it('the page of an empty history says so', () => {
  expect(historyPage([])).toContain('There are no results yet.');
});
