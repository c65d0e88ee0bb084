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
export interface Funds extends Pick<Account, 'closed' | 'customerId'> {
  readonly balancePence: Pence;
}

/** The balances of the customers' accounts that a booking debits, by account number. */
export type FundsOf = ReadonlyMap<AccountNumber, Funds>;

/**
 * Returns the accounts whose balances decide about a booking, so that they can be loaded. There are
 * none if the core banking system has decided.
 */
export function payersOf({ debits, decisions }: Booking): readonly AccountNumber[] {
  return decisions !== undefined ? [] : [...new Set(debits.map((debit) => debit.account))];
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
  const { taken, refused } =
    booking.decisions === undefined
      ? takeFrom(funds, booking.debits, payment.customerId)
      : asDecided(booking.debits, booking.decisions);
  if (whole) assertWhole(priced, booking);
  const isRefused = whole && refused.length > 0;
  const failure = whole ? (refused.find(({ reason }) => reason !== 'AM04')?.reason ?? null) : null;
  const transfers = isRefused ? [] : taken.map((debit) => debited(found.instrument, debit));
  const outcomes = whole ? [] : refused.map((debit) => refusedOutcome(debit, found.round, now));
  const batch = {
    ...priced,
    failureReason: failure,
    rejected: priced.rejected + outcomes.length,
    clearingPence: priced.clearingPence + clearingChange(found.instrument, transfers),
  };
  const isFunded = batch.clearingPence > 0;
  return {
    ...after(batch, nextCursor, now),
    ...{ transfers, outcomes, following: failure === 'AG01' ? null : following },
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
    if (booking.decisions !== undefined) return changes;
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
 * belongs to another customer. A core banking system may have other reasons.
 */
interface RefusedDebit {
  readonly debit: Debit;
  readonly reason: ReasonCode;
}

/** The debits of a booking, divided by the decision about each of them. */
interface DecidedDebits {
  readonly taken: readonly Debit[];
  readonly refused: readonly RefusedDebit[];
}

/** Divides the debits by the decisions of the core banking system. */
function asDecided(
  debits: readonly Debit[],
  decisions: readonly (ReasonCode | null)[],
): DecidedDebits {
  assert(debits.length === decisions.length, 'each debit has a decision');
  const [taken, refused]: [Debit[], RefusedDebit[]] = [[], []];
  for (const [index, debit] of debits.entries()) {
    const reason = decisions[index] ?? null;
    if (reason === null) taken.push(debit);
    else refused.push({ debit, reason });
  }
  return { taken, refused };
}

/** Books debits in order for as long as the remaining balance covers them. */
function takeFrom(funds: FundsOf, debits: readonly Debit[], customerId: string): DecidedDebits {
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
