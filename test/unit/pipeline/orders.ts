import { NO_PURPOSE, type Creditor } from '../../../src/domain/execution/credit.ts';
import type { Order } from '../../../src/domain/execution/order.ts';
import type { PaymentParties } from '../../../src/domain/records/payment.ts';

const PARTIES: PaymentParties = {
  creditor: 'DE89370400440532013000',
  creditorName: 'Fresco GmbH',
  instructionIdentification: 'ID-1',
  endToEndIdentification: 'E2E-1',
  reference: 'INV-1',
  unstructured: 'For March',
};

/** A British account with all its details. */
export const CREDITOR: Creditor = {
  name: 'Fresco Ltd',
  address: null,
  country: 'GB',
  isBritish: true,
  secondary: '',
  agent: null,
  clearingCode: null,
};

/** An order for one payment of 1,000.00 pounds at once over Faster Payments. */
export function orderOf(rest?: Partial<Order>): Order {
  return {
    instrument: 'FPS',
    parties: PARTIES,
    currency: 'GBP',
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
    currencyOfTransfer: 'GBP',
    creditor: CREDITOR,
    exchange: null,
    lastDay: null,
    largestAmount: 1_000_00,
    amounts: [1_000_00],
    nextPayment: (previous) =>
      previous === null ? { number: 0, date: null, amount: 1_000_00 } : null,
    ...rest,
  };
}
