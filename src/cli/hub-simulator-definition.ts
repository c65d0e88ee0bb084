import { InvalidArgumentError, Option, type Command } from 'commander';
import { MOODS } from '../hub-simulator/moods.ts';
import { adder, type Run } from './adder.ts';

/** Adds the command that runs a simulated payment hub, and its report. */
export function defineHubSimulator(program: Command, run: Run): void {
  const load = () => import('./commands/hub-simulator.ts');
  const hub = adder(program, run, load)(
    'hub-simulator',
    'Runs a simulated payment hub. It plays the hub and the payment schemes for a bank that exchanges ' +
      'files with it: pacs.008 and Bacs Standard 18 in <path>/to-hub, answers in <path>/from-hub. You ' +
      'can kill it at any time and start it again. See docs/hub-simulator.md.',
    ({ simulate }) => simulate,
  )
    .summary('Runs a simulated payment hub.')
    // The subcommand also has an option --data.
    .enablePositionalOptions()
    .option('--folder <path>', 'folder that the bank and the hub share (necessary to run the hub)')
    .option('--data <path>', 'data folder of the hub. Default: hub-data in the shared folder')
    .addOption(
      new Option('--mood <name>', 'behaviour of the hub').choices(MOODS).conflicts('scenario'),
    )
    .option('--scenario <file>', 'JSON file with the behaviour of the hub')
    .addOption(
      new Option('--seed <n>', 'the same seed makes the same decisions').argParser(readWholeNumber),
    )
    .option('--once', 'end when all files are taken and all answers are delivered');
  adder(hub, run, load)(
    'report',
    'Prints the messages and credits that the hub has executed, with the status and the returned ' +
      'amount of each credit, as JSON. The hub may run meanwhile.',
    (m) => m.report,
  ).requiredOption('--data <path>', 'data folder of the hub');
}

function readWholeNumber(written: string): number {
  const number = /^\d{1,15}$/.test(written) ? Number(written) : undefined;
  if (number !== undefined) return number;
  throw new InvalidArgumentError('Expected a whole number such as 7.');
}
