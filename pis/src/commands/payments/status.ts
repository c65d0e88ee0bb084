import type { Family } from '@payment-initiation/client';
import { withBank, type BankOptions } from '../../bank/connection.ts';
import { exitCodes } from '../../exit-codes.ts';
import { shown } from '../../fields/texts.ts';
import { firstKnown, TYPES } from '../../payment/lookup.ts';
import { exitCodeFor, outcomeOf, settled } from '../../payment/outcome.ts';
import { isVrpConsent, States, type State } from '../../payment/payment-state.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { checkFields, type JsonOption } from '../../terminal/results.ts';
import { PAYMENT_FIELDS, printPayment } from './payments.ts';

/** Options of `pis status`. */
export interface StatusOptions extends BankOptions {
  readonly type?: Family;
  readonly watch?: boolean;
  readonly json?: JsonOption;
}

/** Prints the status of a payment. Returns the exit code. */
export async function showStatus(
  context: Context,
  id: string,
  options: StatusOptions,
): Promise<number> {
  checkFields(options.json, PAYMENT_FIELDS);
  const state = await startedPayment(context, options, id);
  const paymentId = state?.paymentId ?? id;
  return withBank(context, options, async (connection) => {
    const { signal } = context;
    const { family, resource } = await firstKnown(
      paymentId,
      state === undefined ? (options.type === undefined ? TYPES : [options.type]) : [state.family],
      (tried) => connection.bank.payments(tried).readPayment(paymentId, { signal }),
    );
    const payment = { ...state, family, paymentId, text: paymentId };
    const first = outcomeOf(resource);
    if (options.watch !== true) {
      printPayment(context, options.json, payment, first);
      return exitCodeFor(first);
    }
    const last = await settled(connection, family, paymentId, {
      ...{ signal, watch: true },
      onStatus: (status) => {
        printPayment(context, options.json, payment, { ...first, status, needsApproval: false });
      },
    });
    return exitCodeFor(last);
  });
}

/** Returns the state of a payment that pis started. Undefined if pis does not know the id. */
async function startedPayment(
  { folder }: Context,
  { profile }: StatusOptions,
  id: string,
): Promise<State | undefined> {
  const found = await new States(folder, profile).find(id);
  const [state, another] = found.filter((each) => !isVrpConsent(each));
  if (another !== undefined) {
    const ids = found.map((each) => shown(each.id)).join(', ');
    throw new PisError(
      `"${shown(id)}" belongs to several payments. Use one of their ids: ${ids}.`,
      exitCodes.wrongUse,
    );
  }
  if (state === undefined || state.paymentId !== undefined) return state;
  const step = state.consentId === undefined ? 'nothing was sent' : 'it is not submitted';
  throw new PisError(
    `The payment "${shown(id)}" was started, but ${step}. Repeat its command to go on.`,
    exitCodes.waiting,
  );
}
