import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Debit } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';
import { accountsFor, type Instrument } from '../schemes/schemes.ts';

/** Money that goes from one account to another. */
export interface Transfer {
  readonly kind: 'opening' | 'debit' | 'credit' | 'returned-credit' | 'settlement';
  /** Where the money leaves. */
  readonly from: AccountNumber;
  /** Where it arrives. */
  readonly to: AccountNumber;
  readonly amountPence: Pence;
  /** The payment of the file; null when the transfer stands for many, or for none. */
  readonly index: number | null;
  readonly reference: string;
  readonly counterparty: string;
}

/** The bank's equity, from which opening balances come. */
export const OPENING: AccountNumber = 'opening';

/** What the bank earns. */
const CHARGES: AccountNumber = 'charges';

/** The balance that a customer's account begins with; nothing for an empty one. */
export function opening(to: AccountNumber, amountPence: Pence): readonly Transfer[] {
  if (amountPence === 0) return [];
  const names = { index: null, reference: 'Opening balance', counterparty: '' };
  return [{ kind: 'opening', from: OPENING, to, amountPence, ...names }];
}

/** Takes money from a customer's account. */
export function debited(instrument: Instrument, { account, ...rest }: Debit): Transfer {
  return { ...rest, kind: 'debit', from: account, to: accountsFor(instrument).clearing };
}

/**
 * Gives what was debited, or a part of it, back to its debtor, as an entry of its own
 * (rules, 13.4).
 */
export function returned(
  instrument: Instrument,
  { account, reference, ...rest }: Debit,
  reason: ReasonCode,
): Transfer {
  const told = `Returned ${reason} ${reference}`.trimEnd();
  const from = accountsFor(instrument).clearing;
  return { ...rest, kind: 'returned-credit', from, to: account, reference: told };
}

/** Credits an account that is held here. */
export function credited(
  instrument: Instrument,
  credit: Pick<Transfer, 'to' | 'amountPence' | 'index' | 'reference' | 'counterparty'>,
): Transfer {
  return { ...credit, kind: 'credit', from: accountsFor(instrument).clearing };
}

/** Settles an amount of a batch: with the bank what it charges, with the scheme the rest. */
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
  return parts.filter((one) => one.amountPence !== 0);
}

/** The customers' accounts that transfers change, ascending. */
export function customersIn(transfers: readonly Transfer[]): readonly AccountNumber[] {
  const accounts = new Set<AccountNumber>();
  for (const { kind, from, to } of transfers) {
    if (kind !== 'settlement') accounts.add(kind === 'debit' ? from : to);
  }
  return [...accounts].sort();
}

/** What transfers change of each balance: together nothing. */
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

/** What transfers leave in a scheme's clearing, or (negative) take from it. */
export function clearingChange(instrument: Instrument, transfers: readonly Transfer[]): Pence {
  return changesOf(transfers).get(accountsFor(instrument).clearing) ?? 0;
}
