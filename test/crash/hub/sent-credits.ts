import type { OrderPayment } from '../../../src/domain/execution/order.ts';
import type { Instrument } from '../../../src/domain/schemes/schemes.ts';
import { formatAmount, type MinorUnits } from '../../../src/shared/money.ts';
import type { Transferred } from '../entries.ts';
import { BAKERY } from '../../helpers/payment-file.ts';

/** A credit that a payment must hand over to the payment hub. */
export interface SentCredit {
  /** Position of the credit in its file, or among the payments of its order, from 0. */
  readonly index: number;
  readonly instrument: Instrument;
  readonly amount: string;
  readonly currency: string;
}

/** The part of a payment that determines its credit. */
type Sent = Pick<Transferred, 'creditor'> & {
  readonly pence: MinorUnits;
  readonly index?: number;
  readonly instrument?: Instrument;
};

/** Returns the credit that a payment in pounds hands over. A credit to this bank is not sent. */
export function sentBy({ creditor, pence, ...sent }: Sent): readonly SentCredit[] {
  if (creditor === BAKERY) return [];
  const { index = 0, instrument = 'FPS' } = sent;
  return [{ index, instrument, amount: formatAmount(pence), currency: 'GBP' }];
}

/** Returns the credits of a standing order in pounds. */
export function sentByOrder(
  payments: readonly OrderPayment[],
  creditor: string,
): readonly SentCredit[] {
  return payments.flatMap(({ number: index, amount: pence }) => sentBy({ creditor, pence, index }));
}
