import { NO_PURPOSE, type SingleCredit } from '../../../src/domain/execution/credit.ts';
import type { CreditBatch } from '../../../src/domain/ports/schemes.ts';
import type { SinglePayment } from '../../../src/domain/records/payment.ts';
import { CREDITOR } from '../pipeline/orders.ts';

/** The facts of the credit in these batches. */
export const CREDIT = {
  amountPence: 100,
  debtor: null,
  creditorName: 'Fresco Ltd',
  reference: 'INV-1',
};

/** Creates a batch of one payment, without a file. */
export function batchTo(
  creditor: string,
  rest?: Partial<SinglePayment>,
  isBritish = true,
): CreditBatch & { readonly credits: SingleCredit } {
  const payment: SinglePayment = {
    ...CREDIT,
    index: 0,
    instrument: 'FPS',
    date: null,
    creditor,
    instructionIdentification: 'ID-1',
    endToEndIdentification: 'E2E-1',
    unstructured: '',
    ...rest,
  };
  const { index: number, instrument, date } = payment;
  const credits: SingleCredit = {
    kind: 'one',
    payment,
    creditor: { ...CREDITOR, isBritish },
    instructed: { minor: payment.amountPence, currency: 'GBP' },
    currencyOfTransfer: 'GBP',
    exchangeRate: null,
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
  };
  return { paymentId: 'dp-1', number, instrument, date, credits };
}
