import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about failing steps. */
export function defineWork(program: Command, run: Run): void {
  const work = program
    .command('work')
    .description(
      'Lists steps that failed in the running service, retries them, or proposes to abandon them.',
    );
  const add = adder(work, run, () => import('../commands/work.ts'));
  add('list', 'Lists failing execution steps, parked ones first.', ({ list }) => list);
  const retries = 'Retries a parked step immediately, or all of them: work retry all';
  add('retry <id>', retries, ({ retry }) => retry);
  const abandons =
    'Proposes to abandon a parked step and to return the debited money. Another operator confirms it ' +
    'with pisctl proposal confirm. This is final. For a send or collect step, ask the scheme first.';
  add('abandon <id>', abandons, ({ abandon }) => abandon).requiredOption(
    '--reason <text>',
    'reason, at most 500 characters. It is stored',
  );
}
