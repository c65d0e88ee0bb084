import type { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import { formatPence } from '../../fields/amounts.ts';
import { orderRequests } from '../../payment/bodies.ts';
import { EVERY, type Every } from '../../payment/frequency.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import {
  addTransferOptions,
  idOf,
  partiesOf,
  payAndPrint,
  type TransferOptions,
} from './payments.ts';
import { choice } from '../options.ts';
import { dayOf, penceOf, wrongValue } from '../values.ts';

/** Options of `pis order create`. */
interface OrderOptions extends TransferOptions {
  readonly every: Every;
  readonly first: string;
  readonly last?: string;
  readonly count?: string;
}

/** Maximum number of payments of a standing order. */
const MAX_COUNT = 9999;

const EXAMPLES = `
Examples:
  $ pis order create --to 20051760000000 --name "Harrow Steel" --amount 650 --reference RENT \\
      --every month --first 2027-01-15 --count 12 --id RENT-2027

The day of the week or of the month is that of the first payment.
Exit codes: as for pis single. 5 means that the order is set up and waits for its first day.`;

/** Adds `pis order`. */
export function addOrderCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const order = program.command('order').description('set up standing orders');
  addTransferOptions(order.command('create'), 'amount of each payment in pounds')
    .description('set up a standing order')
    .addOption(choice('--every <period>', 'time between the payments', EVERY).makeOptionMandatory())
    .requiredOption('--first <day>', 'day of the first payment, for example 2027-01-15')
    .option('--last <day>', 'day of the last payment. By default, the order has no end')
    .option('--count <number>', 'number of payments, instead of --last')
    .addHelpText('after', EXAMPLES)
    .action(async (options: OrderOptions) => {
      end(await createOrder(context, options));
    });
}

/** Sets up a standing order. Returns the exit code. */
async function createOrder(context: Context, options: OrderOptions): Promise<number> {
  const { every, last, count } = options;
  if (last !== undefined && count !== undefined) {
    throw new PisError('Use --last or --count, not both.', exitCodes.wrongUse);
  }
  const first = dayOf('--first', options.first, context.today);
  const order = {
    ...{ every, first, pence: penceOf('--amount', options.amount), ...partiesOf(options) },
    ...(last !== undefined && { last: dayOf('--last', last, first) }),
    ...(count !== undefined && { count: countOf(count) }),
  };
  const { creditor, pence } = order;
  const described = {
    id: idOf(context, options),
    family: 'domestic-standing-orders',
    details: {
      ...{ command: 'pis order create', to: creditor.identification, name: creditor.name },
      ...{ amount: formatPence(pence), every, first, last: order.last, count },
      ...{ reference: order.reference, debtor: order.debtor?.identification },
    },
    text: `${formatPence(pence)} GBP to ${creditor.name} every ${every} from ${first}`,
  } as const;
  return payAndPrint(context, options, described, ({ bank }) => orderRequests(order, bank.version));
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw wrongValue('--count', text, `a number from 1 to ${String(MAX_COUNT)}.`);
}
