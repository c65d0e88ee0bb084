import { Option, type Command } from 'commander';
import { addApprovalOptions } from '../../bank/approval.ts';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP } from '../../terminal/results.ts';
import { addFileOptions, addProfileOption } from '../options.ts';
import { pay, type PayOptions } from './pay.ts';
import { report, REPORT_FORMATS, type ReportOptions } from './report.ts';
import { retry, type RetryOptions } from './retry.ts';

const PAY_EXAMPLES = `
Examples:
  $ pis pay payments.csv --debtor 11280001234567
  $ pis pay payments.csv --profile sandbox --yes --approve-as clara --account 11280001234567

If it is interrupted, run the same command again: it continues, and pays nothing twice.

Exit codes: 0 paid, 1 faults in the file or nothing paid, 2 wrong use, 3 refused, 4 not
authenticated, 5 waits for a person or a date, 6 partly paid, 7 bank not reachable, 130 interrupted.`;

const REPORT_EXAMPLES = `
Examples:
  $ pis report payments.csv -o result.csv
  $ pis report payments.csv --as json | jq 'select(.status == "failed")'
  $ pis report <payment id> --as pain.002 -o result.xml

Exit codes: 0 written, also if rows failed, 1 cannot be read or written, 2 wrong use, 3 refused by
the bank, 4 not authenticated, 7 bank not reachable.`;

const RETRY_EXAMPLES = `
Examples:
  $ pis retry payments.csv
  $ pis pay payments.retry-1.csv

Exit codes: 0 written, or nothing failed, 1 cannot be read or written, 2 wrong use, or written
before, 4 not authenticated, 5 the payment is not final, 7 bank not reachable.`;

const OF_PAYMENT = ['<file-or-id>', 'file that was paid, or id of its payment'] as const;
const PAYMENT_OPTION = ['--payment <id>', 'payment of the file. Default: the newest'] as const;

/** Adds `pis pay`, `pis report` and `pis retry`. */
export function addPayCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const command = program.command('pay').argument('<file>', 'file of payments');
  addApprovalOptions(
    addProfileOption(
      addFileOptions(command, 'accept the guessed columns, and pay, without a question'),
    ),
  )
    .description('check a file, pay it, and show what became of each row')
    .option('--skip-faulty', 'pay the valid rows, although other rows have faults')
    .option('--again', 'pay the file once more')
    .option('--wait <seconds>', 'maximum time to wait for the bank', '600')
    .option(JSON_FLAG, JSON_HELP)
    .addHelpText('after', PAY_EXAMPLES)
    .action(async (path: string, options: PayOptions) => {
      end(await pay(context, path, options));
    });
  program
    .command('report')
    .description('show the rows of a file with the outcome of each')
    .argument(...OF_PAYMENT)
    .addOption(new Option('--as <format>', 'format').choices(REPORT_FORMATS).default('csv'))
    .option('-o, --out <path>', 'file to write. Default: standard output')
    .option(...PAYMENT_OPTION)
    .option('--force', 'replace the file to write if it exists')
    .addHelpText('after', REPORT_EXAMPLES)
    .action(async (fileOrId: string, options: ReportOptions) => {
      end(await report(context, fileOrId, options));
    });
  program
    .command('retry')
    .description('write the rows that failed or were not sent to a new file')
    .argument(...OF_PAYMENT)
    .option('-o, --out <path>', 'file to write. Default: <name>.retry-1.<extension>')
    .option(...PAYMENT_OPTION)
    .option(JSON_FLAG, JSON_HELP)
    .addHelpText('after', RETRY_EXAMPLES)
    .action(async (fileOrId: string, options: RetryOptions) => {
      end(await retry(context, fileOrId, options));
    });
}
