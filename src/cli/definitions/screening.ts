import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands with which two operators release or reject held payments. */
export function defineScreening(program: Command, run: Run): void {
  const screening = program
    .command('screening')
    .description("Shows and decides payments that the bank's screening holds.");
  const add = adder(screening, run, () => import('../commands/screening.ts'));
  add('list', 'Lists held payments, those that end first at the front, at most 1,000.', (m) => {
    return m.list;
  });
  const reason = ['--reason <text>', 'reason, at most 500 characters. It is stored'] as const;
  add(
    'release <case>',
    'Releases a held payment. The first operator proposes it. When another one gives the same ' +
      'command, the payment is made.',
    (m) => m.release,
  ).requiredOption(...reason);
  add(
    'reject <case>',
    'Rejects a held payment. The first operator proposes it. When another one gives the same ' +
      'command, the payment is rejected.',
    (m) => m.reject,
  ).requiredOption(...reason);
}
