import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that show and repair the connection to the core banking system. */
export function defineCore(program: Command, run: Run): void {
  const core = program
    .command('core')
    .description('Shows and repairs the connection to the core banking system.');
  const add = adder(core, run, () => import('../commands/core.ts'));
  add('status', 'Shows if the core answers, and how many requests wait or were refused.', (m) => {
    return m.status;
  });
  add('problems', 'Lists requests that the core refused, the oldest first, at most 1,000.', (m) => {
    return m.problems;
  });
  add('retry <id>', 'Sends a refused request again, after its cause was removed.', (m) => m.retry);
  add(
    'dismiss <id>',
    'Ends a refused request, because the bank has booked it in another way. It moves no money.',
    (m) => m.dismiss,
  ).requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored');
  add(
    'reconcile <day>',
    'Compares what the core booked on a day with what it confirmed to this service. Fails if they ' +
      'differ.',
    (m) => m.reconcile,
  );
}
