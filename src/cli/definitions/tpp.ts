import { Option, type Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that show and suspend TPPs. */
export function defineTpp(program: Command, run: Run): void {
  const tpp = program
    .command('tpp')
    .summary('Shows and suspends TPPs.')
    .description(
      'Shows and suspends TPPs in the running service. A TPP is named by the id of its organisation ' +
        'in the directory.',
    );
  const add = adder(tpp, run, () => import('../commands/tpp.ts'));
  const reason = () =>
    new Option(
      '--reason <text>',
      'reason, at most 500 characters. It is stored',
    ).makeOptionMandatory();
  add(
    'list',
    'Lists the TPPs with clients at this bank in the order of their ids.',
    (m) => m.list,
  ).option('--after <organisation>', 'only TPPs after this id, for the next page');
  const shows =
    'Shows the clients of a TPP, their consents, payments, events and certificates. Contains ids only.';
  add('show <organisation>', shows, (m) => m.show);
  const suspends =
    'Refuses all requests and tokens of a TPP at once. Submitted payments are still executed.';
  add('suspend <organisation>', suspends, (m) => m.suspend).addOption(reason());
  const resumes =
    'Proposes to end the suspension of a TPP. Another operator confirms it with pisctl proposal ' +
    'confirm.';
  add('resume <organisation>', resumes, (m) => m.resume).addOption(reason());
}
