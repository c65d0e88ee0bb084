import { assert, expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type {
  Booking,
  Debit,
  NewBatch,
  RefusedPayment,
  SeparatedPayment,
} from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Account } from '../records/records.ts';
import {
  changesTo,
  ending,
  enter,
  type Changes,
  type LoadedBatch,
  type NewOutcome,
  type OpenBatch,
  type OpenPayment,
} from './changes.ts';
import type { Quote } from './order.ts';
import { EXECUTING_STATUS, moved, WAITING_STATUS, type StatusWithReason } from './outcome.ts';
import { clearingChange, debited } from './transfers.ts';

/** The balance, the owner and the status of a customer's account. */
export interface Funds extends Pick<Account, 'state' | 'customerId'> {
  readonly balancePence: Pence;
}

/** The balances of the customers' accounts that a booking debits, keyed by account number. */
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
 * payments (docs/decisions, 110). Payments that are refused are rejected and not debited, and
 * payments that are separated leave the batch (docs/decisions, 142).
 */
export function bookDebits(
  { batch: found, payment }: LoadedBatch,
  booking: Booking,
  funds: FundsOf,
  now: Instant,
): Changes {
  const { whole, nextCursor, next: following, separated = [] } = booking;
  assert(following === null || nextCursor === null, 'the batch that follows is added once');
  assertDisjoint(booking);
  const kept = separated.length === 0 ? found : without(separated, found);
  const priced = booking.quote === null ? kept : priceAt(kept, booking.quote);
  const { taken, refused } =
    booking.decisions === undefined
      ? takeFrom(funds, booking.debits, payment.customerId)
      : asDecided(booking.debits, booking.decisions);
  if (whole) assertWhole(priced, booking);
  const isRefused = whole && refused.length > 0;
  const failure = whole ? (refused.find(({ reason }) => reason !== 'AM04')?.reason ?? null) : null;
  const transfers = isRefused ? [] : taken.map((debit) => debited(found.instrument, debit));
  const outcomes = [
    ...(booking.refused ?? []).map((payment) => refusedOutcome(payment, found.round, now)),
    ...(whole ? [] : refused.map((debit) => unfundedOutcome(debit, found.round, now))),
  ];
  const batch = {
    ...priced,
    failureReason: failure,
    rejected: priced.rejected + outcomes.length,
    clearingPence: priced.clearingPence + clearingChange(found.instrument, transfers),
  };
  const isFunded = batch.clearingPence > 0;
  return {
    ...after(batch, nextCursor, now),
    transfers,
    outcomes,
    following: failure === 'AG01' ? null : following,
    separated: separated.map((one) => batchOf(one, found)),
    paymentStatus: isFunded
      ? moved(payment, EXECUTING_STATUS)
      : separated.length > 0
        ? waitingStatus(payment)
        : null,
  };
}

/** A payment that was received waits from now on, if all that is due was separated. */
function waitingStatus(payment: OpenPayment): StatusWithReason | null {
  return payment.groupStatus === 'RCVD' ? moved(payment, WAITING_STATUS) : null;
}

/** Returns the batch of a group without the payments that are separated from it. */
function without(separated: readonly SeparatedPayment[], batch: OpenBatch): OpenBatch {
  const separatedPence = separated.reduce((sum, { amountPence }) => sum + amountPence, 0);
  const payments = batch.payments - separated.length;
  const totalPence = batch.totalPence - separatedPence;
  assert(payments > 0 ? totalPence > 0 : totalPence === 0, 'separated payments are of the batch');
  return { ...batch, payments, totalPence };
}

/** Returns the batch of a payment that is separated from a group. */
function batchOf(
  { index: onlyIndex, amountPence: totalPence, dueAt, held }: SeparatedPayment,
  { instrument, date }: OpenBatch,
): NewBatch {
  const one = { payments: 1, totalPence, chargePence: 0, source: 'file', moved: false } as const;
  return { ...one, instrument, date, dueAt, onlyIndex, held };
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

/** The reason to reject a single payment. */
interface Refusal extends Pick<RefusedPayment, 'reason'> {
  /** The account that the payment of a file names. Absent or null if it names none. */
  readonly debtor?: AccountNumber | null;
}

/** Rejects a single payment with a reason and debits nothing. */
export function refuseBooking(
  { batch, payment }: LoadedBatch,
  { reason, debtor: ownDebtor = null }: Refusal,
  following: NewBatch | null,
  now: Instant,
): Changes {
  assert(batch.payments === 1, 'only a single payment is refused as a whole');
  const { number, onlyIndex, totalPence: amountPence, round } = batch;
  const debtor = expectDefined(ownDebtor ?? payment.debtorAccount, 'the account to debit');
  const refused = { index: onlyIndex ?? number, amountPence, debtor, reason };
  const outcomes = [refusedOutcome(refused, round, now)];
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
 * belongs to another customer. AC04: the account is closed. AC06: the account is blocked. A core
 * banking system may have other reasons.
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
    const availablePence = left.get(account) ?? held?.balancePence ?? 0;
    if (held !== undefined && held.customerId !== customerId) {
      refused.push({ debit, reason: 'AG01' });
    } else if (held !== undefined && held.state !== 'open') {
      refused.push({ debit, reason: held.state === 'closed' ? 'AC04' : 'AC06' });
    } else if (amountPence > availablePence) {
      refused.push({ debit, reason: 'AM04' });
    } else {
      left.set(account, availablePence - amountPence);
      taken.push(debit);
    }
  }
  return { taken, refused };
}

function unfundedOutcome({ debit, reason }: RefusedDebit, round: number, now: Instant) {
  const { amountPence, account: debtor } = debit;
  const index = expectDefined(debit.index, 'the payment of a debit of its own');
  return refusedOutcome({ index, amountPence, debtor, reason }, round, now);
}

function refusedOutcome(
  { index, amountPence, debtor, reason }: RefusedPayment,
  round: number,
  at: Instant,
): NewOutcome {
  return { index, status: 'Refused', reason, at, round, amountPence, debtor };
}

/** Returns the batch with its amount and charge converted at today's exchange rate. */
function priceAt(batch: OpenBatch, { amountPence, chargePence, exchangeRate }: Quote): OpenBatch {
  return { ...batch, totalPence: amountPence + chargePence, chargePence, exchangeRate };
}

/** Checks that each payment is debited, refused or separated. */
function assertDisjoint({ debits, refused = [], separated = [] }: Booking): void {
  if (refused.length + separated.length === 0) return;
  const indexes = [...debits, ...refused, ...separated].flatMap(({ index }) => index ?? []);
  assert(new Set(indexes).size === indexes.length, 'a payment is debited, refused or separated');
}

function assertWhole(batch: OpenBatch, { debits, refused = [], nextCursor }: Booking): void {
  assert(batch.chargePence === 0 || batch.payments === 1, 'only a single payment has charges');
  const sumPence = [...debits, ...refused].reduce((sum, one) => sum + one.amountPence, 0);
  assert(nextCursor === null, 'a whole batch is booked at once');
  assert(sumPence === batch.totalPence, 'a whole batch is debited or refused in total');
}
