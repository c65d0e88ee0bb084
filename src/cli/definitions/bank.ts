import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about customers, users and approvals. */
export function defineBank(program: Command, run: Run): void {
  const bank = program
    .command('bank')
    .description("Shows and changes data of the bank's customers in the running service.");
  const add = adder(bank, run, () => import('../commands/bank.ts'));
  const unlocks =
    'Proposes to let a locked-out user sign in again immediately. Another operator confirms it: ' +
    'pisctl proposal confirm.';
  add('unlock <user>', unlocks, (m) => m.unlock)
    .summary('Proposes to end the lockout of a user.')
    .requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored');
  const ends =
    'Proposes to end a permission of a customer for variable recurring payments (VRP), named by its ' +
    'ConsentId. Another operator confirms it: pisctl proposal confirm.';
  add('end-permission <consent>', ends, (m) => m.endPermission)
    .summary('Proposes to end a permission for VRPs.')
    .requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored');
  add('passkeys <user>', "Lists a user's passkeys and when each was last used.", (m) => m.passkeys);
  const removes = 'Removes all passkeys of a user, who can still use codes.';
  add('remove-passkeys <user>', removes, (m) => m.removePasskeys);
  const finds =
    'Shows customers by their id, the id of a user, or an account: users, accounts, mandates, lockouts, ' +
    'permissions and payments. Contains names and account numbers.';
  add('customer <id>', finds, (m) => m.customer);
  add('mandates', 'Lists the accounts that need more than one approval.', (m) => m.mandates);
  const shows =
    'Shows who approved a payment, when and from where, and how many approvals are missing. With ' +
    '--waiting, lists all payments that wait for further approvals, and who can give them.';
  add('approvals [payment]', shows, (m) => m.approvals).option(
    '--waiting',
    'all payments that wait, the earliest deadline first, at most 200',
  );
}
