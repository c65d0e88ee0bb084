import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CHECKOUT, keepRecord, keepReport, thisMachine } from '../../../bench/helpers/results.ts';

it("a report is stored next to its run's record, and the next run does not replace it", () => {
  const machine = thisMachine();
  const paths = [1, 2].flatMap((second) => {
    const startedAt = `2000-01-01T00:00:0${String(second)}.000Z`;
    const record = keepRecord('test', { startedAt, seconds: 1, commit: null, machine });
    return [record, ...keepReport('test.html', `<p>${String(second)}</p>`, record)];
  });
  onTestFinished(() => {
    for (const path of paths) rmSync(join(CHECKOUT, path), { force: true });
  });
  const [record = '', kept = '', last = ''] = paths;
  expect(kept).toBe(record.replace('.json', '.html'));
  expect(readFileSync(join(CHECKOUT, kept), 'utf8')).toBe('<p>1</p>');
  expect(readFileSync(join(CHECKOUT, last), 'utf8')).toBe('<p>2</p>');
});
