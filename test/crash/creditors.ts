import { BAKERY } from '../helpers/payment-file.ts';
import type { Dice } from './random.ts';

/** The creditor of a payment, with the answer that the payment scheme gives for it. */
export interface Creditor {
  readonly account: string;
  /**
   * The reason code with which the scheme rejects the payment. Undefined if it accepts the payment.
   */
  readonly reason?: string;
  /** True if the scheme keeps the payment pending for a day. */
  readonly isSlow?: boolean;
}

/**
 * Creditors whose payments the sandbox's schemes reject, and one whose payments they keep pending.
 */
const REJECTING: readonly [Creditor, ...Creditor[]] = [
  { account: '99999900000001', reason: 'AC01' },
  { account: '99999900000004', reason: 'AC04' },
  { account: '99999900000006', reason: 'AC06' },
];
/** Creditors whose banks answer a recall in different ways (docs/hub-simulator.md). */
const RECALLABLE = ['80', '81', '82', '83', '84', '85', '86'] as const;
const SLOW: Creditor = { account: '99999900000050', isSlow: true };

/**
 * Shares of payments whose creditor rejects them, keeps them pending, has an account at this bank,
 * or a bank with its own answer to recalls.
 */
const SHARE_REJECTED = 0.1;
const SHARE_SLOW = 0.02;
const SHARE_OWN = 0.1;
const SHARE_RECALLABLE = 0.1;

/**
 * Returns a random creditor for a domestic payment. `other` is the account that is chosen most
 * often.
 */
export function pickCreditor(dice: Dice, other: string): Creditor {
  if (dice.chance(SHARE_REJECTED)) return dice.pick(REJECTING);
  if (dice.chance(SHARE_SLOW)) return SLOW;
  return pickAccepting(dice, other);
}

/** Returns a random creditor whose payments are accepted at once. */
export function pickAccepting(dice: Dice, other: string): Creditor {
  if (dice.chance(SHARE_OWN)) return { account: BAKERY };
  const isRecallable = dice.chance(SHARE_RECALLABLE);
  return { account: isRecallable ? `999999000000${dice.pick(RECALLABLE)}` : other };
}

/** Returns a random creditor for an international payment. */
export function pickForeigner(dice: Dice): Creditor {
  return dice.chance(SHARE_REJECTED) ? dice.pick(REJECTING) : { account: '0123456789' };
}
