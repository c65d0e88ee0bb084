import type { Dice } from './dice.ts';
import type { Scenario } from './scenario.ts';

/**
 * Behaviour of the creditor's bank after a recall: it accepts and returns the credit, at once or
 * after `pending`, or returns it without an answer, or never answers, or refuses with an ISO code.
 */
export type RecallBehaviour =
  | 'accepted'
  | 'pending first'
  | 'returned only'
  | 'never answered'
  | 'CUST'
  | 'LEGL'
  | 'NOOR'
  | 'ARDT';

/** The final decision of the scheme about a credit. It is made once, when the message is read. */
export interface Outcome {
  readonly status: 'ACSC' | 'RJCT';
  /** ISO reason code of a rejection. Null for an accepted credit. */
  readonly reason: string | null;
  /** The first answer is PDNG. The final answer follows later. */
  readonly isPendingFirst: boolean;
  /** ISO reason code of a later return. Null if the credit is not returned. */
  readonly returnReason: string | null;
  /** Behaviour of the creditor's bank after a recall of the credit. */
  readonly recallBehaviour: RecallBehaviour;
}

const ACCEPTED: Outcome = {
  status: 'ACSC',
  reason: null,
  isPendingFirst: false,
  returnReason: null,
  recallBehaviour: 'accepted',
};

/** Account of a creditor who has moved to `NEW_ACCOUNT`. An AWACS of Bacs reports it. */
export const MOVED_ACCOUNT = '99999900000071';
export const NEW_ACCOUNT = '99999800000071';

/** Default reason of a return: closed account number. */
const RETURN_REASON = 'AC04';

const recalled = (recallBehaviour: RecallBehaviour): Outcome => ({ ...ACCEPTED, recallBehaviour });

const rejected = (reason: string): Outcome => ({ ...ACCEPTED, status: 'RJCT', reason });

/**
 * Test accounts of the creditor (sort code and account number) with a fixed outcome. Those that
 * are rejected or pending have the same meaning in the schemes that the service simulates.
 */
export const TEST_ACCOUNTS: Readonly<Record<string, Outcome>> = {
  '99999900000001': rejected('AC01'),
  '99999900000004': rejected('AC04'),
  '99999900000005': rejected('FF05'),
  '99999900000006': rejected('AC06'),
  '99999900000008': rejected('AG08'),
  '99999900000014': rejected('AM14'),
  '99999900000050': { ...ACCEPTED, isPendingFirst: true },
  '99999900000051': { ...rejected('AC06'), isPendingFirst: true },
  '99999900000070': { ...ACCEPTED, returnReason: RETURN_REASON },
  '99999900000080': recalled('CUST'),
  '99999900000081': recalled('LEGL'),
  '99999900000082': recalled('NOOR'),
  '99999900000083': recalled('ARDT'),
  '99999900000084': recalled('pending first'),
  '99999900000085': recalled('returned only'),
  '99999900000086': recalled('never answered'),
  [MOVED_ACCOUNT]: ACCEPTED,
};

/** Decides a credit by the account of the creditor. Any other account accepts credits. */
export function decideOutcome(
  creditorAccount: string | null,
  dice: Dice,
  { pendingFirst, returned }: Scenario,
): Outcome {
  // Both decisions are always made, so that the next credit gets the same ones.
  const isPendingFirst = dice.chance(pendingFirst);
  const isReturned = dice.chance(returned);
  const test = TEST_ACCOUNTS[creditorAccount ?? ''];
  if (test !== undefined) return test;
  return { ...ACCEPTED, isPendingFirst, returnReason: isReturned ? RETURN_REASON : null };
}
