import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/**
 * Adds the commands with which an operator holds a payment, and two operators release or reject
 * held payments.
 */
export function defineScreening(program: Command, run: Run): void {
  const reason = ['--reason <text>', 'reason, at most 500 characters. It is stored'] as const;
  const payment = program.command('payment').description('Holds a payment.');
  adder(payment, run, () => import('../commands/screening.ts'))(
    'hold <payment>',
    'Holds those bookings of a payment that have not begun: a single payment, each batch of a file, ' +
      'or the next payment of a standing order. One row of a file cannot be held. The hold has no ' +
      'limit. Two operators release or reject it with: pisctl screening.',
    (m) => m.hold,
  )
    .summary('Holds a payment that is not booked.')
    .requiredOption(...reason);
  const screening = program
    .command('screening')
    .description("Shows and decides payments that the bank's screening or an operator holds.");
  const add = adder(screening, run, () => import('../commands/screening.ts'));
  add('list', 'Lists held payments, those that end first at the front, at most 1,000.', (m) => {
    return m.list;
  });
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
  const confirmed =
    'Another operator sees the same facts and confirms it with: pisctl proposal confirm. If a case ' +
    'was opened or decided meanwhile, the confirmation is refused.';
  add(
    'release-all <payment>',
    `Proposes to release all held parts of a payment. ${confirmed}`,
    (m) => m.releaseAll,
  ).requiredOption(...reason);
  add(
    'reject-all <payment>',
    `Proposes to reject all held parts of a payment. ${confirmed}`,
    (m) => m.rejectAll,
  ).requiredOption(...reason);
}
