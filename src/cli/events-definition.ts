import type { Command } from 'commander';
import { adder, type Run } from './adder.ts';

/** Adds the commands about events for TPPs. */
export function defineEvents(program: Command, run: Run): void {
  const events = program
    .command('events')
    .description('Shows events that TPPs could not process, and sends them again.');
  const add = adder(events, run, () => import('./commands/events.ts'));
  add(
    'list',
    'Lists events that were set aside after six errors of their TPP, oldest first, at most 1,000.',
    ({ list }) => list,
  );
  add(
    'replay <event>',
    'Returns an event that was set aside to its TPP again, as if there had been no error.',
    ({ replay }) => replay,
  );
}
