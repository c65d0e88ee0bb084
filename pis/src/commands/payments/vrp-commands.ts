import type { Command } from 'commander';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP } from '../../terminal/results.ts';
import { revokeConsent, type ConsentOptions } from './consent.ts';
import { addProfileOption, choice } from '../options.ts';
import { addPayeeOptions } from './payments.ts';
import { createVrp, payVrp, type VrpCreateOptions, type VrpPayOptions } from './vrp.ts';

const EXAMPLES = `
Examples:
  $ pis vrp create --to 20051760000000 --name Savings --max-per-payment 100 --max-per-month 1000
  $ pis vrp pay <consent> --amount 25 --id SWEEP-2026-12
  $ pis vrp revoke <consent>

With --periods calendar, the bank reduces the limits of the first period to its remaining days.
Exit codes: as for pis single. 3 means that a payment is over a limit of the consent.`;

/** Adds `pis vrp`. */
export function addVrpCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const vrp = program
    .command('vrp')
    .description('variable recurring payments')
    .addHelpText('after', EXAMPLES);
  addPayeeOptions(vrp.command('create'))
    .description('create a consent, and keep the token of its approval')
    .requiredOption('--max-per-payment <pounds>', 'maximum amount of a payment')
    .option('--max-per-day <pounds>', 'maximum amount in a day')
    .option('--max-per-week <pounds>', 'maximum amount in a week')
    .option('--max-per-month <pounds>', 'maximum amount in a month')
    .option('--max-per-year <pounds>', 'maximum amount in a year')
    .addOption(
      choice('--periods <start>', 'start of the periods', ['consent', 'calendar']).default(
        'consent',
      ),
    )
    .addOption(choice('--type <type>', 'purpose', ['sweeping', 'other']).default('sweeping'))
    .option('--until <day>', 'last day of the consent. By default, it has no end')
    .action(async (options: VrpCreateOptions) => {
      end(await createVrp(context, options));
    });
  addProfileOption(vrp.command('pay'))
    .description('pay under a consent, without the customer')
    .argument('<consent>', 'consent id, or the id of pis vrp create')
    .requiredOption('--amount <pounds>', 'amount in pounds, for example 25.00')
    .option('--id <own id>', 'your id, for example an invoice number. The same id pays once')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (consent: string, options: VrpPayOptions) => {
      end(await payVrp(context, consent, options));
    });
  addProfileOption(vrp.command('revoke'))
    .description('revoke a consent')
    .argument('<consent>', 'consent id, or the id of pis vrp create')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (consent: string, options: ConsentOptions) => {
      end(await revokeConsent(context, consent, options));
    });
}
