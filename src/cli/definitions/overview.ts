import { Option, type Command } from 'commander';
import { FILE_STATE_NAMES } from '../../domain/records/listed-file.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { adder, type Run } from '../adder.ts';

const AFTER = 'next page: the value that the last line of the previous page names';

/** Adds the commands that show the ledger and the payment files. */
export function defineOverviews(program: Command, run: Run): void {
  const load = () => import('../commands/overviews.ts');
  const ledger = adder(program, run, load)(
    'ledger',
    'Shows the clearing and settlement accounts of each scheme on a day: debits, credits, balance, ' +
      'returned money, and money that is open: not sent, not answered, pending, or in suspense.',
    (m) => m.ledger,
  )
    .summary('Shows the accounts of each scheme on a day.')
    .option('--day <day>', 'day in London: 2026-12-01. Default: today')
    .addOption(new Option('--scheme <scheme>', 'only of this scheme').choices(INSTRUMENTS));
  adder(ledger, run, load)(
    'entries <account>',
    'Lists entries of an account of the bank on a day, the newest first, at most 200. The accounts ' +
      'are clearing:<scheme>, settlement:<scheme>, charges and opening.',
    (m) => m.ledgerEntries,
  )
    .option('--day <day>', 'day in London: 2026-12-01. Default: today')
    .option('--after <place>', AFTER);
  const regulator = adder(program, run, load)(
    'regulator',
    'Shows uptime, downtime, mean response times and error rate of the API on each day of a month, ' +
      'and the SQL of each figure. With --json, all figures without rounding.',
    (m) => m.regulator,
  )
    .summary('Shows availability and response times of the API for the regulator.')
    .option('--month <month>', 'month in London: 2026-12. Default: this month');
  const reason = () =>
    new Option(
      '--reason <text>',
      'reason, at most 500 characters. It is stored',
    ).makeOptionMandatory();
  const mark = adder(regulator, run, load);
  mark(
    'unplanned <start>',
    'Counts a planned downtime as unplanned, for example a stop without notice to TPPs. The start is ' +
      'the one that pisctl regulator lists.',
    (m) => m.markUnplanned,
  ).addOption(reason());
  mark(
    'planned <start>',
    'Proposes to count an unplanned downtime as planned. Another operator confirms it with pisctl ' +
      'proposal confirm.',
    (m) => m.proposePlanned,
  ).addOption(reason());
  const files = program.command('files').description('Shows payment files.');
  adder(files, run, load)(
    'list',
    'Lists files that were submitted for payment, the newest first, at most 200.',
    (m) => m.listFiles,
  )
    .option('--day <day>', 'day in London on which they were submitted: 2026-12-01')
    .addOption(new Option('--status <status>', 'only in this status').choices(FILE_STATE_NAMES))
    .option('--after <place>', AFTER);
}
