import { Option, type Command } from 'commander';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that compare the settlement accounts with the credits to `hub`. */
export function defineSettlement(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/settlement.ts'));
  add(
    'statements',
    'Lists statements of the settlement accounts (camt.053), the newest first, at most 1,000.',
    (m) => m.statements,
  );
  add(
    'differences',
    'Lists differences between the settlement accounts and the credits that were handed over, the ' +
      'oldest first.',
    (m) => m.differences,
  ).addOption(new Option('--scheme <scheme>', 'only of this scheme').choices(INSTRUMENTS));
  add(
    'settlement',
    'Shows the sums of each scheme and settlement date: written, accepted, and on the settlement ' +
      'account.',
    (m) => m.settlement,
  ).option('--from <date>', 'first settlement date. By default, the last seven days');
  add(
    'resolve <difference>',
    'Closes a difference as it is now. It moves no money. If the difference changes, it is open again.',
    (m) => m.resolve,
  ).requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored');
}
