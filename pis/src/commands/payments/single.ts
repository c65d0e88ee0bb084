import { Option, type Command } from 'commander';
import { formatPence } from '../../fields/amounts.ts';
import { SCHEME_LIMITS, SCHEMES, type Scheme } from '../../fields/schemes.ts';
import { singleRequests } from '../../payment/bodies.ts';
import type { Payment } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import {
  addPayeeOptions,
  addPayOptions,
  idOf,
  MAX_ID,
  payAndPrint,
  payeeOf,
  type PayeeOptions,
  type PayOptions,
} from './payments.ts';
import { accountOf, dayOf, penceOf, textOf, wrongValue } from '../values.ts';

/** Options of `pis single`. */
interface SingleOptions extends PayOptions, PayeeOptions {
  readonly amount: string;
  readonly reference?: string;
  readonly debtor?: string;
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
  addPayOptions(addPayeeOptions(program.command('single')))
    .description('make one payment, now or on a later day')
    .requiredOption('--amount <pounds>', 'amount in pounds, for example 12.50')
    .option('--reference <text>', 'reference for the payee')
    .option('--debtor <account>', 'account to pay from. By default, the customer chooses it')
    .option('--end-to-end-id <text>', 'end-to-end id. Default: the id')
    .addOption(new Option('--scheme <scheme>', 'scheme').choices(SCHEMES).default('FPS'))
    .option('--date <day>', 'execution date, for example 2026-12-31. By default, now')
    .addHelpText('after', EXAMPLES)
    .action(async (options: SingleOptions) => {
      end(await paySingle(context, options));
    });
}

/** Makes one payment. Returns the exit code. */
async function paySingle(context: Context, options: SingleOptions): Promise<number> {
  const { id: own, reference, debtor, endToEndId, scheme, date } = options;
  const fields = {
    scheme,
    pence: amountOf(options.amount, scheme),
    creditor: payeeOf(options),
    ...(reference !== undefined && { reference: referenceOf(context, reference, scheme) }),
    ...(debtor !== undefined && { debtor: accountOf('--debtor', debtor) }),
    ...(date !== undefined && { date: dayOf('--date', date, context.today) }),
  };
  const endToEnd = endToEndId && textOf('--end-to-end-id', endToEndId, MAX_ID);
  const id = idOf(context, own === undefined ? {} : { id: own });
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

function referenceOf({ err }: Context, text: string, scheme: Scheme): string {
  const reference = textOf('--reference', text, MAX_ID);
  const { reference: limit = MAX_ID } = SCHEME_LIMITS[scheme].characters;
  if ([...reference].length > limit) {
    err.write(`The payee sees the first ${String(limit)} characters of the reference only.\n`);
  }
  return reference;
}
