import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the command that shows what happened to a payment. */
export function defineShow(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/show.ts'))(
    'show <id>',
    'Shows the facts of a payment or a consent, what happened to it, and what it waits for. The id is ' +
      'a ConsentId or the id of a payment. It contains names and account numbers.',
    ({ show }) => show,
  )
    .summary('Shows what happened to a payment.')
    .option('--row <n>', 'number of a payment in its file or standing order, from 1');
}
