import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { QUESTIONS } from '../../../bench/questions/index.ts';

it('the help of the bench lists the duration of each question, and --quick takes two minutes', () => {
  const program = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const { name, title } of QUESTIONS) {
    expect(stdout).toMatch(new RegExp(`^${name} +${title.replace('?', '\\?')} .*\\d`, 'm'));
  }
  const quick = QUESTIONS.reduce((sum, { takes }) => sum + takes.quick, 0);
  expect(quick).toBeLessThanOrEqual(120);
});
