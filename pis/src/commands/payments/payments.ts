import type { Family } from '@payment-initiation/client';
import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { addApprovalOptions, type ApprovalOptions } from '../../bank/approval.ts';
import { withBank, type BankOptions, type Connection } from '../../bank/connection.ts';
import type { Payee, Requests } from '../../payment/bodies.ts';
import { withLock } from '../../payment/lock.ts';
import { adviceFor, exitCodeFor, settled, type Outcome } from '../../payment/outcome.ts';
import { States, type State } from '../../payment/payment-state.ts';
import { submitted, type Submitted, type Work } from '../../payment/submit.ts';
import type { Context } from '../../terminal/context.ts';
import {
  checkFields,
  JSON_FLAG,
  JSON_HELP,
  printResult,
  type JsonOption,
} from '../../terminal/results.ts';
import { addProfileOption } from '../options.ts';
import { accountOf, textOf } from '../values.ts';

/** Options of all commands that pay. */
export interface PayOptions extends BankOptions, ApprovalOptions {
  readonly id?: string;
  readonly json?: JsonOption;
}

/** Options that name a payee. */
export interface PayeeOptions {
  readonly to: string;
  readonly name: string;
  readonly reference?: string;
}

/** Options of a payment to a payee. */
export interface TransferOptions extends PayOptions, PayeeOptions {
  readonly amount: string;
  readonly debtor?: string;
}

/** Fields of the result of a payment. */
export const PAYMENT_FIELDS = [
  ...['id', 'type', 'consentId', 'paymentId', 'endToEndId', 'status', 'reason'],
] as const;

/** Maximum number of characters of an id, a reference and an end-to-end id (UK standard). */
export const MAX_ID = 35;

/** Maximum number of characters of a payee's name. The VRPs of v4.0 allow no more. */
const MAX_NAME = 70;

/** Adds the options of all commands that pay. */
function addPayOptions(command: Command): Command {
  return addApprovalOptions(addProfileOption(command))
    .option('--id <own id>', 'your id, for example an invoice number. The same id pays once')
    .option(JSON_FLAG, JSON_HELP);
}

/** Adds the options that name a payee. */
export function addPayeeOptions(command: Command): Command {
  return addPayOptions(command)
    .requiredOption('--to <account>', 'account of the payee: 14 digits or a British IBAN')
    .requiredOption('--name <payee>', 'name of the payee')
    .option('--reference <text>', 'reference for the payee');
}

/** Adds the options of a payment to a payee. `amount` describes the amount. */
export function addTransferOptions(command: Command, amount: string): Command {
  return addPayeeOptions(command)
    .requiredOption('--amount <pounds>', amount)
    .option('--debtor <account>', 'account to pay from. By default, the customer chooses it');
}

/** Returns the payee of the options. */
export function payeeOf({ to, name }: PayeeOptions): Payee {
  return { ...accountOf('--to', to), name: textOf('--name', name, MAX_NAME) };
}

/** Returns the payee, the reference and the payer of the options. */
export function partiesOf(options: PayeeOptions & Pick<TransferOptions, 'debtor'>) {
  const { reference, debtor } = options;
  return {
    creditor: payeeOf(options),
    ...(reference !== undefined && { reference: textOf('--reference', reference, MAX_ID) }),
    ...(debtor !== undefined && { debtor: accountOf('--debtor', debtor) }),
  };
}

/** Returns the id of the options. Creates one, and shows it before anything is sent. */
export function idOf({ err }: Context, { id }: Pick<PayOptions, 'id'>): string {
  if (id !== undefined) return textOf('--id', id, MAX_ID);
  const created = `P${randomBytes(12).toString('hex').toUpperCase()}`;
  err.write(
    `The id is ${created}. If the command is interrupted, repeat it with --id ${created}\n`,
  );
  return created;
}

/** A payment as a command describes it. */
export interface Described {
  readonly id: string;
  readonly family: Family;
  /** The values of the options, without those that are absent. */
  readonly details: Readonly<Record<string, string | undefined>>;
  /** The payment for people, for example `12.50 GBP to Fresco Ltd`. */
  readonly text: string;
}

/**
 * Connects, runs a function with the state of an id, and returns the result of the function.
 *
 * @throws PisError if another process works on this id
 */
export async function withState<Result>(
  context: Context,
  options: PayOptions,
  { id, family, details }: Described,
  use: (work: Work, state: State) => Promise<Result>,
): Promise<Result> {
  return withBank(context, options, async (connection) => {
    const states = new States(context.folder, options.profile);
    const all: Described['details'] = { standard: connection.bank.version, ...details };
    const given = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return withLock(states.lockOf(id), async () => {
      const state = await states.start({ id, family, details: Object.fromEntries(given) });
      return use({ context, connection, states, approval: options }, state);
    });
  });
}

/** Pays, waits for the result and prints it. Returns the exit code. */
export async function payAndPrint(
  context: Context,
  options: PayOptions,
  described: Described,
  requests: (connection: Connection) => Requests,
): Promise<number> {
  checkFields(options.json, PAYMENT_FIELDS);
  return withState(context, options, described, async (work, state) => {
    const paid = await submitted(work, state, requests(work.connection));
    return printSettled(work, options, described, paid);
  });
}

/** Waits for the result of a submitted payment and prints it. Returns the exit code. */
export async function printSettled(
  { context, connection }: Pick<Work, 'context' | 'connection'>,
  { json }: Pick<PayOptions, 'json'>,
  { text }: Pick<Described, 'text'>,
  paid: Submitted,
): Promise<number> {
  const { signal } = context;
  const outcome = await settled(connection, paid.family, paid.paymentId, { signal });
  printPayment(context, json, { ...paid, text }, outcome);
  return exitCodeFor(outcome);
}

/** Prints the status of a payment. */
export function printPayment(
  context: Context,
  json: JsonOption | undefined,
  payment: Pick<State, 'family'> & Partial<State> & { readonly text: string },
  outcome: Outcome,
): void {
  const { id = null, family, consentId = null, paymentId = null, details = {}, text } = payment;
  const { status, reason } = outcome;
  const result = {
    ...{ id, type: family, consentId, paymentId, status },
    ...{ endToEndId: details['end-to-end-id'] ?? null, reason: reason ?? null },
  } satisfies Record<(typeof PAYMENT_FIELDS)[number], unknown>;
  const because = reason === undefined ? '' : ` (${reason})`;
  const advice = adviceFor(family, outcome);
  printResult(context.out, json, result, `${text}: ${status}${because}\n${advice}`.trimEnd());
  if (!context.out.isTerminal && advice !== '') context.err.write(`${advice}\n`);
}
