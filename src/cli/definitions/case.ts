import { type Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that export and verify the case file of a payment. */
export function defineCase(program: Command, run: Run): void {
  const group = program
    .command('case')
    .description('Exports everything about a payment as a signed archive, and verifies it.');
  const add = adder(group, run, () => import('../commands/case.ts'));
  add(
    'export <id>',
    'Writes the case file of a payment of the running service: what happened, the requests, ' +
      'approvals and messages, and audit entries with their proof. The id is a ConsentId or the id ' +
      'of a payment. The file contains names and account numbers.',
    (m) => m.exportCase,
  )
    .summary('Writes the case file of a payment.')
    .requiredOption('--out <file>', 'the ZIP archive to write. It must not exist.')
    .option('--row <n>', 'number of a payment in its file or standing order, from 1');
  add(
    'verify <file>',
    'Verifies a case file without a service: each member, the signature, and the proof that the ' +
      'audit log contains the entries. Names each fault.',
    (m) => m.verifyCase,
  )
    .summary('Verifies a case file without a service.')
    .option(
      '--jwks <file>',
      'JWKS with the published keys of the bank. Without it, the signer is not verified.',
    );
}
