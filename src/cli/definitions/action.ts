import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about actions that one operator proposes and another one confirms. */
export function defineActions(program: Command, run: Run): void {
  const proposal = program
    .command('proposal')
    .description('Lists, confirms and withdraws actions that another operator must confirm.');
  const add = adder(proposal, run, () => import('../commands/action-proposals.ts'));
  add('list', 'Lists proposed actions, by default the newest first, at most 1,000.', (m) => {
    return m.list;
  }).option('--open', 'only proposals that can be confirmed, in the order in which they lapse');
  add(
    'confirm <proposal>',
    'Confirms a proposed action and performs it. This can move money. The operator who proposed it ' +
      'is refused, and so is a confirmation after the facts have changed.',
    (m) => m.confirm,
  );
  add('withdraw <proposal>', 'Withdraws a proposed action. Nothing else changes.', (m) => {
    return m.withdraw;
  });
}
