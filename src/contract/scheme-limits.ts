import { LOCAL_INSTRUMENTS, type SchemeLimits } from '../domain/records/payment.ts';
import type { FaultList } from '../kernel/errors.ts';
import { displayAmount, parseAmount } from '../kernel/money.ts';
import { pathText } from '../kernel/text.ts';
import { valueAt } from './faults.ts';

/*
 * What one payment may come to, by the scheme that carries it (rules, 10.11).
 */

const ADVICE = `${LOCAL_INSTRUMENTS.CHAPS} carries more.`;

/**
 * Adds a fault when what stands at `path` asks for Faster Payments to carry more than they do. An
 * amount that is none, the schema tells.
 */
export function checkFpsAmount(
  payment: unknown,
  path: string,
  limits: SchemeLimits,
  faults: FaultList,
): void {
  if (valueAt(payment, ['LocalInstrument']) !== LOCAL_INSTRUMENTS.FPS) return;
  addOverFpsLimit(payment, path, { ...limits, member: 'InstructedAmount', advice: ADVICE }, faults);
}

/** As above, for the amount in one member, which has no choice of a scheme. */
export function addOverFpsLimit(
  payment: unknown,
  path: string,
  { fpsMaxPence, member, advice }: SchemeLimits & { member: string; advice: string },
  faults: FaultList,
): void {
  const written = valueAt(payment, [member, 'Amount']);
  const pence = typeof written === 'string' ? parseAmount(written) : undefined;
  if (pence === undefined || pence <= fpsMaxPence) return;
  const most = displayAmount(fpsMaxPence);
  const message = `Found ${displayAmount(pence)}. Faster Payments carry at most ${most}. ${advice}`;
  faults.add('fieldInvalid', message, pathText([member, 'Amount'], path));
}
