import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Debit } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';
import { accountsFor, type Instrument } from '../schemes/schemes.ts';

/** A transfer of money between two accounts. */
export interface Transfer extends Omit<Debit, 'account'> {
  readonly kind: 'opening' | 'debit' | 'credit' | 'returned-credit' | 'settlement' | 'late-return';
  /** The debited account. */
  readonly from: AccountNumber;
  /** The credited account. */
  readonly to: AccountNumber;
}

/** The bank's equity account. Opening balances of sandbox accounts are booked from it. */
export const OPENING: AccountNumber = 'opening';

/** The bank's account for its income from charges. */
export const CHARGES: AccountNumber = 'charges';

/**
 * Returns the transfer that books an opening balance. Returns no transfer if the balance is zero.
 */
export function opening(to: AccountNumber, amountPence: Pence): readonly Transfer[] {
  if (amountPence === 0) return [];
  const names = { index: null, reference: 'Opening balance', counterparty: '' };
  return [{ kind: 'opening', from: OPENING, to, amountPence, ...names }];
}

/**
 * Returns the transfer of a debit from a customer's account to the clearing account of the scheme.
 */
export function debited(instrument: Instrument, { account, ...rest }: Debit): Transfer {
  return { ...rest, kind: 'debit', from: account, to: accountsFor(instrument).clearing };
}

/**
 * Returns the transfer that gives a debit, or a part of it, back to the debtor as a separate entry,
 * because the scheme rejected the credit (rules, 13.4).
 */
export function returned(instrument: Instrument, debit: Debit, reason: ReasonCode): Transfer {
  const from = accountsFor(instrument).clearing;
  return { ...givenBack(debit, reason), kind: 'returned-credit', from };
}

/**
 * Returns the transfer that gives a credit back to the debtor after it was settled with the scheme
 * (rules, 13.10).
 */
export function returnedLater(instrument: Instrument, debit: Debit, reason: ReasonCode): Transfer {
  const from = accountsFor(instrument).settlement;
  return { ...givenBack(debit, reason), kind: 'late-return', from };
}

function givenBack({ account: to, reference, ...rest }: Debit, reason: ReasonCode) {
  return { ...rest, to, reference: `Returned ${reason} ${reference}`.trimEnd() };
}

/** Returns the transfer of a credit to an account at this bank. */
export function credited(
  instrument: Instrument,
  credit: Pick<Transfer, 'to' | 'amountPence' | 'index' | 'reference' | 'counterparty'>,
): Transfer {
  return { ...credit, kind: 'credit', from: accountsFor(instrument).clearing };
}

/**
 * Returns the transfers that settle an amount: the bank keeps its charge, and the scheme gets the
 * rest.
 */
export function settled(
  { paymentId, instrument, chargePence }: Pick<Batch, 'paymentId' | 'instrument' | 'chargePence'>,
  amountPence: Pence,
): readonly Transfer[] {
  if (amountPence === 0) return [];
  const names = { index: null, reference: paymentId, counterparty: instrument };
  const { clearing: from, settlement } = accountsFor(instrument);
  const part = { ...names, kind: 'settlement', from } as const;
  const parts = [
    { ...part, to: settlement, amountPence: amountPence - chargePence },
    { ...part, to: CHARGES, amountPence: chargePence },
  ];
  return parts.filter((transfer) => transfer.amountPence !== 0);
}

/** Returns the customers' accounts whose balances these transfers change, in ascending order. */
export function customersIn(transfers: readonly Transfer[]): readonly AccountNumber[] {
  const accounts = new Set<AccountNumber>();
  for (const { kind, from, to } of transfers) {
    if (kind !== 'settlement') accounts.add(kind === 'debit' ? from : to);
  }
  return [...accounts].sort();
}

/**
 * Returns how much the transfers change the balance of each account. The changes add up to zero.
 */
export function changesOf(transfers: readonly Transfer[]): ReadonlyMap<AccountNumber, Pence> {
  const changes = new Map<AccountNumber, Pence>();
  const change = (account: AccountNumber, byPence: Pence): void => {
    changes.set(account, (changes.get(account) ?? 0) + byPence);
  };
  for (const { from, to, amountPence } of transfers) {
    change(from, -amountPence);
    change(to, amountPence);
  }
  return changes;
}

/**
 * Returns how much the transfers change the balance of a scheme's clearing account. The result is
 * negative if the balance decreases.
 */
export function clearingChange(instrument: Instrument, transfers: readonly Transfer[]): Pence {
  return changesOf(transfers).get(accountsFor(instrument).clearing) ?? 0;
}
