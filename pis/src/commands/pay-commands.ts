import type { Command } from 'commander';
import { addApprovalOptions } from '../bank/approval.ts';
import type { Context } from '../terminal/context.ts';
import { JSON_FLAG, JSON_HELP } from '../terminal/results.ts';
import { addFileOptions, addProfileOption } from './options.ts';
import { pay, type PayOptions } from './pay.ts';

const PAY_EXAMPLES = `
Examples:
  $ pis pay payments.csv --debtor 11280001234567
  $ pis pay payments.csv --profile sandbox --yes --approve-as clara --account 11280001234567

If it is interrupted, run the same command again: it continues, and pays nothing twice.

Exit codes: 0 paid, 1 faults in the file or nothing paid, 2 wrong use, 3 refused, 4 not
authenticated, 5 waits for a person or a date, 6 partly paid, 7 bank not reachable, 130 interrupted.`;

/** Adds `pis pay`. */
export function addPayCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const command = program.command('pay').argument('<file>', 'file of payments');
  addApprovalOptions(addProfileOption(addFileOptions(command)))
    .description('check a file, pay it, and show what became of each row')
    .option('--skip-faulty', 'pay the valid rows, although other rows have faults')
    .option('--again', 'pay the file once more')
    .option('--wait <seconds>', 'maximum time to wait for the bank', '600')
    .option(JSON_FLAG, JSON_HELP)
    .addHelpText('after', PAY_EXAMPLES)
    .action(async (path: string, options: PayOptions) => {
      end(await pay(context, path, options));
    });
}
