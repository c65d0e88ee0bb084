import type { Command } from 'commander';
import { formatPence } from '../../fields/amounts.ts';
import { SCHEME_LIMITS, SCHEMES, type Scheme } from '../../fields/schemes.ts';
import { singleRequests } from '../../payment/bodies.ts';
import type { Payment } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import {
  addTransferOptions,
  idOf,
  MAX_ID,
  partiesOf,
  payAndPrint,
  type TransferOptions,
} from './payments.ts';
import { choice } from '../options.ts';
import { dayOf, penceOf, textOf, wrongValue } from '../values.ts';

/** Options of `pis single`. */
interface SingleOptions extends TransferOptions {
  readonly endToEndId?: string;
  readonly scheme: Scheme;
  readonly date?: string;
}

const EXAMPLES = `
Examples:
  $ pis single --to 20051760000000 --name "Harrow Steel" --amount 12.50 --reference INV-1 --id INV-1
  $ pis single --to 20051760000000 --name "Harrow Steel" --amount 12.50 --date 2026-12-31
  $ pis single … --approve-as clara --account 11280001234567 --json status,paymentId

Exit codes: 0 paid, 1 not paid, 2 wrong use, 3 refused, 4 not authenticated, 5 waits for a person or
for the date, 7 bank not reachable, 130 interrupted. Repeat the command with the same --id to go on.`;

/** Adds `pis single`. */
export function addSingleCommand(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  addTransferOptions(program.command('single'), 'amount in pounds, for example 12.50')
    .description('make one payment, now or on a later day')
    .option('--end-to-end-id <text>', 'end-to-end id. Default: the id')
    .addOption(choice('--scheme <scheme>', 'scheme', SCHEMES).default('FPS'))
    .option('--date <day>', 'execution date, for example 2026-12-31. By default, now')
    .addHelpText('after', EXAMPLES)
    .action(async (options: SingleOptions) => {
      end(await paySingle(context, options));
    });
}

/** Makes one payment. Returns the exit code. */
async function paySingle(context: Context, options: SingleOptions): Promise<number> {
  const { endToEndId, scheme, date } = options;
  const fields = {
    ...{ scheme, pence: amountOf(options.amount, scheme), ...partiesOf(options) },
    ...(date !== undefined && { date: dayOf('--date', date, context.today) }),
  };
  const endToEnd = endToEndId && textOf('--end-to-end-id', endToEndId, MAX_ID);
  warnOfCut(context, fields.reference, scheme);
  const id = idOf(context, options);
  const payment: Payment = { ...fields, line: 1, instructionId: id, endToEndId: endToEnd ?? id };
  const described = {
    id,
    family: date === undefined ? 'domestic-payments' : 'domestic-scheduled-payments',
    details: {
      ...{ command: 'pis single', to: payment.creditor.identification, scheme },
      ...{ name: payment.creditor.name, amount: formatPence(payment.pence) },
      ...{ reference: payment.reference, debtor: payment.debtor?.identification },
      ...{ date: payment.date, 'end-to-end-id': payment.endToEndId },
    },
    text: `${formatPence(payment.pence)} GBP to ${payment.creditor.name}`,
  } as const;
  return payAndPrint(context, options, described, ({ bank }) =>
    singleRequests(payment, bank.version),
  );
}

function amountOf(text: string, scheme: Scheme): number {
  const pence = penceOf('--amount', text);
  const { maxPence } = SCHEME_LIMITS[scheme];
  if (pence <= maxPence) return pence;
  throw wrongValue('--amount', text, `at most ${formatPence(maxPence)}, the maximum of ${scheme}.`);
}

function warnOfCut({ err }: Context, reference = '', scheme: Scheme): void {
  const { reference: limit = MAX_ID } = SCHEME_LIMITS[scheme].characters;
  if ([...reference].length <= limit) return;
  err.write(`The payee sees the first ${String(limit)} characters of the reference only.\n`);
}
