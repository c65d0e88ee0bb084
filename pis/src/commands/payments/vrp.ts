import { InvalidRequestError } from '@payment-initiation/client';
import { exitCodes } from '../../exit-codes.ts';
import { formatPence } from '../../fields/amounts.ts';
import { shown } from '../../fields/texts.ts';
import {
  vrpConsentBody,
  vrpPaymentBody,
  type PeriodicLimit,
  type VrpConsent,
} from '../../payment/bodies.ts';
import { States, type State } from '../../payment/payment-state.ts';
import { approved, createPayment, type Submitted, type Work } from '../../payment/submit.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { checkFields, printResult } from '../../terminal/results.ts';
import {
  idOf,
  partiesOf,
  PAYMENT_FIELDS,
  payeeOf,
  printSettled,
  withState,
  type PayeeOptions,
  type PayOptions,
} from './payments.ts';
import { dayOf, penceOf } from '../values.ts';

/** Options of `pis vrp create`. */
export interface VrpCreateOptions extends PayOptions, PayeeOptions {
  readonly maxPerPayment: string;
  readonly maxPerDay?: string;
  readonly maxPerWeek?: string;
  readonly maxPerMonth?: string;
  readonly maxPerYear?: string;
  readonly periods: VrpConsent['alignment'];
  readonly type: VrpConsent['type'];
  readonly until?: string;
}

/** Options of `pis vrp pay`. */
export interface VrpPayOptions extends PayOptions {
  readonly amount: string;
}

/** Time for which banks keep idempotency keys, less a margin for the clocks, in milliseconds. */
const KEY_MS = 23 * 3600 * 1000;

/** Creates a VRP consent and has the customer approve it. Returns the exit code. */
export async function createVrp(context: Context, options: VrpCreateOptions): Promise<number> {
  const { periods, type, until } = options;
  checkFields(options.json, ['id', 'consentId', 'status']);
  const consent: VrpConsent = {
    ...{ type, alignment: periods, ...partiesOf(options), limits: limitsOf(options) },
    maxPence: penceOf('--max-per-payment', options.maxPerPayment),
    ...(until !== undefined && { until: dayOf('--until', until, context.today) }),
  };
  const { creditor, maxPence, limits } = consent;
  const limitTexts = limits.map(({ period, pence }) => `${formatPence(pence)} per ${period}`);
  const described = {
    id: idOf(context, options),
    family: 'domestic-vrps',
    details: {
      ...{ command: 'pis vrp create', to: creditor.identification, name: creditor.name, type },
      ...{ 'max-per-payment': formatPence(maxPence), limits: limitTexts.join(', '), periods },
      ...{ reference: consent.reference, until: consent.until },
    },
    text: `at most ${formatPence(maxPence)} GBP to ${creditor.name}`,
  } as const;
  return withState(context, options, described, async (work, state) => {
    const body = vrpConsentBody(consent, work.connection.bank.version);
    const { id, consentId } = await approved(work, state, body);
    const text = `${consentId}: approved, ${described.text}\nPay with: pis vrp pay ${consentId}`;
    printResult(context.out, options.json, { id, consentId, status: 'approved' }, text);
    return exitCodes.done;
  });
}

/** Pays under a VRP consent. The same id pays once. Returns the exit code. */
export async function payVrp(
  context: Context,
  consentId: string,
  options: VrpPayOptions,
): Promise<number> {
  checkFields(options.json, PAYMENT_FIELDS);
  const pence = penceOf('--amount', options.amount);
  const consent = await consentOf(context, options.profile, consentId);
  const id = idOf(context, options);
  const { name = '' } = consent.details;
  const described = {
    ...{ id, text: `${formatPence(pence)} GBP to ${name}` },
    family: 'domestic-vrps',
    details: {
      ...{ command: 'pis vrp pay', consent: consent.consentId, amount: formatPence(pence) },
      'end-to-end-id': id,
    },
  } as const;
  return withState(context, options, described, async (work, state) => {
    const { version } = work.connection.bank;
    const payment = { id, endToEndId: id, pence };
    const body = vrpPaymentBody(consent.consentId, vrpOf(consent), payment, version);
    return printSettled(work, options, described, await submitVrp(work, state, consent, body));
  });
}

type VrpState = State & { readonly consentId: string; readonly token: string };

async function submitVrp(
  work: Work,
  state: State,
  { consentId, token }: VrpState,
  body: object,
): Promise<Submitted> {
  const { paymentId } = state;
  if (paymentId !== undefined) return { ...state, consentId, paymentId };
  const now = work.context.now();
  const { submittedAt = now } = state;
  if (now - submittedAt > KEY_MS) {
    throw new PisError(
      `The result of "${state.id}" did not arrive, and the bank no longer recognises a repeat.\n` +
        'Look for the payment in the account. If it was not made, pay with another --id.',
    );
  }
  await work.states.save({ ...state, submittedAt });
  try {
    return await createPayment(work, { ...state, submittedAt, consentId, token }, body);
  } catch (error) {
    // The bank refused, so that the id may have another amount next time.
    if (error instanceof InvalidRequestError) await work.states.save(state);
    throw error;
  }
}

/** Returns the consent that pis created. Throws a PisError if it has none, or no approval. */
async function consentOf(context: Context, profile: string, consentId: string): Promise<VrpState> {
  const state = await new States(context.folder, profile).findVrpConsent(consentId);
  const { token, consentId: known, id } = state ?? {};
  if (state !== undefined && token !== undefined && known !== undefined) {
    return { ...state, consentId: known, token };
  }
  const reason =
    state?.revoked === true
      ? 'The consent is revoked.'
      : state === undefined
        ? `The profile "${profile}" has no access token for this consent. Create one with pis vrp create.`
        : `The customer has not approved it. Repeat pis vrp create with --id ${String(id)}`;
  throw new PisError(`VRP consent "${shown(consentId)}": ${reason}`, exitCodes.wrongUse);
}

/** Returns the parts of a consent that each payment repeats. */
function vrpOf({ details }: State): Pick<VrpConsent, 'creditor' | 'reference' | 'type'> {
  const { to = '', name = '', type, reference } = details;
  return {
    creditor: payeeOf({ to, name }),
    type: type === 'other' ? 'other' : 'sweeping',
    ...(reference !== undefined && { reference }),
  };
}

function limitsOf(options: VrpCreateOptions): readonly PeriodicLimit[] {
  const { maxPerDay, maxPerWeek, maxPerMonth, maxPerYear } = options;
  const given = [
    ['Day', maxPerDay],
    ['Week', maxPerWeek],
    ['Month', maxPerMonth],
    ['Year', maxPerYear],
  ] as const;
  const limits = given.flatMap(([period, text]) =>
    text === undefined
      ? []
      : [{ period, pence: penceOf(`--max-per-${period.toLowerCase()}`, text) }],
  );
  if (limits.length > 0) return limits;
  throw new PisError(
    'Expected a limit for a period: --max-per-day, --max-per-week, --max-per-month or ' +
      '--max-per-year. The standard requires one.',
    exitCodes.wrongUse,
  );
}
