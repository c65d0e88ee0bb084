import type { Instant } from '../../shared/time.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { Debit } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';
import type { StoredOutcome } from './answers.ts';
import type { NewOutcome } from './changes.ts';
import { returnedLater, type Transfer } from './transfers.ts';

/**
 * A credit that the creditor's bank sends back after the scheme accepted it, for example because
 * the account was closed (pacs.004, ARUCS of Bacs). The debit contains the returned amount, which
 * excludes the bank's charge.
 */
export interface CreditReturn {
  readonly debit: Debit & { readonly index: number };
  readonly reason: ReasonCode;
}

/** The batch of a returned credit, and the stored outcome of the credit if it has one. */
interface ReturnContext {
  readonly batch: Pick<Batch, 'instrument' | 'state' | 'round'>;
  readonly outcome: StoredOutcome | undefined;
}

/** The decision about a returned credit. */
type ReturnDecision =
  /** The scheme has not accepted the credit, so it cannot come back. */
  | { readonly kind: 'notAccepted' }
  /** The debtor has the money back already: the credit was rejected or returned before. */
  | { readonly kind: 'alreadyBack' }
  | {
      readonly kind: 'returned';
      readonly outcome: NewOutcome;
      readonly transfer: Transfer;
    };

/** The result of storing a return. Nothing changes unless it is `returned`. */
export type ReturnResult =
  | { readonly kind: 'returned'; readonly groupStatus: GroupStatus }
  /** The credit was paid to an account at this bank. */
  | { readonly kind: 'own' }
  /** The account that was debited is closed, or belongs to another customer now. */
  | { readonly kind: 'notOwned' }
  | { readonly kind: Exclude<ReturnDecision['kind'], 'returned'> };

/**
 * Decides about a returned credit. Returns the new outcome of the credit and the transfer that
 * gives the money back to the debtor (rules, 13.10).
 */
export function decideReturn(
  { batch, outcome }: ReturnContext,
  { debit, reason }: CreditReturn,
  now: Instant,
): ReturnDecision {
  if (outcome !== undefined) {
    return { kind: outcome.status === 'Pending' ? 'notAccepted' : 'alreadyBack' };
  }
  // From the second round on, all credits without an outcome of their own are settled.
  const isAccepted = batch.state === 'answered' || (batch.state === 'sent' && batch.round > 0);
  if (!isAccepted) return { kind: 'notAccepted' };
  const { index, amountPence, account: debtor } = debit;
  const { round } = batch;
  return {
    kind: 'returned',
    outcome: { index, status: 'Returned', reason, at: now, round, amountPence, debtor },
    transfer: returnedLater(batch.instrument, debit, reason),
  };
}
