import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import { DAY_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import type { Booking, Debit } from '../ports/booking.ts';
import type { CoreOperation, CoreResult, Hold, Release } from '../ports/core-banking.ts';
import type { Batch, BatchName, Payment } from '../records/records.ts';
import type { Transfer } from './transfers.ts';

/*
 * The operations of the core banking system that belong to the debits and transfers of a batch
 * (docs/decisions, 140). Their ids are derived from the batch, so a step that is repeated asks for
 * the same operations. The id of a hold contains its amount, because a payment in a foreign
 * currency may be booked at the rate of another day when it is repeated. It contains the period,
 * because a hold may expire while its step waits.
 */

/**
 * Time after which a booking step asks for new holds, in milliseconds. Cores keep a hold for at
 * least twice that time (docs/integration/core-banking.md), so its post cannot come too late.
 */
const HOLD_PERIOD_MS: Milliseconds = 5 * DAY_MS;

/** Returns the period of a time, from 0. The first one begins when the batch is due. */
export function holdPeriodOf(
  { dueAt, onlyIndex }: Pick<Batch, 'dueAt' | 'onlyIndex'>,
  { releasedAt }: Pick<Payment, 'releasedAt'>,
  now: Instant,
): number {
  // A separated payment is due at the end of its case, but it may be released before.
  const from = onlyIndex === null ? dueAt : (releasedAt ?? dueAt);
  return Math.max(0, Math.floor((now - from) / HOLD_PERIOD_MS));
}

/** Returns the holds for the debits of a booking, in the same order. */
export function holdsOf(
  batch: BatchName,
  debits: readonly Debit[],
  customerId: string,
  period: number,
): readonly Hold[] {
  return debits.map((debit) => {
    const { account, amountPence, reference, counterparty } = debit;
    const id = holdIdOf(batch, debit, period);
    return { type: 'hold', id, account, customerId, amountPence, reference, counterparty };
  });
}

/**
 * Returns the booking with the decisions of the core banking system. Also returns the holds to
 * release, because all debits of a whole batch are booked or none.
 */
export function decided(
  booking: Booking,
  holds: readonly Hold[],
  results: readonly CoreResult[],
): { readonly booking: Booking; readonly releases: readonly Release[] } {
  const decisions = results.map((result) => (result.outcome === 'done' ? null : result.reason));
  const isRefused = booking.whole && decisions.some((reason) => reason !== null);
  const held = holds.filter((_, index) => decisions[index] === null);
  const debits = booking.debits.map((debit, index) => ({ ...debit, holdId: holds[index]?.id }));
  const known = { ...booking, debits, decisions };
  return { booking: known, releases: isRefused ? held.map(releaseOf) : [] };
}

/**
 * Returns the operations that release the holds of earlier periods. A release of a hold that was
 * never placed makes the core refuse it later.
 */
export function earlierReleases(
  batch: BatchName,
  debits: readonly Debit[],
  period: number,
): readonly Release[] {
  return Array.from({ length: period }, (_, earlier) =>
    debits.map((debit) => releaseOf({ id: holdIdOf(batch, debit, earlier) })),
  ).flat();
}

/** Returns the operation that releases a hold. */
export function releaseOf({ id }: Pick<Hold, 'id'>): Release {
  return { type: 'release', id: `release.${id}`, holdId: id };
}

/**
 * Returns the operations that book transfers of a batch in the core: a debit posts its hold, and a
 * returned amount or a payment to an account at this bank is a credit. Settlements change no
 * account of a customer.
 */
export function operationsOf(
  batch: BatchName,
  transfers: readonly Transfer[],
): readonly CoreOperation[] {
  return transfers.flatMap((transfer): readonly CoreOperation[] => {
    const { kind, from, to, amountPence, index, reference, counterparty } = transfer;
    switch (kind) {
      case 'debit': {
        const debit = { account: from, index, amountPence };
        const holdId = transfer.holdId ?? holdIdOf(batch, debit, 0);
        return [{ type: 'post', id: `post.${holdId}`, holdId, account: from, amountPence }];
      }
      case 'credit':
      case 'returned-credit':
      case 'late-return': {
        const id = `${kind}.${nameOf(batch, { account: to, index })}`;
        return [{ type: 'credit', id, account: to, amountPence, reference, counterparty }];
      }
      case 'opening':
      case 'settlement':
        return [];
    }
  });
}

/** A debit that a hold was placed for. */
export interface HeldDebit extends BatchName, Pick<Debit, 'amountPence'> {
  /** The index of the payment or, for a debit of no single payment, the account. */
  readonly name: string;
}

const HOLD_ID = /^([^.]+)\.(\d+)\.(\d+)\.(\d+)(?:\.\d+)?$/;

/** Returns the debit of a hold, or undefined if this service does not form such ids. */
export function debitOfHold(id: string): HeldDebit | undefined {
  const [, paymentId, number, name, amount] = HOLD_ID.exec(id) ?? [];
  if (paymentId === undefined || name === undefined) return undefined;
  return { paymentId, number: Number(number), name, amountPence: Number(amount) };
}

type NamedDebit = Pick<Debit, 'account' | 'index'>;

function holdIdOf(
  batch: BatchName,
  debit: NamedDebit & { readonly amountPence: Pence },
  period: number,
): string {
  const first = `${nameOf(batch, debit)}.${String(debit.amountPence)}`;
  return period === 0 ? first : `${first}.${String(period)}`;
}

/**
 * Returns the name of a debit or credit that is unique among those of its kind. If it belongs to no
 * single payment, there is only one of the batch for each account.
 */
function nameOf({ paymentId, number }: BatchName, { account, index }: NamedDebit): string {
  const own: AccountNumber | number = index ?? account;
  return `${paymentId}.${String(number)}.${String(own)}`;
}
