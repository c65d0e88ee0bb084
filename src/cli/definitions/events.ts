import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about events for TPPs. */
export function defineEvents(program: Command, run: Run): void {
  const events = program
    .command('events')
    .description(
      'Shows events that TPPs could not process and callback addresses, and sends events again.',
    );
  const add = adder(events, run, () => import('../commands/events.ts'));
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
  add(
    'endpoints',
    'Lists the subscriptions of TPPs with the state of their callback addresses, at most 1,000.',
    ({ endpoints }) => endpoints,
  );
  add(
    'resume <subscription>',
    'Pushes events to a callback address that is unresponsive again.',
    ({ resume }) => resume,
  );
}
