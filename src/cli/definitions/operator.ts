import { Option, type Command } from 'commander';
import { OPERATOR_ROLES } from '../../domain/records/operators.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that administer the operators of the console. */
export function defineOperator(program: Command, run: Run): void {
  const operator = program
    .command('operator')
    .description('Adds, lists, changes and ends the operators of the console.');
  const add = adder(operator, run, () => import('../commands/operator.ts'));
  const role = () =>
    new Option('--role <role...>', 'role. You can name several')
      .choices(OPERATOR_ROLES)
      .makeOptionMandatory();
  add(
    'add <id>',
    'Adds an operator, and prints a link with which the operator adds a passkey. The link works ' +
      'once, for one hour. The id appears in the audit log and cannot be used again.',
    (m) => m.add,
  )
    .summary('Adds an operator, and prints a link for a passkey.')
    .requiredOption('--name <name>', 'name as the console shows it, at most 60 characters')
    .addOption(role());
  add(
    'enrol <id>',
    'Prints a new link with which an operator adds a passkey. An unused earlier link stops working.',
    (m) => m.enrol,
  );
  add('list', 'Lists the operators with their roles, passkeys and sessions.', (m) => m.list);
  const replaces = 'Replaces the roles of an operator, also in sessions that are open.';
  add('roles <id>', replaces, (m) => m.roles).addOption(role());
  const links =
    "Lets an operator sign in only at the bank's OpenID Provider from now on, with the roles of the " +
    'groups there. Deletes the passkeys and sessions of the operator.';
  add('link <id>', links, (m) => m.link)
    .summary("Lets an operator sign in at the bank's OpenID Provider.")
    .requiredOption('--subject <sub>', '`sub` of the operator at the provider');
  const ends = 'Ends an operator. Deletes the sessions and passkeys of the operator at once.';
  add('end <id>', ends, (m) => m.end);
}
