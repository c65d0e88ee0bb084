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

/*
 * What one payment may come to, by the scheme that carries it (rules, 10.11).
 */

const ADVICE = `${SCHEMES.CHAPS.localInstrument} carries more.`;

/**
 * Adds a fault when what stands at `path` asks a scheme to carry more than it does. An amount that
 * is none, and a scheme that is none, the schema tells.
 */
export function checkSchemeLimit(
  payment: unknown,
  path: string,
  limits: SchemeLimits,
  faults: FaultList,
): void {
  const instrument = instrumentCalled(valueAt(payment, ['LocalInstrument']), INSTRUMENTS);
  if (instrument === undefined) return;
  const asked = { instrument, member: 'InstructedAmount', advice: ADVICE };
  addOverLimit(payment, path, { limits, ...asked }, faults);
}

/** As above, for the amount in one member, which has no choice of a scheme. */
export function addOverLimit(
  payment: unknown,
  path: string,
  asked: {
    readonly instrument: Instrument;
    readonly limits: SchemeLimits;
    readonly member: string;
    readonly advice: string;
  },
  faults: FaultList,
): void {
  const { instrument, limits, member, advice } = asked;
  const written = valueAt(payment, [member, 'Amount']);
  const pence = typeof written === 'string' ? parseAmount(written) : undefined;
  const most = maxPenceOf(instrument, limits);
  if (pence === undefined || pence <= most) return;
  const carried = `${SCHEMES[instrument].name} carry at most ${displayAmount(most)}.`;
  const message = `Found ${displayAmount(pence)}. ${carried} ${advice}`;
  faults.add('fieldInvalid', message, pathText([member, 'Amount'], path));
}
