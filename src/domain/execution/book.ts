import { assert, expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Booking, Debit, NewBatch } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Account } from '../records/records.ts';
import {
  changesTo,
  ending,
  enter,
  type Changes,
  type LoadedBatch,
  type OpenBatch,
} from './changes.ts';
import type { Quote } from './order.ts';
import { EXECUTING_STATUS, moved } from './outcome.ts';
import { clearingChange, debited } from './transfers.ts';

/** The balance, the owner and the status of a customer's account. */
export type Funds = Pick<Account, 'balancePence' | 'closed' | 'customerId'>;

/** The balances of the customers' accounts that a booking debits, by account number. */
export type FundsOf = ReadonlyMap<AccountNumber, Funds>;

/** Returns the accounts that a booking debits, so that their balances can be loaded. */
export function payersOf({ debits }: Booking): readonly AccountNumber[] {
  return [...new Set(debits.map((debit) => debit.account))];
}

/**
 * Books the debits that the account balances cover. After the last slice of the batch, its next
 * step sends the credits to the scheme. A batch without any covered debit fails. If the account now
 * belongs to another customer, it is not debited (AG01). A standing order then makes no further
 * payments (docs/decisions, 110).
 */
export function bookDebits(
  { batch: found, payment }: LoadedBatch,
  booking: Booking,
  funds: FundsOf,
  now: Instant,
): Changes {
  const { whole, nextCursor, next: following } = booking;
  assert(following === null || nextCursor === null, 'the batch that follows is added once');
  const priced = booking.quote === null ? found : priceAt(found, booking.quote);
  const { taken, refused } = takeFrom(funds, booking.debits, payment.customerId);
  if (whole) assertWhole(priced, booking);
  const isRefused = whole && refused.length > 0;
  const isNotOwned = whole && refused.some(({ reason }) => reason === 'AG01');
  const transfers = isRefused ? [] : taken.map((debit) => debited(found.instrument, debit));
  const outcomes = whole ? [] : refused.map((debit) => refusedOutcome(debit, found.round, now));
  const batch = {
    ...priced,
    failureReason: isNotOwned ? ('AG01' as const) : null,
    rejected: priced.rejected + outcomes.length,
    clearingPence: priced.clearingPence + clearingChange(found.instrument, transfers),
  };
  const isFunded = batch.clearingPence > 0;
  return {
    ...after(batch, nextCursor, now),
    ...{ transfers, outcomes, following: isNotOwned ? null : following },
    paymentStatus: isFunded ? moved(payment, EXECUTING_STATUS) : null,
  };
}

/** A batch to book, with its booking. */
export interface BookingRequest {
  readonly found: LoadedBatch;
  readonly booking: Booking;
}

/**
 * Books several batches in order. Each batch sees the balances that remain after the previous ones.
 */
export function bookInTurn(
  batches: readonly BookingRequest[],
  funds: FundsOf,
  now: Instant,
): readonly Changes[] {
  const left = new Map(funds);
  return batches.map(({ found, booking }) => {
    const changes = bookDebits(found, booking, left, now);
    for (const { from, amountPence } of changes.transfers) {
      const before = expectDefined(left.get(from), `the funds of ${from}`);
      left.set(from, { ...before, balancePence: before.balancePence - amountPence });
    }
    return changes;
  });
}

/** Rejects a single payment with a reason and debits nothing. */
export function refuseBooking(
  { batch, payment }: LoadedBatch,
  reason: ReasonCode,
  following: NewBatch | null,
  now: Instant,
): Changes {
  assert(batch.payments === 1, 'only a single payment is refused as a whole');
  const { number: index, totalPence: amountPence, round } = batch;
  const debtor = expectDefined(payment.debtorAccount, 'the account that would have been debited');
  const outcome = { index, status: 'Rejected', reason, at: now } as const;
  const outcomes = [{ ...outcome, round, amountPence, debtor }];
  return { ...ending({ ...batch, rejected: 1 }, 'failed', now), outcomes, following };
}

/**
 * Records that the credits were sent to the scheme. The scheme is asked for its answers at
 * `answersAt`.
 */
export function markSent({ batch }: LoadedBatch, answersAt: Instant, now: Instant): Changes {
  const sent = { ...enter(batch, 'sent', now), sentAt: now };
  return changesTo(sent, { step: 'collect', cursor: 0, dueAt: answersAt });
}

/** Returns the next step of a batch after one slice of it was booked. */
function after(batch: OpenBatch, nextCursor: number | null, now: Instant): Changes {
  if (nextCursor !== null) {
    return changesTo(batch, { step: 'book', cursor: nextCursor, dueAt: now });
  }
  if (batch.clearingPence === 0) {
    return ending({ ...batch, rejected: batch.payments }, 'failed', now);
  }
  return changesTo(enter(batch, 'booked', now), { step: 'send', cursor: 0, dueAt: now });
}

/**
 * A debit that is not booked, with its reason. AM04: the funds are insufficient. AG01: the account
 * belongs to another customer.
 */
interface RefusedDebit {
  readonly debit: Debit;
  readonly reason: Extract<ReasonCode, 'AM04' | 'AG01'>;
}

/** Books debits in order for as long as the remaining balance covers them. */
function takeFrom(
  funds: FundsOf,
  debits: readonly Debit[],
  customerId: string,
): { readonly taken: readonly Debit[]; readonly refused: readonly RefusedDebit[] } {
  const left = new Map<AccountNumber, Pence>();
  const [taken, refused]: [Debit[], RefusedDebit[]] = [[], []];
  for (const debit of debits) {
    const { account, amountPence } = debit;
    const held = funds.get(account);
    const availablePence = left.get(account) ?? availableIn(held);
    if (held !== undefined && held.customerId !== customerId) {
      refused.push({ debit, reason: 'AG01' });
    } else if (amountPence > availablePence) {
      refused.push({ debit, reason: 'AM04' });
    } else {
      left.set(account, availablePence - amountPence);
      taken.push(debit);
    }
  }
  return { taken, refused };
}

/** Returns the available balance of an account, or zero if it is closed or not at this bank. */
function availableIn(funds: Funds | undefined): Pence {
  return funds === undefined || funds.closed ? 0 : funds.balancePence;
}

function refusedOutcome({ debit, reason }: RefusedDebit, round: number, now: Instant) {
  const { amountPence, account: debtor } = debit;
  const index = expectDefined(debit.index, 'the payment of a debit of its own');
  const outcome = { index, status: 'Rejected', reason, at: now } as const;
  return { ...outcome, round, amountPence, debtor };
}

/** Returns the batch with its amount and charge converted at today's exchange rate. */
function priceAt(batch: OpenBatch, { amountPence, chargePence, exchangeRate }: Quote): OpenBatch {
  return { ...batch, totalPence: amountPence + chargePence, chargePence, exchangeRate };
}

function assertWhole(batch: OpenBatch, { debits, nextCursor }: Booking): void {
  assert(batch.chargePence === 0 || batch.payments === 1, 'only a single payment has charges');
  const sumPence = debits.reduce((sum, debit) => sum + debit.amountPence, 0);
  assert(nextCursor === null, 'a whole batch is booked at once');
  assert(sumPence === batch.totalPence, 'the debits of a whole batch come to its total');
}
