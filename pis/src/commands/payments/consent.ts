import type { Family } from '@payment-initiation/client';
import { withBank, type BankOptions } from '../../bank/connection.ts';
import { exitCodes } from '../../exit-codes.ts';
import { firstKnown, TYPES } from '../../payment/lookup.ts';
import { States, withoutToken, type State } from '../../payment/payment-state.ts';
import type { Work } from '../../payment/submit.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { checkFields, printResult, type JsonOption } from '../../terminal/results.ts';

/** Options of `pis consent`. */
export interface ConsentOptions extends BankOptions {
  readonly type?: Family;
  readonly json?: JsonOption;
}

type Parts = Pick<Work, 'context' | 'connection'>;

/** Reads a consent and prints it. Returns the exit code. */
export async function showConsent(
  context: Context,
  id: string,
  options: ConsentOptions,
): Promise<number> {
  checkFields(options.json, ['consentId', 'type', 'status', 'consent']);
  return withBank(context, options, async (connection) => {
    const { consentId, family, status, consent } = await find({ context, connection }, options, id);
    const text = `${consentId}: ${status}\n${JSON.stringify(consent, undefined, 2)}`;
    printResult(context.out, options.json, { consentId, type: family, status, consent }, text);
    return exitCodes.done;
  });
}

/** Revokes a consent, which the standard offers for VRPs only. Returns the exit code. */
export async function revokeConsent(
  context: Context,
  id: string,
  options: ConsentOptions,
): Promise<number> {
  checkFields(options.json, ['consentId', 'status']);
  return withBank(context, options, (connection) => revoke({ context, connection }, options, id));
}

async function revoke(
  { context, connection }: Parts,
  options: ConsentOptions,
  id: string,
): Promise<number> {
  const { consentId, family } = await find({ context, connection }, options, id);
  if (family !== 'domestic-vrps') {
    throw new PisError(
      `${consentId} is a consent of ${family}. The standard lets a TPP revoke VRP consents only. ` +
        'The customer can cancel it at the bank.',
      exitCodes.wrongUse,
    );
  }
  await connection.bank.vrps.deleteConsent(consentId, { signal: context.signal });
  const states = new States(context.folder, options.profile);
  const state = await states.findVrpConsent(consentId);
  if (state !== undefined) {
    await states.save({ ...withoutToken(state), revoked: true });
  }
  const result = { consentId, status: 'revoked' };
  printResult(context.out, options.json, result, `${consentId}: revoked`);
  return exitCodes.done;
}

/** Reads a consent. Its type comes from its state file, or from `--type`, or all are tried. */
async function find({ context, connection }: Parts, { profile, type }: ConsentOptions, id: string) {
  const { signal } = context;
  const state = await stateOf(context, profile, id);
  const consentId = state?.consentId ?? id;
  const { family, resource } = await firstKnown(
    consentId,
    state === undefined ? (type === undefined ? TYPES : [type]) : [state.family],
    (tried) => connection.bank.payments(tried).readConsent(consentId, { signal }),
  );
  return { consentId, family, status: resource.Data.Status, consent: resource };
}

async function stateOf(
  { folder }: Context,
  profile: string,
  id: string,
): Promise<State | undefined> {
  const found = await new States(folder, profile).find(id);
  return found.find(({ consentId }) => consentId !== undefined);
}
