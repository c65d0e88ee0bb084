import { Argument, Option, type Command } from 'commander';
import {
  PROPOSAL_VALIDITY_DAYS,
  PROPOSED_OUTCOMES,
  SCHEME_REASONS,
} from '../../domain/schemes/proposals.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the commands with which two operators decide the outcome of a credit to `hub`. */
export function defineProposals(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/proposals.ts'));
  const proposes =
    'Proposes the outcome of a credit that the hub does not report. It moves no money until another ' +
    `operator confirms it within ${String(PROPOSAL_VALIDITY_DAYS)} days. Then it has the effect of ` +
    'an answer or a return from the hub, with the full amount of the credit.';
  add('propose <credit>', proposes, (m) => m.propose)
    .summary('Proposes the outcome of a credit that the hub does not report.')
    .addArgument(new Argument('<outcome>', 'the outcome').choices(PROPOSED_OUTCOMES))
    .addOption(
      new Option(
        '--code <code>',
        'reason code that is reported. Needed for rejected and returned',
      ).choices(SCHEME_REASONS),
    )
    .requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored');
  add(
    'proposals',
    'Lists proposed outcomes, by default the newest first, at most 1,000.',
    (m) => m.list,
  ).option('--open', 'only proposals that can be confirmed, in the order in which they lapse');
  add(
    'confirm <proposal>',
    'Confirms a proposed outcome. This can move money. The operator who proposed it is refused.',
    (m) => m.confirm,
  );
  add('withdraw <proposal>', 'Withdraws a proposed outcome. It moves no money.', (m) => m.withdraw);
}
