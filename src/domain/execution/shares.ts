import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ExchangeRates } from '../ports/bank.ts';
import { priceOf } from '../pricing/pricing.ts';
import type { FileFacts } from '../records/payment.ts';
import type { Order } from './order.ts';

/** The amount that a payment debits from each account. */
export type Shares = ReadonlyMap<AccountNumber, Pence>;

/**
 * Returns the amount that a file debits from each account.
 *
 * @param settled the account for payments that name none. Null if all of them name one
 */
export function sharesOfFile(
  { groups }: Pick<FileFacts, 'groups'>,
  settled: AccountNumber | null,
): Shares {
  const shares = new Map<AccountNumber, Pence>();
  for (const { account, totalPence } of groups.flatMap(({ debtors }) => debtors)) {
    const payer = account ?? settled;
    if (payer !== null) shares.set(payer, (shares.get(payer) ?? 0) + totalPence);
  }
  return shares;
}

/**
 * Returns the cost of an order's largest payment at today's exchange rate, including the bank's
 * charge.
 */
export function largestCost(order: Order, rates: ExchangeRates, now: Instant): Pence {
  const { amountPence, chargePence } = priceOf(order, order.largestAmount, rates, now);
  return amountPence + chargePence;
}
