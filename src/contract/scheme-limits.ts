import {
  INSTRUMENTS,
  instrumentCalled,
  maxPenceOf,
  SCHEMES,
  type Instrument,
  type SchemeLimits,
} from '../domain/schemes/schemes.ts';
import type { FaultList } from '../shared/errors.ts';
import { displayAmount, parseAmount } from '../shared/money.ts';
import { pathText } from '../shared/text.ts';
import { valueAt } from './faults.ts';

const ADVICE = `${SCHEMES.CHAPS.localInstrument} carries more.`;

/**
 * Adds a fault if a payment exceeds the maximum amount of its scheme (rules, 10.11). The schema
 * reports an amount or a LocalInstrument that is invalid.
 *
 * @param path JSON path of the payment
 */
export function checkSchemeLimit(
  payment: unknown,
  path: string,
  limits: SchemeLimits,
  faults: FaultList,
): void {
  const instrument = instrumentCalled(valueAt(payment, ['LocalInstrument']), INSTRUMENTS);
  if (instrument === undefined) return;
  const amount = { instrument, member: 'InstructedAmount', advice: ADVICE };
  checkAmountLimit(payment, path, { limits, ...amount }, faults);
}

/**
 * Adds a fault if the amount in one member exceeds the maximum of a given scheme.
 *
 * @param path JSON path of the payment
 */
export function checkAmountLimit(
  payment: unknown,
  path: string,
  amount: {
    readonly instrument: Instrument;
    readonly limits: SchemeLimits;
    readonly member: string;
    readonly advice: string;
  },
  faults: FaultList,
): void {
  const { instrument, limits, member, advice } = amount;
  const written = valueAt(payment, [member, 'Amount']);
  const pence = typeof written === 'string' ? parseAmount(written) : undefined;
  const maxPence = maxPenceOf(instrument, limits);
  if (pence === undefined || pence <= maxPence) return;
  const limit = `The maximum of ${SCHEMES[instrument].name} is ${displayAmount(maxPence)}.`;
  const message = `Found ${displayAmount(pence)}. ${limit} ${advice}`;
  faults.add('fieldInvalid', message, pathText([member, 'Amount'], path));
}
