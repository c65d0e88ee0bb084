import { BAKERY } from '../helpers/payment-file.ts';
import type { Dice } from './dice.ts';

/** Whom a payment goes to, and what becomes of it there. */
export interface Creditor {
  readonly account: string;
  /** Why the scheme rejects the payment; undefined when it does not. */
  readonly reason?: string;
  /** Whether the scheme keeps the payment waiting for a day. */
  readonly isSlow?: boolean;
}

/** Creditors that the sandbox's schemes reject, and one that they keep waiting. */
const REJECTING: readonly [Creditor, ...Creditor[]] = [
  { account: '99999900000001', reason: 'AC01' },
  { account: '99999900000004', reason: 'AC04' },
  { account: '99999900000006', reason: 'AC06' },
];
const SLOW: Creditor = { account: '99999900000050', isSlow: true };

/** How many payments go to creditors with an answer of their own. */
const SHARE_REJECTED = 0.1;
const SHARE_SLOW = 0.02;
const SHARE_OWN = 0.1;

/** Whom a domestic payment goes to; `other` has the account of most of them. */
export function pickCreditor(dice: Dice, other: string): Creditor {
  if (dice.chance(SHARE_REJECTED)) return dice.pick(REJECTING);
  if (dice.chance(SHARE_SLOW)) return SLOW;
  return pickAccepting(dice, other);
}

/** As above, but nobody who sends money back or keeps it waiting. */
export function pickAccepting(dice: Dice, other: string): Creditor {
  return { account: dice.chance(SHARE_OWN) ? BAKERY : other };
}

/** Whom a payment abroad goes to. */
export function pickForeigner(dice: Dice): Creditor {
  return dice.chance(SHARE_REJECTED) ? dice.pick(REJECTING) : { account: '0123456789' };
}
