import type { Command } from 'commander';
import { TYPES } from '../../payment/lookup.ts';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP } from '../../terminal/results.ts';
import { revokeConsent, showConsent, type ConsentOptions } from './consent.ts';
import { addProfileOption, choice } from '../options.ts';
import { addOrderCommands } from './order.ts';
import { addSingleCommand } from './single.ts';
import { showStatus, type StatusOptions } from './status.ts';
import { addVrpCommands } from './vrp-commands.ts';

const STATUS_CODES = `
Exit codes: 0 final, 1 nothing was paid, 2 unknown id, 5 not final.`;

/** Adds the commands that make and show payments: single, order, vrp, status and consent. */
export function addPaymentCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  addSingleCommand(program, context, end);
  addOrderCommands(program, context, end);
  addVrpCommands(program, context, end);
  addReadOptions(program.command('status'))
    .description('show the status of a payment')
    .argument('<id>', 'your id, the payment id or the end-to-end id')
    .option('--watch', 'print each new status until it is final')
    .addHelpText('after', STATUS_CODES)
    .action(async (id: string, options: StatusOptions) => {
      end(await showStatus(context, id, options));
    });
  const consent = program.command('consent').description('show and revoke consents');
  addReadOptions(consent.command('show'))
    .description('show a consent as the bank returns it')
    .argument('<id>', 'consent id, or your id')
    .action(async (id: string, options: ConsentOptions) => {
      end(await showConsent(context, id, options));
    });
  addReadOptions(consent.command('revoke'))
    .description('revoke a VRP consent. The standard offers it for no others')
    .argument('<id>', 'consent id, or your id')
    .action(async (id: string, options: ConsentOptions) => {
      end(await revokeConsent(context, id, options));
    });
}

function addReadOptions(command: Command): Command {
  return addProfileOption(command)
    .addOption(choice('--type <type>', 'payment type. By default, all are tried', TYPES))
    .option(JSON_FLAG, JSON_HELP);
}
